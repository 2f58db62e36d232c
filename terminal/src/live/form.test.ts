import { expect, test } from "vitest"
import type { Field, Form } from "../api/types"
import { allowed, begin, boundsOf, build, exactCents, fieldsOf, isShown, problem, settled } from "./form"

const late: Form = {
  fields: [
    { name: "bettor", kind: "bettor" },
    { name: "wager", kind: "wager" },
    { name: "amount", kind: "money", step: 500 },
    { name: "box", kind: "box" },
  ],
  keys: ["bettor", "wager", "box"],
  bounded: ["amount"],
  rows: [
    [["Ann", "main", 1], [[2_000, 2_000]], []],
    [["Ann", "pair", 1], [[500, 1_500]], []],
    [["Bob", "main", 3], [[1_000, 1_000]], []],
  ],
}

function of(form: Form, name: string): Field {
  const found = form.fields?.find((each) => each.name === name)
  if (!found) throw new Error(name)
  return found
}

test("what was chosen narrows what comes after it, and what can only be one thing is that", () => {
  expect(fieldsOf(late).map((each) => each.name)).toEqual(["box", "bettor", "wager", "amount"])
  expect(allowed(late, {}, of(late, "box")).choices).toEqual([1, 3])
  const first = settled(late, { box: 1 })
  expect(first).toEqual({ box: 1, bettor: "Ann" })
  expect(allowed(late, first, of(late, "wager")).choices).toEqual(["main", "pair"])
  expect(settled(late, { box: 3 })).toEqual({ box: 3, bettor: "Bob", wager: "main" })
})

test("another choice forgets what no longer goes with it", () => {
  expect(settled(late, { box: 3, bettor: "Ann", wager: "pair", amount: "10" })).toEqual({ box: 3, bettor: "Bob", wager: "main", amount: "10" })
})

test("money is typed as money and sent in cents, within the bounds of the row", () => {
  const filled = { box: 1, bettor: "Ann", wager: "pair", amount: "10" }
  expect(boundsOf(late, filled, of(late, "amount"))).toEqual([[500, 1_500]])
  expect(build({ command: "return-late-wager", form: late }, filled)).toEqual({ command: "return-late-wager", box: 1, bettor: "Ann", wager: "pair", amount: 1_000 })
  for (const [amount, is] of [["20", "outside"], ["4", "outside"], ["7", "step"], ["ten", "amount"], ["", "missing"]]) {
    expect(problem(late, { ...filled, amount }, of(late, "amount"))?.is, amount).toBe(is)
    expect(build({ command: "return-late-wager", form: late }, { ...filled, amount })).toBeNull()
  }
})

test("an amount may lie below or above, and not between", () => {
  const noted: Form = { fields: [{ name: "stake", kind: "money", step: 100 }], bounded: ["stake"], rows: [[[], [[100, 400]], []], [[], [[2_100, null]], []]] }
  expect(boundsOf(noted, {}, of(noted, "stake"))).toEqual([[100, 400], [2_100, null]])
  const said = (stake: string) => build({ command: "note-wager", form: noted }, { stake })
  expect([said("3"), said("10"), said("5000")]).toEqual([{ command: "note-wager", stake: 300 }, null, { command: "note-wager", stake: 500_000 }])
})

test("an amount that no choice asks for is neither shown nor sent", () => {
  const decide: Form = {
    fields: [{ name: "action", kind: "choice" }, { name: "amount", kind: "money", step: 100, optional: true }],
    fixed: { box: 2 },
    keys: ["action"],
    bounded: ["amount"],
    rows: [[["hit"], [null], []], [["double"], [[500, 1_000]], []]],
  }
  const amount = of(decide, "amount")
  expect([{}, { action: "hit" }, { action: "double" }].map((filled) => isShown(decide, filled, amount))).toEqual([false, false, true])
  expect(build({ command: "decide", form: decide }, { action: "hit", amount: "7" })).toEqual({ command: "decide", box: 2, action: "hit" })
  expect(build({ command: "decide", form: decide }, { action: "double" })).toEqual({ command: "decide", box: 2, action: "double" })
  expect(build({ command: "decide", form: decide }, { action: "double", amount: "7" })).toEqual({ command: "decide", box: 2, action: "double", amount: 700 })
})

