import type { Movement } from "../api/types"

/** Postings of one round that follow each other, as one: what the round moved, and the credits after the last of them. */
export function byRound(movements: readonly Movement[]): Movement[] {
  const lines: Movement[] = []
  for (const each of movements) {
    const newer = lines.at(-1)
    if (newer && each.round != null && newer.round === each.round && newer.where === each.where && (newer.kind === "correction") === (each.kind === "correction")) lines[lines.length - 1] = { ...newer, cents: newer.cents + each.cents }
    else lines.push(each)
  }
  return lines
}
