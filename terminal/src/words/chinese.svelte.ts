// What things are called in Chinese: the house's own list, fetched when Chinese is chosen. In English a name is its own.
import { prefs } from "../prefs.svelte"

export type Kind = "game" | "wager" | "outcome" | "event" | "result" | "command" | "role" | "phase" | "suit" | "rank"
type Names = Readonly<Record<string, string>>

let known = $state.raw<Readonly<Partial<Record<Kind, Names>>>>({})
let asked: Promise<void> | null = null

/** Fetch the names where they are needed; a page that has to wait for them would otherwise begin with some English ones. */
export async function openNames(): Promise<void> {
  if (prefs.language !== "zh") return
  asked ??= import("../../../src/croupier/words/names.json").then(
    (found) => void (known = found.default.names.zh),
    () => void (asked = null),
  )
  await asked
}

/** What that is called in Chinese, where Chinese is chosen and it has a name. */
export function named(kind: Kind, name: string): string | undefined {
  return prefs.language === "zh" ? known[kind]?.[name] : undefined
}

/** The same in Chinese, as far as they have names there. */
export function allNamed<T extends Names>(kind: Kind, english: T): T {
  return Object.fromEntries(Object.entries(english).map(([each, name]) => [each, known[kind]?.[each] ?? name])) as T
}
