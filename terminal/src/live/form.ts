// What somebody fills in of an offer's form, and the command that comes of it. No command is known here by its name: fields
// have kinds, rows say which values go together, and what is not allowed is not built.
import type { Bounds, Field, Form, Offer, Row } from "../api/types"
import { typed } from "../words/money"

export type Value = string | number | boolean | null
/** By field: values as they are sent; amounts and numbers as they were typed. */
export type Filled = Record<string, Value | readonly string[] | undefined>
export type Command = Record<string, unknown> & { command: string }
export type Choices = { choices: readonly Value[]; open: boolean; without: readonly string[] }
export type Problem =
  | { is: "missing" | "amount" | "who" | "few" | "many" | "cards" }
  | { is: "outside"; bounds: readonly Bounds[] }
  | { is: "step"; step: number }

/** In a row: whoever it is. */
const ANYBODY = "*"
const NAME = /^[\p{L}\p{N}_.-]{1,64}$/u
const CARD = /^[2-9TJQKA][SHDC]$/
/** What is asked first: who and what, before how much and why. */
const ORDER: readonly Field["kind"][] = ["box", "bettor", "wager", "choice", "clause", "place", "card", "number", "cards", "order", "money", "reason", "settings"]

/** The fields in the order in which they are filled in: each narrows those after it. */
export function fieldsOf(form: Form): Field[] {
  return (form.fields ?? []).toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** What there is to choose from in a field, by what was chosen in the fields before it. */
export function allowed(form: Form, filled: Filled, field: Field): Choices {
  const keys = form.keys ?? []
  const at = keys.indexOf(field.name)
  if (at < 0) return { choices: field.choices ?? [], open: field.open ?? false, without: field.without ?? [] }
  const before = fieldsOf(form).map((each) => each.name)
  const rows = matching(form, filled, (name) => before.indexOf(name) < before.indexOf(field.name))
  const named = [...new Set(rows.map(([values]) => values[at] as Value))].filter((each) => each !== ANYBODY)
  const anybody = rows.filter(([values]) => values[at] === ANYBODY)
  if (!anybody.length) return { choices: named, open: false, without: [] }
  // Who may not in every one of the rows that are open to anybody, may not at all.
  const without = (anybody[0]?.[2] ?? []).filter((who) => anybody.every((row) => row[2].includes(who)) && !named.includes(who))
  const known = (field.choices ?? []).filter((each) => !without.includes(String(each)) && !named.includes(each))
  return { choices: [...named, ...known], open: true, without }
}

/** The bounds that an amount has now; none where it is not told with what was chosen, null where that is not known yet. */
export function boundsOf(form: Form, filled: Filled, field: Field): readonly Bounds[] | null {
  const at = (form.bounded ?? []).indexOf(field.name)
  if (at < 0) return [[field.least ?? field.step ?? 1, field.most ?? null]]
  if ((form.keys ?? []).some((name) => filled[name] === undefined || filled[name] === "")) return null
  return matching(form, filled, () => true).map(([, bounds]) => bounds[at] ?? null).filter((each) => each !== null)
}

/** Whether a field is told with what was chosen so far. */
export function isShown(form: Form, filled: Filled, field: Field): boolean {
  if (!form.bounded?.includes(field.name)) return true
  const bounds = boundsOf(form, filled, field)
  return bounds === null ? !field.optional : bounds.length > 0
}

/** A form as it is before anybody has filled in anything; what can only be one thing is that. */
export function begin(form: Form): Filled {
  const filled: Filled = {}
  for (const field of fieldsOf(form)) {
    if (field.kind === "cards") filled[field.name] = field.lie ?? []
    else if (field.kind === "order") filled[field.name] = (field.choices ?? []).map(String)
    else if (field.kind === "number" && field.least != null) filled[field.name] = String(field.least)
    else if (field.suggested != null) filled[field.name] = field.suggested
  }
  return settled(form, filled)
}

/** The same after a change: what is no longer allowed is forgotten, and what can only be one thing is that. */
export function settled(form: Form, changed: Filled): Filled {
  const filled: Filled = { ...changed }
  for (const field of fieldsOf(form)) {
    const { choices, open, without } = allowed(form, filled, field)
    const now = filled[field.name]
    if (!isPicked(field)) continue
    if (now !== undefined && !Array.isArray(now) && !choices.includes(now as Value) && (!open || without.includes(String(now)))) delete filled[field.name]
    if (filled[field.name] === undefined && choices.length === 1 && !open && !field.optional) filled[field.name] = choices[0]
  }
  return filled
}

function isPicked(field: Field): boolean {
  return !["money", "reason", "cards", "order", "number", "settings"].includes(field.kind) && !(field.kind === "card" && !field.choices?.length)
}

/** What is wrong with what was filled in; nothing where it may be sent. */
export function problem(form: Form, filled: Filled, field: Field): Problem | null {
  if (!isShown(form, filled, field)) return null
  const value = filled[field.name]
  if (Array.isArray(value)) return problemOfCards(filled, field, value)
  if (value === undefined || value === "") return field.optional ? null : { is: "missing" }
  if (field.kind === "money") return problemOfAmount(boundsOf(form, filled, field) ?? [], field, typed(String(value)))
  if (field.kind === "number") return problemOfNumber(field, String(value))
  if (field.kind === "card" && !field.choices?.length) return CARD.test(String(value)) ? null : { is: "missing" }
  if (!isPicked(field)) return null
  const { choices, open, without } = allowed(form, filled, field)
  if (choices.includes(value as Value)) return null
  return open && NAME.test(String(value)) && !without.includes(String(value)) ? null : { is: open ? "who" : "missing" }
}

function problemOfAmount(bounds: readonly Bounds[], field: Field, cents: number | null): Problem | null {
  if (cents === null) return { is: "amount" }
  if (!bounds.some(([least, most]) => cents >= least && (most === null || cents <= most))) return { is: "outside", bounds }
  return cents % (field.step ?? 1) ? { is: "step", step: field.step ?? 1 } : null
}

function problemOfNumber(field: Field, text: string): Problem | null {
  if (!/^\d{1,4}$/.test(text)) return { is: "missing" }
  if (Number(text) < (field.least ?? 0)) return { is: "few" }
  return field.most != null && Number(text) > field.most ? { is: "many" } : null
}

function problemOfCards(filled: Filled, field: Field, cards: readonly string[]): Problem | null {
  if (field.kind === "order") return null
  if (cards.some((each) => !CARD.test(each))) return { is: "missing" }
  if (cards.length < (field.least ?? 0)) return { is: "few" }
  const most = field.up_to ? Number(filled[field.up_to]) : field.most
  if (most != null && cards.length > most) return { is: "many" }
  return field.keep && field.lie?.some((card) => count(cards, card) < count(field.lie ?? [], card)) ? { is: "cards" } : null
}

function count(cards: readonly string[], card: string): number {
  return cards.filter((each) => each === card).length
}

/** The command, once everything that it needs was filled in. */
export function build(offer: Pick<Offer, "command" | "form">, filled: Filled): Command | null {
  const form = offer.form ?? {}
  const made: Command = { command: offer.command, ...form.fixed }
  for (const field of fieldsOf(form)) {
    if (problem(form, filled, field)) return null
    const value = filled[field.name]
    if (value === undefined || value === "" || !isShown(form, filled, field)) continue
    if (field.kind === "money") made[field.name] = typed(String(value))
    else if (field.kind === "number") made[field.name] = Number(value)
    else made[field.name] = typeof value === "string" ? value.trim() : value
  }
  // Where values go together, they must be those of a row.
  return form.keys?.length && !matching(form, filled, () => true).length ? null : made
}

/** The rows that what was filled in agrees with, as far as these fields go. */
function matching(form: Form, filled: Filled, counts: (name: string) => boolean): Row[] {
  const keys = form.keys ?? []
  return (form.rows ?? []).filter((row) =>
    keys.every((name, at) => {
      const value = filled[name]
      if (value === undefined || value === "" || !counts(name)) return true
      const wanted = row[0][at]
      return wanted === ANYBODY ? !row[2].includes(String(value)) && !Array.isArray(value) : wanted === value
    }),
  )
}

/** Cents of an exact amount, which may be a fraction: `-1234/7`. */
export function exactCents(text: string): number {
  const [over = "0", under = "1"] = text.split("/")
  return Number(over) / Number(under)
}
