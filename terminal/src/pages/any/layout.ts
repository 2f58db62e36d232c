// The betting layout of any game, from the names of its hands and the wagers that the table offers.
import type { WagerShown } from "../../api/types"

/** So many others fit into a row of so many. */
const [FEW, ROW] = [2, 5]

export type Layout = {
  /** The wagers on the hands themselves as the game declares them, with what it declares between them, and the rest of its wagers
   * too where those are few. */
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
  const others = rest.filter((each) => !told.has(each))
  const few = others.length <= FEW && mains.length + others.length <= ROW
  return { mains: few ? among(mains, others, hands) : mains, hands: about.filter((each) => each.wagers.length), others: few ? [] : others }
}

/** A few others stand in the row of the main wagers, before the last hand: what both hands decide lies between them. */
function among(mains: readonly WagerShown[], others: readonly WagerShown[], hands: readonly string[]): WagerShown[] {
  const last = mains.length > 1 && hands.includes(mains.at(-1)?.name ?? "") ? mains.length - 1 : mains.length
  return [...mains.slice(0, last), ...others, ...mains.slice(last)]
}

/** A wager on a hand by what is said of it, where it stands under the name of that hand: `Dragon Odd` is `Odd` there. */
export function shortName(title: string, hand: string): string {
  const rest = title.startsWith(hand) ? title.slice(hand.length).trim() : ""
  return rest || title
}
