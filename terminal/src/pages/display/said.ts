// What a big screen announces: one line for the moment of the table, whatever its game.
import type { HandShown, Public } from "../../api/types"
import { called } from "../../live/call"
import { w } from "./words"

/** What happens, beside what is called while bets are open or have just closed. */
export function announced(shown: Public): { line: string; over: boolean } {
  const round = shown.round
  if (shown.stopped) return { line: w().stopped, over: false }
  if (shown.held) return { line: w().held, over: false }
  if (!round) return { line: shown.closed ? w().closed : w().soon, over: false }
  switch (round.phase) {
    case "betting":
      return { line: "", over: false }
    case "void":
      return { line: w().void, over: true }
    case "settled":
    case "complete":
      return { line: result(shown), over: true }
    case "offering":
      return { line: w().offering, over: false }
    case "playing":
      return { line: round.lies.kind === "boxes" && round.lies.turn !== null ? w().turn(round.lies.turn) : w().deciding, over: false }
    case "drawing":
      return { line: w().drawing, over: false }
    default:
      return { line: called(shown) ? w().dealing : "", over: false }
  }
}

function result(shown: Public): string {
  const lies = shown.round?.lies
  if (!lies) return ""
  if (lies.kind !== "baccarat") return dealerEnd(lies.dealer)
  const [player, banker] = [lies.player.total, lies.banker.total]
  if (player === banker) return w().ties(player)
  return player > banker ? w().wins(w().player, player, banker) : w().wins(w().banker, banker, player)
}

function dealerEnd(dealer: HandShown): string {
  if (!dealer.cards.length) return ""
  return dealer.blackjack ? w().dealerBlackjack : dealer.bust ? w().dealerBusts(dealer.total) : w().dealerHas(dealer.total)
}
