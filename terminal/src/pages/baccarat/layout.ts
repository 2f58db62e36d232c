// The betting layout, derived from the wagers that a table offers: no game has a drawing of its own.
import type { WagerShown } from "../../api/types"

export type Side = "player" | "banker" | "tie"
export type Numbers = { side: Side; wagers: { total: number; wager: WagerShown }[] }
export type Layout = {
  /** Player to Banker from left to right, each with the pair of its own hand beside it, and Tie between them. */
  mains: WagerShown[]
  sides: WagerShown[]
  /** The grid of totals: a row for each side that has one. */
  numbers: Numbers[]
}

const MAINS = ["player", "tie", "banker"]
const BESIDE = /^(player|banker)-(precious-)?pair$/
const NUMBER = /^(player|banker|tie)-wins-on-(\d)$/

export function layout(wagers: readonly WagerShown[], offered: readonly string[]): Layout {
  const open = wagers.filter((each) => each.window === "betting" && offered.includes(each.name))
  const named = (name: string) => open.find((each) => each.name === name)
  const beside = (side: Side) => open.find((each) => BESIDE.exec(each.name)?.[1] === side)
  const mains = [named("player"), beside("player"), named("tie"), beside("banker"), named("banker")].filter((each) => each !== undefined)
  const numbers = (["tie", "banker", "player"] as const)
    .map((side) => ({ side, wagers: open.flatMap((wager) => numbered(wager, side)) }))
    .filter((row) => row.wagers.length)
  const rest = open.filter((each) => !mains.includes(each) && !NUMBER.test(each.name))
  return { mains, numbers, sides: rest.toSorted((a, b) => place(a.name) - place(b.name)) }
}

export function isMain(name: string): boolean {
  return MAINS.includes(name)
}

/** Both cards of a colour: the field shows which. */
export function badge(name: string): "red" | "black" | undefined {
  return /-(red|black)$/.exec(name)?.[1] as "red" | "black" | undefined
}

function numbered(wager: WagerShown, side: Side): { total: number; wager: WagerShown }[] {
  const found = NUMBER.exec(wager.name)
  return found?.[1] === side ? [{ total: Number(found[2]), wager }] : []
}

/** Player's on the left, Banker's on the right, as the hands lie; red before black. */
function place(name: string): number {
  const side = name.startsWith("player-") ? 0 : name.startsWith("banker-") ? 2 : 1
  return 2 * side + (name.endsWith("-black") ? 1 : 0)
}
