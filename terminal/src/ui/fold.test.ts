import { expect, test } from "vitest"
import { fold, held, type Point } from "./fold"

const lies = ([a, b, c, d, e, f]: readonly number[], [x, y]: Point) => [a! * x + c! * y + e!, b! * x + d! * y + f!].map((each) => Math.round(each))

test("from the right edge the face's own strip lies beside the crease, not mirrored", () => {
  const found = fold([98, 70], [-20, 3])!
  expect(found.share).toBeCloseTo(0.2)
  // Twenty are lifted: the face's left edge has come to 60, its twentieth to 80.
  expect(lies(found.matrix, [0, 0])).toEqual([60, 0])
  expect(lies(found.matrix, [20, 140])).toEqual([80, 140])
  expect(Math.max(...found.lifted.map(([x]) => x))).toBe(20)
})

test("from the lower edge the face comes from below", () => {
  const found = fold([50, 138], [5, -28])!
  expect(found.share).toBeCloseTo(0.2)
  expect(lies(found.matrix, [0, 140])).toEqual([100, 84])
  expect(Math.min(...found.lifted.map(([, y]) => y))).toBeCloseTo(112)
})

test("from a corner a triangle is lifted, and the crease follows the finger", () => {
  const found = fold([97, 135], [-15, -15])!
  expect(found.lifted).toHaveLength(3)
  expect(lies(found.matrix, [0, 140])).toEqual([70, 110])
})

test("outwards nothing is lifted, and a card is held where it is touched", () => {
  expect(fold([98, 70], [20, 0])).toBeNull()
  expect(held([4, 70])).toEqual({ at: [0, 70], axis: "x" })
  expect(held([50, 12])).toEqual({ at: [50, 0], axis: "y" })
  expect(held([4, 4])).toEqual({ at: [0, 0], axis: null })
})
