// What postings come to for everybody's terminal.
import type { Posting } from "../../../api/types"

const TERMINAL = "terminal:"

/** By how much each terminal was up or down; what the house advanced is no part of a round. */
export function paid(postings: readonly Posting[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { source, destination, cents, kind } of postings) {
    if (kind === "advance") continue
    for (const [account, change] of [[source, -cents], [destination, cents]] as const)
      if (account.startsWith(TERMINAL)) sums[account.slice(TERMINAL.length)] = (sums[account.slice(TERMINAL.length)] ?? 0) + change
  }
  return sums
}
