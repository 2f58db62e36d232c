import { expect, test } from "vitest"
import { answered, boxes, next, RESTS, type Known } from "./leitner"

const NOW = 1_000_000_000

test("a right answer moves a box on and rests longer each time, up to the last", () => {
  let known: Known = {}
  let now = NOW
  for (const [box, rest] of RESTS.entries()) {
    known = answered(known, "a", true, now)
    expect(known["a"]).toEqual([box, now + rest])
    now += rest
  }
  expect(answered(known, "a", true, now)["a"]?.[0]).toBe(RESTS.length - 1)
})

test("a wrong answer goes back to the first box and is due at once", () => {
  const known = answered({ a: [4, NOW + 1] }, "a", false, NOW)
  expect(known["a"]).toEqual([0, NOW])
})

test("what is due comes before what rests, the lowest box first", () => {
  const known: Known = { a: [2, NOW - 1], b: [0, NOW - 1], c: [1, NOW + 1] }
  expect(next(known, ["a", "b", "c"], NOW, null)).toBe("b")
  expect(next(known, ["a", "b", "c"], NOW, "b")).toBe("a")
  expect(next(known, ["c"], NOW, null)).toBe("c")
})

test("the same is not asked twice running while there is another", () => {
  expect(next({}, ["a", "b"], NOW, "a")).toBe("b")
  expect(next({}, ["a"], NOW, "a")).toBe("a")
  expect(next({}, [], NOW, null)).toBe(null)
})

test("no more than a few are new at once", () => {
  const keys = Array.from({ length: 20 }, (_, at) => `k${at}`)
  let known: Known = {}
  for (const key of keys.slice(0, 8)) known = answered(known, key, false, NOW)
  expect(keys.slice(0, 8)).toContain(next(known, keys, NOW, null, () => 0.99))
})

test("every square is in one box", () => {
  expect(boxes({ a: [0, 0], b: [4, 0] }, ["a", "b", "c"])).toEqual([1, 1, 0, 0, 0, 1])
})
