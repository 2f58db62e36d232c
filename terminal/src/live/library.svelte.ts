// What does not change while the house is open: games as they are declared, and the clauses that answers cite.
import { get } from "../api/client"
import type { GameShown, OddsShown, RulebookShown } from "../api/types"
import { prefs, type Language } from "../prefs.svelte"

class Library {
  games = $state.raw<Record<string, GameShown>>({})
  #rulebooks = $state.raw<Partial<Record<Language, RulebookShown>>>({})
  readonly #asked = new Map<string, Promise<unknown>>()

  /** The games, fetched once. */
  open(): Promise<void> {
    return this.#once("games", async () => {
      const found = await get<GameShown[]>("/api/games")
      this.games = Object.fromEntries(found.map((each) => [each.name, each]))
    })
  }

  /** The clauses in the language that is chosen, once they are here. */
  get rulebook(): RulebookShown | null {
    return this.#rulebooks[prefs.language] ?? null
  }

  /** The clauses, fetched when somebody asks why. */
  openRulebook(): Promise<void> {
    const language = prefs.language
    return this.#once(`rulebook ${language}`, async () => {
      const found = await get<RulebookShown>(`/api/rulebook?language=${language}`)
      this.#rulebooks = { ...this.#rulebooks, [language]: found }
    })
  }

  odds(table: string): Promise<Record<string, OddsShown>> {
    return this.#once(`odds ${table}`, () => get(`/api/tables/${encodeURIComponent(table)}/odds`))
  }

  #once<T>(key: string, fetch: () => Promise<T>): Promise<T> {
    const known = this.#asked.get(key) as Promise<T> | undefined
    if (known) return known
    const asked = fetch()
    this.#asked.set(key, asked)
    asked.catch(() => this.#asked.delete(key))
    return asked
  }
}

export const library = new Library()
