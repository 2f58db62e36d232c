import { expect, test } from "vitest"
import type { BoxesShown, HandShown } from "../api/types"
import { cardsChanged, handsChanged, type Lies } from "./changes"

const hand = (cards: string, total = 0): HandShown => ({ cards: cards.split(" ").filter(Boolean), total })
const baccarat = (player: string, banker: string): Lies => ({ kind: "baccarat", player: hand(player), banker: hand(banker), result: null })
const boxes = (dealer: string, ...hands: string[][]): Lies =>
  ({ kind: "boxes", dealer: hand(dealer), boxes: hands.map((each, at) => ({ number: at + 1, hands: each.map((cards, number) => ({ ...hand(cards), number: number + 1 })) })), turn: null, face_up: [], pulled: 0, seen: [], withdrawing: false }) as unknown as BoxesShown

test("a card that was read wrongly is named by its place in its hand", () => {
  expect(cardsChanged(baccarat("8S 3D", "4C 2H"), baccarat("8S AD", "4C 2H"))).toEqual([{ where: { whose: "player" }, place: 2, was: "3D", now: "AD" }])
})

test("a card that the round did not need is no card of it", () => {
  expect(cardsChanged(baccarat("8S 3D KH", "4C 2H"), baccarat("8S AD", "4C 2H"))).toEqual([
    { where: { whose: "player" }, place: 2, was: "3D", now: "AD" },
    { where: { whose: "player" }, place: 3, was: "KH", now: null },
  ])
})

test("on boxes each hand is its own", () => {
  const [was, now] = [boxes("6D 4S 9H", ["8C 8D", "8H 3C"], ["TH 9C"]), boxes("6D 2S 9H", ["8C 8D", "8H 4C"], ["TH 9C"])]
  expect(handsChanged(was, now).map((each) => each.where)).toEqual([{ whose: "dealer" }, { whose: "box", box: 1, hand: 2 }])
  expect(cardsChanged(was, now)).toEqual([
    { where: { whose: "dealer" }, place: 2, was: "4S", now: "2S" },
    { where: { whose: "box", box: 1, hand: 2 }, place: 2, was: "3C", now: "4C" },
  ])
})

test("shared cards are the first two and those drawn by all", () => {
  const shared = (opening: string[], stream: string[]): Lies => ({ kind: "shared", dealer: hand("6D"), opening, stream, ways: [] })
  expect(cardsChanged(shared(["8S", "3D"], ["KH"]), shared(["8S", "4D"], ["KH", "2C"]))).toEqual([
    { where: { whose: "opening" }, place: 2, was: "3D", now: "4D" },
    { where: { whose: "stream" }, place: 2, was: null, now: "2C" },
  ])
})

test("where nothing is otherwise nothing is named", () => {
  expect(handsChanged(baccarat("8S 3D", "4C 2H"), baccarat("8S 3D", "4C 2H"))).toEqual([])
})
