// The betting layout of any game, from the names of its hands and the wagers that the table offers.
import type { WagerShown } from "../../api/types"

export type Layout = {
  /** The wagers on the hands themselves in the order in which the game declares them, and what it declares between them. */
  mains: WagerShown[]
  /** What else is bet about one hand, hand by hand. */
  hands: { hand: string; wagers: WagerShown[] }[]
  /** Everything else. */
  others: WagerShown[]
}

export function layout(wagers: readonly WagerShown[], offered: readonly string[], hands: readonly string[]): Layout {
  const open = wagers.filter((each) => each.window === "betting" && offered.includes(each.name))
  const on = open.map((each) => hands.includes(each.name))
  const [from, to] = [on.indexOf(true), on.lastIndexOf(true)]
  const mains = from < 0 ? open.slice(0, 1) : open.slice(from, to + 1)
  const rest = open.filter((each) => !mains.includes(each))
  const about = hands.map((hand) => ({ hand, wagers: rest.filter((each) => each.name.startsWith(`${hand}-`)) }))
  const told = new Set(about.flatMap((each) => each.wagers))
  return { mains, hands: about.filter((each) => each.wagers.length), others: rest.filter((each) => !told.has(each)) }
}

/** A wager on a hand by what is said of it, where it stands under the name of that hand: `Dragon Odd` is `Odd` there. */
export function shortName(title: string, hand: string): string {
  const rest = title.startsWith(hand) ? title.slice(hand.length).trim() : ""
  return rest || title
}
