import { expect, test } from "vitest"
import type { GameShown, HandsShown } from "../../api/types"
import { familyNamed, familyOf } from "../../families"
import { hands, mains, tone } from "./family"

const lies = (...names: string[]): HandsShown => ({ kind: "hands", hands: names.map((name) => ({ name, label: name.toUpperCase(), cards: ["KS"], comes_to: "13", won: name === "left" })), result: "left wins with a King" })
const game = (...wagers: string[]) => ({ wagers: wagers.map((name) => ({ name, window: "betting" })) }) as unknown as GameShown

test("a family that nobody here has heard of is drawn from its hands", () => {
  expect(familyNamed("something-new")).toBe(familyOf(lies("left", "right")))
})

test("hands lie in their order, by the names that the house gives them", () => {
  expect(hands(lies("left", "right")).map((each) => [each.key, each.name, each.total, each.tone])).toEqual([["left", "LEFT", "13", "player"], ["right", "RIGHT", "13", "banker"]])
  expect(hands(lies("a", "b", "c")).map((each) => each.tone)).toEqual(["plain", "plain", "plain"])
})

test("a hand without cards comes to nothing", () => {
  const none = lies("left")
  expect(hands({ ...none, hands: none.hands.map((each) => ({ ...each, cards: [] })) })[0]?.total).toBe("")
})

test("the result is told as the house words it", () => {
  const shown = lies("left", "right")
  expect([familyOf(shown).result(shown), familyOf(shown).result({ ...shown, result: null }), familyOf(shown).totals(shown)]).toEqual(["Left wins with a King", "", "LEFT 13, RIGHT 13"])
})

test("where cards come to nothing by themselves, the totals are the cards", () => {
  const shown = lies("left", "right")
  const bare = { ...shown, hands: shown.hands.map((each, at) => ({ ...each, comes_to: "", cards: at ? [] : each.cards })) }
  expect(familyOf(bare).totals(bare)).toBe("LEFT K♠")
})

test("main wagers are those on a hand; while none is known, the first", () => {
  expect(mains(game("left", "tie", "right", "left-odd"), ["left", "right"])).toEqual(["left", "right"])
  expect(mains(game("left", "tie"), [])).toEqual(["left"])
  expect(mains(undefined, ["left"])).toEqual([])
})

test("a wager wears the colour of the hand that it is about", () => {
  expect(["left", "right-odd", "suited-tie", "tie", "leftover"].map((each) => tone(each, ["left", "right"]))).toEqual(["player", "banker", "tie", "tie", "plain"])
  expect(tone("a", ["a", "b", "c"])).toBe("plain")
})
