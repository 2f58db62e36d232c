import { expect, test } from "vitest"
import { beside, dateOf } from "./days"

test("a day begins on its date where the house is", () => {
  const since = Date.parse("2026-05-01T22:00:00Z") * 1000
  expect(dateOf({ since, calendar: { zone: "Asia/Singapore" } })).toBe("2026-05-02")
  expect(dateOf({ since, calendar: {} })).toBe("2026-05-01")
})

test("days follow one another over the turn of a month and of a year", () => {
  expect([beside("2026-05-01", -1), beside("2026-12-31", 1), beside("2028-02-28", 1)]).toEqual(["2026-04-30", "2027-01-01", "2028-02-29"])
})
