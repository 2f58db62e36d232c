import { expect, test } from "vitest"
import type { BoxesShown, HandShown, SharedShown } from "../../api/types"
import { cardsChanged, handsChanged } from "../../corrections/changes"
import { familyOf } from "../../families"

const hand = (cards: string, more: Partial<HandShown> = {}): HandShown => ({ cards: cards.split(" ").filter(Boolean), total: 0, ...more })
const boxes = (dealer: string, ...hands: string[][]): BoxesShown =>
  ({ kind: "boxes", dealer: hand(dealer), boxes: hands.map((each, at) => ({ number: at + 1, hands: each.map((cards, number) => hand(cards, { number: number + 1 })) })), turn: 2, face_up: [], pulled: 0, seen: [], withdrawing: false }) as unknown as BoxesShown
const shared = (opening: string[], stream: string[]): SharedShown => ({ kind: "shared", dealer: hand("6D"), opening, stream, ways: [] })

test("on boxes each hand is its own", () => {
  const [was, now] = [boxes("6D 4S 9H", ["8C 8D", "8H 3C"], ["TH 9C"]), boxes("6D 2S 9H", ["8C 8D", "8H 4C"], ["TH 9C"])]
  expect(handsChanged(was, now).map((each) => each.hand.whose)).toEqual(["Dealer", "Box 1, hand 2"])
  expect(cardsChanged(was, now).map((each) => each.hand.card(each.place))).toEqual(["The Dealer's second card", "The second card of box 1, hand 2,"])
})

test("whose turn it is, where one box decides", () => {
  const lies = boxes("6D", ["8C 8D"], ["TH 9C"])
  expect(familyOf(lies).turn?.(lies)).toBe("Box 2 decides")
  expect(familyOf(lies).hands(lies).map((each) => [each.key, each.turn ?? false])).toEqual([["dealer", false], ["1 0", false], ["2 0", true]])
})

test("shared cards are the first two and those drawn by all", () => {
  const found = cardsChanged(shared(["8S", "3D"], ["KH"]), shared(["8S", "4D"], ["KH", "2C"]))
  expect(found.map((each) => [each.hand.card(each.place), each.was, each.now])).toEqual([["The second shared card", "3D", "4D"], ["The second card of the shared draw", null, "2C"]])
})

test("a Blackjack and a bust are called so, and the Dealer's hand is the result", () => {
  const lies = shared([], [])
  const { total, result } = familyOf(lies)
  expect([total(hand("AS KD", { blackjack: true, total: 21 })), total(hand("KS QS 5D", { bust: true, total: 25 })), total(hand("KS", { total: 10 })), total(hand(""))]).toEqual(["BJ", "25 bust", "10", ""])
  expect([hand("AS KD", { blackjack: true, total: 21 }), hand("KS QS 5D", { bust: true, total: 25 }), hand("KS 8D", { total: 18 }), hand("")].map((dealer) => result({ ...lies, dealer }))).toEqual(["Dealer Blackjack", "Dealer busts with 25", "Dealer has 18", ""])
})
