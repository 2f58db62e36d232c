import { expect, test } from "vitest"
import type { TableOnFloor } from "../../api/types"
import { stateOf } from "./state"

const brief = { phase: "betting", closed: null, stopped: null } as unknown as TableOnFloor["brief"]
const table = { brief, paused: null, closing: false, held: false, approvals: 0 } as unknown as TableOnFloor

test("a table that closes after its round is not said to be closed, and a paused one is marked", () => {
  expect(stateOf(table)).toMatchObject({ text: "Bets open", tone: "open" })
  expect(stateOf(table).mark).toBeUndefined()
  const closes = { ...table, closing: true, brief: { ...brief, closed: "end of shift" } } as TableOnFloor
  expect(stateOf(closes)).toMatchObject({ mark: "closing", text: "Closing after this round" })
  expect(stateOf({ ...closes, closing: false })).toMatchObject({ mark: "closed", text: "Closed: end of shift" })
  expect(stateOf({ ...table, paused: "a spilt drink", held: true })).toMatchObject({ mark: "paused", text: "Paused: a spilt drink" })
})
