import { expect, test } from "vitest"
import type { Public } from "../api/types"
import { called } from "./call"

function table(phase: string, more: object = {}, kind = "boxes"): Public {
  return { said: "Place your bets, please", stopped: null, held: false, ...more, round: { phase, lies: { kind } } } as unknown as Public
}

test("bets are open, about to close, and closed until the cards are out", () => {
  expect(called(table("betting"))).toBe("open")
  expect(called(table("betting", { said: "Last bets, please" }))).toBe("last")
  expect(["dealing", "confirming", "offering", "playing", "drawing", "complete", "settled", "void"].map((each) => called(table(each)))).toEqual(["closed", "closed", null, null, null, null, null, null])
  expect(called(table("complete", {}, "baccarat"))).toBe("closed")
})

test("who came late is told the same, and a table that stands still takes no bets", () => {
  expect(called(table("betting", { said: "" }))).toBe("open")
  expect(called(table("betting", { held: true }))).toBeNull()
  expect(called(table("betting", { stopped: "broken" }))).toBeNull()
  expect(called({ ...table("betting"), round: null })).toBeNull()
})
