import { expect, test } from "vitest"
import type { DrawingShown } from "../../api/types"
import { next, steps, total } from "./explain"

const DRAWING: DrawingShown = {
  player: [0, 1, 2, 3, 4, 5],
  banker: {
    "0": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "1": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "2": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    "3": [0, 1, 2, 3, 4, 5, 6, 7, 9], "4": [2, 3, 4, 5, 6, 7], "5": [4, 5, 6, 7], "6": [6, 7], "7": [],
  },
  places: "superbaccarat 3.7", draws: "superbaccarat 3.9", settles: "superbaccarat 3.10",
}
const hands = (player: string, banker: string) => ({ player: player.split(" ").filter(Boolean), banker: banker.split(" ").filter(Boolean) })

test("points are the last digit of the sum", () => {
  expect([total(["8H", "2H"]), total(["KC", "5S"]), total(["AS", "9H", "9D"])]).toEqual([0, 5, 9])
})

test("Banker on 5 draws to a third card of 4", () => {
  const found = steps(hands("8H 2H 4D", "KC 5S"), DRAWING, false)
  expect(found.map((each) => each.kind)).toEqual(["first-four", "player", "banker"])
  expect(found[2]).toMatchObject({ draws: true, total: 5, third: 4, on: [4, 5, 6, 7], card: null })
  expect(next(hands("8H 2H 4D", "KC 5S"), DRAWING)).toBe("banker")
})

test("a natural ends it for both hands", () => {
  const found = steps(hands("9S KD", "2C 3D"), DRAWING, true)
  expect(found[0]).toMatchObject({ natural: true })
  expect(found[1]).toMatchObject({ kind: "player", draws: false })
  expect(found[2]).toMatchObject({ kind: "banker", draws: false })
  expect(found[3]).toMatchObject({ kind: "result", winner: "player", totals: { player: 9, banker: 5 } })
})

test("where Player stands, Banker draws as Player would", () => {
  expect(next(hands("6S KD", "2C 3D"), DRAWING)).toBe("banker")
  expect(next(hands("6S KD", "2C 4D"), DRAWING)).toBe(null)
})

test("nothing is told before four cards lie there, but who is next", () => {
  expect(steps(hands("6S", "2C"), DRAWING, false)).toEqual([])
  expect([next(hands("", ""), DRAWING), next(hands("6S", ""), DRAWING), next(hands("6S", "2C"), DRAWING)]).toEqual(["player", "banker", "player"])
})
