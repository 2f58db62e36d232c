// What happens in rounds and in the house, what is done there, and what rounds come to, by name.
import { prefs } from "../prefs.svelte"
import { capital } from "./capital"
import { named } from "./chinese.svelte"

/** The name of a kind of event. */
export function eventName(kind: string): string {
  return named("event", kind) ?? spelt(kind)
}

/** A command by its name, as what one does. */
export function commandName(command: string): string {
  return named("command", command) ?? spelt(command)
}

/** A word by which the result of a round is known. */
export function resultName(word: string): string {
  if (prefs.language !== "zh") return spelt(word)
  return named("result", word) ?? word.replace(/^dealer-(\d+)$/, "庄家 $1 点")
}

function spelt(word: string): string {
  return capital(word).replaceAll("-", " ")
}
