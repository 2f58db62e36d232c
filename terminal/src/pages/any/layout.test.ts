import { expect, test } from "vitest"
import type { WagerShown } from "../../api/types"
import { layout, shortName } from "./layout"

const wager = (name: string, window: WagerShown["window"] = "betting"): WagerShown => ({ name, title: name, window, rows: [], extras: [], area: "rules 2.2", optional: null })
const laid = (hands: string[], ...names: string[]) => {
  const found = layout(names.map((each) => wager(each)), names, hands)
  return {
    mains: found.mains.map((each) => each.name),
    hands: found.hands.map((each) => [each.hand, each.wagers.map((one) => one.name)]),
    others: found.others.map((each) => each.name),
  }
}

test("wagers on the hands come first, with what is declared between them", () => {
  expect(laid(["left", "right"], "left", "tie", "right", "suited-tie", "left-odd", "left-even", "right-odd", "seven", "pair")).toEqual({
    mains: ["left", "tie", "right"],
    hands: [["left", ["left-odd", "left-even"]], ["right", ["right-odd"]]],
    others: ["suited-tie", "seven", "pair"],
  })
})

test("a few others stand between the hands that decide them", () => {
  expect(laid(["left", "right"], "left", "tie", "right", "suited-tie").mains).toEqual(["left", "tie", "suited-tie", "right"])
})

test("where no wager is on a hand, the first is the main one", () => {
  expect(laid(["left"], "war", "tie")).toEqual({ mains: ["war", "tie"], hands: [], others: [] })
})

test("a wager that the table leaves out, or that has a window of its own, has no field", () => {
  expect(layout([wager("left"), wager("tie"), wager("later", "insurance")], ["left", "later"], ["left"])).toEqual({ mains: [wager("left")], hands: [], others: [] })
})

test("under the name of its hand a wager is called by the rest", () => {
  expect([shortName("Dragon Odd", "Dragon"), shortName("龙单", "龙"), shortName("Odd", "Dragon"), shortName("Dragon", "Dragon")]).toEqual(["Odd", "单", "Odd", "Dragon"])
})
