// What a table has called, for as long as it holds: it is shown, and not only said.
import type { Public } from "../api/types"
import { familyOf } from "../families"

/** Bets are open, are about to close, are closed. */
export type Called = "open" | "last" | "closed"

/** Until the cards are out nobody may wonder whether bets are still taken. */
const DEALING = new Set(["dealing", "confirming"])

export function called(shown: Public): Called | null {
  const round = shown.round
  if (!round || shown.stopped) return null
  if (round.phase === "betting") return shown.held ? null : LAST_CALL.includes(shown.said) ? "last" : "open"
  return DEALING.has(round.phase) || (round.phase === "complete" && !familyOf(round.lies).decides) ? "closed" : null
}

/** As the house announces it, in either language. */
const LAST_CALL: readonly string[] = ["Last bets, please", "最后下注"]
