import { expect, test } from "vitest"
import { BOUNCE, taps } from "./tap"

test("a double click bets once, and who is quicker than a page is old bets too", () => {
  let now = 5
  const counts = taps(() => now)
  expect(counts()).toBe(true)
  now += BOUNCE - 1
  expect(counts()).toBe(false)
  now += 1
  expect(counts()).toBe(true)
})
