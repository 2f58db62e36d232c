import { expect, test } from "vitest"
import { axes, digits, ticks } from "./axes"

const point = (rounds: number, edge: number, error: number) => ({ rounds, edge, low: edge - error, high: edge + error })

test("the wild beginning is left outside, the exact line stays in the middle", () => {
  const found = axes([point(1_000, 0.08, 0.06), point(10_000, 0.02, 0.02), point(100_000, 0.011, 0.006), point(1_000_000, 0.0106, 0.002)], 0.0106, 1e8)
  expect(found.middle).toBe(0.0106)
  expect(found.half).toBeLessThan(0.01)
  expect([found.from, found.to]).toEqual([3, 6.6])
})

test("nothing yet is a picture too", () => {
  expect(axes([], 0.01, 1e6).to).toBeGreaterThan(axes([], 0.01, 1e6).from)
})

test("ticks are round, few, and told apart by their digits", () => {
  const found = ticks({ from: 3, to: 6, middle: 0.0106, half: 0.005 })
  expect(found.map((each) => Number(each.toFixed(6)))).toEqual([0.01, 0.015])
  expect(digits(found)).toBe(1)
  expect(ticks({ from: 3, to: 6, middle: 0, half: 1e-4 }).length).toBeGreaterThanOrEqual(3)
})
