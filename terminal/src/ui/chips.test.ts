import { expect, test } from "vitest"
import { chipsFor, pile } from "./chips"

const texts = (cents: number) => pile(cents).map((each) => each.text)

test("a stake is at most four discs, the largest on top", () => {
  expect(texts(263_000)).toEqual(["1K", "1K", "500", "100"])
  expect(texts(2_500)).toEqual(["25"])
  expect(texts(20)).toEqual(["1"])
})

test("a table has the chips of its unit and its limits", () => {
  expect(chipsFor(500, 500_000).map((each) => each.text)).toEqual(["5", "25", "100", "500", "1K", "5K"])
  expect(chipsFor(100, 10_000).map((each) => each.text)).toEqual(["1", "5", "25", "100"])
})
