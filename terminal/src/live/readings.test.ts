import { expect, test } from "vitest"
import { inFull, readBy, readingsIn } from "./readings"

const CHOICES = { "R-63": ["a", "b"], "R-110": ["a", "b"] }

test("a full name tells the readings in the order of their rulings, and is read again", () => {
  const rules = inFull("tiger@4", { "R-110": "b", "R-63": "b" })
  expect(rules).toBe("tiger@4 R-63=b R-110=b")
  expect(readingsIn(rules, CHOICES)).toEqual({ "R-63": "b", "R-110": "b" })
  expect(inFull("tiger", {})).toBe("tiger")
})

test("what an address asks that the game does not offer is left out", () => {
  expect(readingsIn("tiger R-63=z R-1=a obo R-110=b", CHOICES)).toEqual({ "R-110": "b" })
})

test("the default letter is no reading of its own", () => {
  expect(readBy({ "R-63": "b" }, "R-63", "a", "a")).toEqual({})
  expect(readBy({ "R-63": "b" }, "R-110", "b", "a")).toEqual({ "R-63": "b", "R-110": "b" })
})
