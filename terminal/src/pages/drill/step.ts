// A step of a case in words: what the console calls it, and what is told with it. Cards stay as they are written, to be drawn.
import { commandName } from "../../words/events"
import { forms } from "../../words/forms"
import { money } from "../../words/money"
import { ownWords, wagerName } from "../../words/names"
import { punctuation } from "../../words/punctuation"
import { staff } from "../../words/staff"
import { w } from "./words"

export type Told = { who: string; command: string; prompt: string; fields: Record<string, unknown>; of: number | null }

const MONEY = ["stake", "amount", "tie", "cents"]

/** A player by name, or a position. */
export function whoName(who: string): string {
  return (staff().roles as Record<string, string>)[who] ?? who
}

export function stepText(step: Told): string {
  // What players are asked is a question to them; what they do is told.
  const plays = !(step.who in staff().roles)
  const own = w().commands[step.command]
  const prompt = step.prompt === step.command ? commandName(step.command) : ownWords(step.prompt)
  const what = plays || step.prompt === step.command ? (own ?? prompt) : prompt
  const told = Object.entries(step.fields)
    .filter(([name, value]) => value !== null && !(plays && name === "bettor"))
    .map(([name, value]) => fieldText(name, value))
    .filter(Boolean)
  const whole = told.length ? w().told(what, told.join(punctuation().comma)) : what
  return step.of === null ? whole : w().earlier(step.of, whole)
}

function fieldText(name: string, value: unknown): string {
  if (MONEY.includes(name) && typeof value === "number") return money(value)
  if (Array.isArray(value)) return value.join(" ")
  if (name === "known") return w().order[value ? "known" : "unknown"]
  if (name === "wager") return wagerName(String(value), String(value))
  if (name === "box") return forms().box(Number(value))
  if (typeof value === "boolean") return ""
  const text = String(value)
  return forms().choices[text] ?? text
}
