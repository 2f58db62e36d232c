// What stands in records and commands as a bare word, field by field. In English it is shown as it is written there.
import { prefs } from "../../prefs.svelte"
import { cardName } from "../../words/cards"
import { type Kind, named } from "../../words/chinese.svelte"
import { forms } from "../../words/forms"
import { w } from "./words"

const KINDS: Readonly<Record<string, Kind>> = { role: "role", was: "role", needs: "role", by: "role", wager: "wager", game: "game", phase: "phase", command: "command" }
/** One of a few choices. Whatever else is written was typed by somebody, or is somebody's name. */
const CHOSEN = new Set(["action", "course", "effect", "kind"])

export function valueName(field: string, value: string | number | boolean | null): string {
  const text = String(value)
  if (prefs.language !== "zh" || typeof value === "number") return text
  if (typeof value === "boolean" || CHOSEN.has(field)) return forms().choices[text] ?? text
  if (field === "card" && value) return cardName(text)
  if (field === "subject") return w().subjects[text] ?? text
  const kind = KINDS[field]
  return (kind && named(kind, text)) ?? text
}
