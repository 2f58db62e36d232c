// Rounds that are over, from what the house keeps on view of them.
import type { Last } from "../../api/types"

/** The cards of one of the hands of a round that is over. */
export function lastHands(last: Last, hand: string): string[] {
  return last.hands[hand]?.split(" ") ?? []
}

/** The names of all hands that the latest rounds had, in their order. */
export function handNames(last: readonly Last[]): string[] {
  return [...new Set(last.flatMap((each) => Object.keys(each.hands)))]
}
