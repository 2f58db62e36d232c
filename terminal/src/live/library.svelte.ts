// What does not change while the house is open: games as they are declared, and the clauses that answers cite.
import { get } from "../api/client"
import type { GameShown, OddsShown, RulebookShown } from "../api/types"

class Library {
  games = $state.raw<Record<string, GameShown>>({})
  rulebook = $state.raw<RulebookShown | null>(null)
  readonly #asked = new Map<string, Promise<unknown>>()

  /** The games, fetched once. */
  open(): Promise<void> {
    return this.#once("games", async () => {
      const found = await get<GameShown[]>("/api/games")
      this.games = Object.fromEntries(found.map((each) => [each.name, each]))
    })
  }

  /** The clauses, fetched when somebody asks why. */
  openRulebook(): Promise<void> {
    return this.#once("rulebook", async () => {
      this.rulebook = await get<RulebookShown>("/api/rulebook")
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
