import { expect, test } from "vitest"
import { paid } from "./ledger"

test("a stake that comes back with its win leaves the win, and one that is lost is gone", () => {
  const sums = paid([
    { source: "terminal:T1", destination: "stakes:B1/7", cents: 2_000, kind: "stake" },
    { source: "terminal:T2", destination: "stakes:B1/7", cents: 500, kind: "stake" },
    { source: "stakes:B1/7", destination: "terminal:T1", cents: 2_000, kind: "return" },
    { source: "win:B1", destination: "terminal:T1", cents: 1_900, kind: "win" },
    { source: "stakes:B1/7", destination: "win:B1", cents: 500, kind: "loss" },
  ])
  expect(sums).toEqual({ T1: 1_900, T2: -500 })
})

test("what the house advances for a correction is owed, not won", () => {
  const sums = paid([
    { source: "owed:T1", destination: "terminal:T1", cents: 300, kind: "advance" },
    { source: "terminal:T1", destination: "win:B1", cents: 500, kind: "correction" },
  ])
  expect(sums).toEqual({ T1: -500 })
})
