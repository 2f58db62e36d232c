import { expect, test } from "vitest"
import { step } from "./pay"

test("a pay moves by one to the same stake, however it is written, and not below nothing", () => {
  const moved = ["8:1", "8", "19:20", "9 for 1", "8 to 1", "push", "nine"].map((each) => step(each, 1))
  expect(moved).toEqual(["9:1", "9:1", "20:20", "10 for 1", "9 to 1", "1:1", "nine"])
  expect(["1:1", "0:1"].map((each) => step(each, -1))).toEqual(["0:1", "0:1"])
})
