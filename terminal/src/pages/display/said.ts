// What a big screen announces: one line for the moment of the table, whatever its game.
import type { Public } from "../../api/types"
import { familyOf } from "../../families"
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
      return { line: familyOf(round.lies).result(round.lies), over: true }
    case "offering":
      return { line: w().offering, over: false }
    case "playing":
      return { line: familyOf(round.lies).turn?.(round.lies) ?? w().deciding, over: false }
    case "drawing":
      return { line: w().drawing, over: false }
    default:
      return { line: called(shown) ? w().dealing : "", over: false }
  }
}
