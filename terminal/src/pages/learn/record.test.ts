import { expect, test } from "vitest"
import { added, NO_RECORD, type Mistake } from "./record"

const mistake = (cost: number): Mistake => ({ command: "decide", cards: ["TS", "6H"], up: "TD", chosen: "stand", best: "surrender", cost })

test("a mistake adds what it costs, and the costliest are listed first", () => {
  let record = NO_RECORD
  for (const cost of [10, 300, 20, 5, 40, 7]) record = added(record, { decision: true, mistake: mistake(cost), over: null })
  expect(record).toMatchObject({ decisions: 6, mistakes: 6, cost: 382, rounds: 0 })
  expect(record.worst.map((each) => each.cost)).toEqual([300, 40, 20, 10, 7])
})

test("a right decision is no mistake, and a round counts once it is over", () => {
  let record = added(NO_RECORD, { decision: true, mistake: null, over: null })
  record = added(record, { decision: false, mistake: null, over: { bets: 12.5, net: -2_500 } })
  expect(record).toEqual({ ...NO_RECORD, decisions: 1, rounds: 1, bets: 12.5, net: -2_500 })
})
