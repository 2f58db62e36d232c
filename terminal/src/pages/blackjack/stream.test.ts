import { expect, test } from "vitest"
import { uses } from "./stream"

const hand = (text: string) => ({ cards: text.split(" ") })
const places = (hands: string[], opening: string, stream: string) =>
  uses(hands.map(hand), opening.split(" "), stream ? stream.split(" ") : []).map((each) => each.map(({ at }) => at))

test("a hand that hits takes the stream from its first card", () => {
  expect(uses([hand("TS 2H 3D")], ["TS", "2H"], ["3D", "9C"])[0]?.map(({ at, total }) => [at, total])).toEqual([
    [-2, 10],
    [-1, 12],
    [0, 15],
  ])
})

test("split hands are played in sequence: the second waits for the first", () => {
  expect(places(["8H 3S 9C", "8D 4C"], "8H 8D", "3S 9C 4C")).toEqual([
    [-2, 0, 1],
    [-1, 2],
  ])
})

test("a hand that is split again gives its card to the hand that comes next", () => {
  expect(places(["8H 2S", "8C 5D", "8D KS"], "8H 8D", "8C 2S 5D KS")).toEqual([
    [-2, 1],
    [0, 2],
    [-1, 3],
  ])
})

test("the second hand may be the one that is split again", () => {
  expect(places(["8H 2S", "8D TS", "8C 9H"], "8H 8D", "2S 8C TS 9H")).toEqual([
    [-2, 0],
    [-1, 2],
    [1, 3],
  ])
})

test("cards that look alike are told apart by their order", () => {
  expect(places(["8H 8C 3D", "8D 2S"], "8H 8D", "8C 3D 2S")).toEqual([
    [-2, 0, 1],
    [-1, 2],
  ])
  expect(places(["8H 8C", "8C 3D", "8D 2S"], "8H 8D", "8C 8C 3D 2S")).toEqual([
    [-2, 1],
    [0, 2],
    [-1, 3],
  ])
})

test("a hand that still waits has its first card alone", () => {
  expect(places(["8H", "8D"], "8H 8D", "")).toEqual([[-2], [-1]])
})