test("anybody may be named where a row is open to anybody, but for whom it is not", () => {
  const placed: Form = {
    fields: [{ name: "bettor", kind: "bettor", open: true, choices: ["Ann", "Bob"] }, { name: "box", kind: "box" }],
    keys: ["bettor", "box"],
    rows: [[["*", 1], [], ["Bob"]], [["Cid", 2], [], []]],
  }
  const bettor = of(placed, "bettor")
  expect(allowed(placed, { box: 1 }, bettor)).toEqual({ choices: ["Ann"], open: true, without: ["Bob"] })
  expect(allowed(placed, { box: 2 }, bettor)).toEqual({ choices: ["Cid"], open: false, without: [] })
  const said = (box: number, who: string) => build({ command: "place-wager", form: placed }, { box, bettor: who })
  expect(said(1, "Newcomer")).toEqual({ command: "place-wager", box: 1, bettor: "Newcomer" })
  expect([said(1, "Bob"), said(1, "two words"), said(2, "Ann")]).toEqual([null, null, null])
})

test("a place is sent as a number, a card by its name, and the Dealer's place as none", () => {
  const which: Form = { fields: [{ name: "which", kind: "place", choices: [1, 2] }] }
  expect(build({ command: "pick-card", form: which }, { which: 2 })).toEqual({ command: "pick-card", which: 2 })
  const wrong: Form = { fields: [{ name: "card", kind: "card" }, { name: "box", kind: "box", choices: [1, 2, null] }] }
  expect(build({ command: "misdeal-card", form: wrong }, { card: "8S", box: null })).toEqual({ command: "misdeal-card", card: "8S", box: null })
  expect([build({ command: "misdeal-card", form: wrong }, { card: "8S" }), build({ command: "misdeal-card", form: wrong }, { card: "8", box: 1 })]).toEqual([null, null])
})

test("cards begin as they lie, and none of them may be left out where all must be among them", () => {
  const mend: Form = { fields: [{ name: "cards", kind: "cards", lie: ["4C", "8S", "4C"], keep: true, least: 3 }] }
  expect(begin(mend)).toEqual({ cards: ["4C", "8S", "4C"] })
  expect(build({ command: "reconstruct", form: mend }, { cards: ["8S", "4C", "4C", "KD"] })).toEqual({ command: "reconstruct", cards: ["8S", "4C", "4C", "KD"] })
  expect(build({ command: "reconstruct", form: mend }, { cards: ["8S", "4C", "KD"] })).toBeNull()
})

test("no more cards were seen than were drawn", () => {
  const pulled: Form = { fields: [{ name: "number", kind: "number", least: 2 }, { name: "disclosed", kind: "cards", optional: true, up_to: "number", least: 0 }] }
  expect(begin(pulled)).toEqual({ number: "2", disclosed: [] })
  const said = (disclosed: string[]) => build({ command: "pull-cards", form: pulled }, { number: "2", disclosed })
  expect([said([]), said(["4C", "5C"]), said(["4C", "5C", "6C"])]).toEqual([{ command: "pull-cards", number: 2, disclosed: [] }, { command: "pull-cards", number: 2, disclosed: ["4C", "5C"] }, null])
})

test("what is fixed is sent as it is, and what may be left out is", () => {
  const form: Form = { fixed: { known: true, box: 3 }, fields: [{ name: "why", kind: "reason", optional: true }] }
  expect(build({ command: "x", form }, {})).toEqual({ command: "x", known: true, box: 3 })
  expect(build({ command: "x", form }, { why: " so " })).toEqual({ command: "x", known: true, box: 3, why: "so" })
})

test("an exact amount may be a fraction of cents", () => {
  expect([exactCents("250"), exactCents("-7/2")]).toEqual([250, -3.5])
})
