import { expect, test } from "vitest"
import { NOTHING, scored } from "./score"

test("right answers in a row are a streak, and a wrong one ends it", () => {
  let score = NOTHING
  for (const right of [true, true, false, true]) score = scored(score, right, 2)
  expect(score).toEqual({ asked: 4, right: 3, seconds: 8, streak: 1, best: 2 })
})

test("a break is not counted as thinking", () => {
  expect(scored(NOTHING, true, 3_600).seconds).toBe(60)
})
