import { expect, test } from "vitest"
import catalogue from "../../../src/croupier/words/server.json"
import type { Public } from "../api/types"
import { families } from "../families"
import { called } from "./call"

const kind = (decides: boolean) => families.find((each) => each.decides === decides)?.name

function table(phase: string, more: object = {}, decides = true): Public {
  return { said: "Place your bets, please", stopped: null, held: false, ...more, round: { phase, lies: { kind: kind(decides) } } } as unknown as Public
}

test("bets are open, about to close, and closed until the cards are out", () => {
  expect(called(table("betting"))).toBe("open")
  expect(called(table("betting", { said: "Last bets, please" }))).toBe("last")
  expect(["dealing", "confirming", "offering", "playing", "drawing", "complete", "settled", "void"].map((each) => called(table(each)))).toEqual(["closed", "closed", null, null, null, null, null, null])
  expect(called(table("complete", {}, false))).toBe("closed")
})

test("the last call is known by the words that the house has for it, in every language", () => {
  const said = Object.values(catalogue.sentences["last-bets-please"])
  expect(said.map((each) => called(table("betting", { said: each })))).toEqual(said.map(() => "last"))
})

test("who came late is told the same, and a table that stands still takes no bets", () => {
  expect(called(table("betting", { said: "" }))).toBe("open")
  expect(called(table("betting", { held: true }))).toBeNull()
  expect(called(table("betting", { stopped: "broken" }))).toBeNull()
  expect(called({ ...table("betting"), round: null })).toBeNull()
})
