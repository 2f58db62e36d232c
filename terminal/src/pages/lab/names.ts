// A wager of the laboratory by name: the same one may be played for different ends.
import { wagerName } from "../../words/names"
import { w } from "./words"

export function labName(name: string, wager: string, title: string): string {
  const known = wagerName(wager, title)
  if (name === wager) return known
  return `${known} · ${name.endsWith("-best") ? w().forIt : w().byCards}`
}

/** What a wager is called that only its name is known of. */
export function nameOf(name: string, titles: Record<string, string>): string {
  const wager = name.startsWith("main-") ? "main" : name.replace(/-best$/, "")
  return labName(name, wager, titles[wager] ?? wager)
}
