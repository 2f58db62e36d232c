import { expect, test } from "vitest"
import { apply, Unfit } from "./delta"

const before = { phase: "dealing", cards: ["8S"], terms: { decks: 8 }, void: null }

test("a card is added, and what has not changed stays the same object", () => {
  const after = apply(["o", { cards: ["l", 1, [], ["4C"]] }, []], before) as typeof before
  expect(after).toEqual({ ...before, cards: ["8S", "4C"] })
  expect(after.terms).toBe(before.terms)
})

test("a list is cut, and one of its items changes", () => {
  expect(apply(["l", 2, [[1, ["=", null]]], []], [1, 2, 3])).toEqual([1, null])
})

test("null is a value, and a key may go", () => {
  expect(apply(["o", { cards: ["=", null] }, ["void"]], before)).toEqual({ phase: "dealing", cards: null, terms: { decks: 8 } })
})

test("what does not fit is refused, so that the whole is asked for", () => {
  expect(() => apply(["l", 4, [], []], [1])).toThrow(Unfit)
  expect(() => apply(["o", {}, []], null)).toThrow(Unfit)
})
