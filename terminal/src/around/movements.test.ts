import { expect, test } from "vitest"
import type { Movement } from "../api/types"
import { byRound } from "./movements"
import { grouped, plainCode } from "./paper"

let number = 100
const moved = (kind: string, cents: number, after: number, round: number | null = null, where = "table:tiger"): Movement => ({ at: 0, kind, cents, where, version: 0, number: --number, after, round })

test("a round is one line, with what it moved and the credits after its last posting", () => {
  const lines = byRound([moved("win", 95, 195, 7), moved("return", 100, 100, 7), moved("stake", -100, 0, 7), moved("buy-in", 100, 100, null, "terminal:T1")])
  expect(lines.map((each) => [each.round, each.cents, each.after])).toEqual([
    [7, 95, 195],
    [null, 100, 100],
  ])
})

test("rounds of the same number at two tables, and what came between, stay apart", () => {
  const lines = byRound([moved("stake", -5, 80, 7, "table:a"), moved("stake", -5, 85, 7, "table:b"), moved("tip", -1, 90), moved("stake", -5, 91, 7, "table:b")])
  expect(lines.map((each) => each.cents)).toEqual([-5, -5, -1, -5])
})

test("a correction is a line of its own beside the round that it corrects", () => {
  expect(byRound([moved("correction", -195, 0, 7), moved("win", 95, 195, 7)]).map((each) => each.cents)).toEqual([-195, 95])
})

test("a code is read four letters at a time, and taken however it is typed", () => {
  expect(grouped("ABCDEFGHJKLMNPQR")).toBe("ABCD-EFGH-JKLM-NPQR")
  expect(plainCode(" abcd-EFGH jklm-npqr ")).toBe("ABCDEFGHJKLMNPQR")
})
