import { expect, test } from "vitest"
import type { Lies } from "../families/family"
import { cardsChanged, handsChanged } from "./changes"

const lies = (...held: string[]): Lies => ({
  kind: "hands",
  hands: held.map((cards, at) => ({ name: `hand-${at + 1}`, label: `Hand ${at + 1}`, cards: cards.split(" ").filter(Boolean), comes_to: String(cards.length), won: false })),
  result: null,
})
const told = (was: Lies, now: Lies) => cardsChanged(was, now).map((each) => [each.hand.key, each.place, each.was, each.now])

test("a card that was read wrongly is named by its place in its hand", () => {
  expect(told(lies("8S 3D", "4C 2H"), lies("8S AD", "4C 2H"))).toEqual([["hand-1", 2, "3D", "AD"]])
  expect(cardsChanged(lies("8S 3D", "4C"), lies("8S AD", "4C"))[0]?.hand.card(2)).toBe("Hand 1's second card")
})

test("a card that the round did not need is no card of it", () => {
  expect(told(lies("8S 3D KH", "4C 2H"), lies("8S AD", "4C 2H"))).toEqual([
    ["hand-1", 2, "3D", "AD"],
    ["hand-1", 3, "KH", null],
  ])
})

test("a hand that had not been read at all is told whole", () => {
  expect(told(lies("8S", ""), lies("8S", "KH"))).toEqual([["hand-2", 1, null, "KH"]])
})

test("a hand is shown as it was and as it is, with what it comes to", () => {
  const [found] = handsChanged(lies("8S 3D", "4C"), lies("8S AD 2C", "4C"))
  expect([found?.hand.whose, found?.was.points, found?.now.points]).toEqual(["Hand 1", "5", "8"])
})

test("where nothing is otherwise nothing is named", () => {
  expect(handsChanged(lies("8S 3D", "4C 2H"), lies("8S 3D", "4C 2H"))).toEqual([])
})
