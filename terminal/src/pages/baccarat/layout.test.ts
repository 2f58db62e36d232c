import { expect, test } from "vitest"
import type { WagerShown } from "../../api/types"
import { badge, layout } from "./layout"
import { tone } from "./tone"

const wager = (name: string): WagerShown => ({ name, title: name, window: "betting", rows: [], extras: [], area: "ebaccarat 2.2", optional: null })
const laid = (...names: string[]) => {
  const found = layout(names.map(wager), names)
  return {
    mains: found.mains.map((each) => each.name),
    sides: found.sides.map((each) => each.name),
    numbers: found.numbers.map((row) => [row.side, row.wagers.map((each) => each.total)]),
  }
}

test("Sands: pairs beside the mains, colours around the six, and the grid of totals", () => {
  const grid = ["player-wins-on-1", "player-wins-on-2", "banker-wins-on-1", "tie-wins-on-0", "tie-wins-on-1"]
  expect(laid("banker", "player", "tie", "player-black", "player-red", "banker-black", "banker-red", "sands-six", "player-precious-pair", "banker-precious-pair", ...grid)).toEqual({
    mains: ["player", "player-precious-pair", "tie", "banker-precious-pair", "banker"],
    sides: ["player-red", "player-black", "sands-six", "banker-red", "banker-black"],
    numbers: [["tie", [0, 1]], ["banker", [1]], ["player", [1, 2]]],
  })
})

test("Tiger: no pair of one hand, every side wager in its order", () => {
  expect(laid("player", "banker", "tie", "tiger-pair", "tiger", "small-tiger", "big-tiger", "tiger-tie")).toEqual({
    mains: ["player", "tie", "banker"],
    sides: ["tiger-pair", "tiger", "small-tiger", "big-tiger", "tiger-tie"],
    numbers: [],
  })
})

test("a wager that no layout has heard of still has its field", () => {
  expect(laid("player", "banker", "tie", "something-new").sides).toEqual(["something-new"])
})

test("a wager that the table leaves out has none", () => {
  expect(layout([wager("player"), wager("tiger")], ["player"]).sides).toEqual([])
})

test("a field wears its side's colour", () => {
  expect(["player", "banker-dragon-bonus", "tie", "tiger-tie", "sands-six"].map(tone)).toEqual(["player", "banker", "tie", "tie", "brass"])
  expect([badge("player-red"), badge("banker-black"), badge("tiger")]).toEqual(["red", "black", undefined])
})
