// What does not change while the house is open, in the language that is chosen: games as they are declared, and the clauses
// that answers cite.
import { get } from "../api/client"
import type { GameShown, OddsShown, RulebookShown } from "../api/types"
import { prefs, type Language } from "../prefs.svelte"

/** A game that brings its own words is called by them: its titles follow the language that is chosen. */
function inItsWords(game: GameShown): GameShown {
  if (!Object.keys(game.chinese).length) return game
  const titled = <T extends { title: string }>(each: T): T => {
    const english = each.title
    return {
      ...each,
      get title() {
        return prefs.language === "zh" ? (game.chinese[english] ?? english) : english
      },
    }
  }
  return titled({ ...game, wagers: game.wagers.map(titled) })
}

const NONE: Record<string, GameShown> = {}

class Library {
  #games = $state.raw<Partial<Record<Language, Record<string, GameShown>>>>({})
  #rulebooks = $state.raw<Partial<Record<Language, RulebookShown>>>({})
  readonly #asked = new Map<string, Promise<unknown>>()

  /** The games, those of the other language until these are here. */
  readonly games = $derived(this.#games[prefs.language] ?? this.#games.en ?? this.#games.zh ?? NONE)

  #others = $state.raw<Record<string, GameShown>>({})

  /** The game of a table or of a round, in the edition and by the readings that it is played by. */
  of(played: { game: string | null; rules: string | null } | null | undefined): GameShown | undefined {
    const rules = played?.rules ?? ""
    const known = this.games[rules] ?? this.#others[`${prefs.language} ${rules}`]
    // Readings that make no sense together are no game; whoever uses them hears why.
    if (!known && rules !== (played?.game ?? "")) this.#openOther(rules).catch(() => undefined)
    return known
  }

  /** A game in another edition, or under other readings, than it has by default; fetched once. */
  #openOther(rules: string): Promise<void> {
    const key = `${prefs.language} ${rules}`
    return this.#once(key, async () => {
      const found = await get<GameShown>(`/api/games/${encodeURIComponent(rules)}`)
      this.#others = { ...this.#others, [key]: inItsWords(found) }
    })
  }

  /** The games, fetched once. */
  open(): Promise<void> {
    const language = prefs.language
    return this.#once(`games ${language}`, async () => {
      const found = await get<GameShown[]>("/api/games")
      this.#games = { ...this.#games, [language]: Object.fromEntries(found.map((each) => [each.name, inItsWords(each)])) }
    })
  }

  readonly #chinese = $derived<Record<string, string>>(Object.assign({}, ...Object.values(this.games).map((each) => each.chinese)))

  /** What a game that brings its own words calls that in Chinese. */
  chinese(english: string): string | undefined {
    return this.#chinese[english]
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
    return this.#once(`odds ${table} ${prefs.language}`, () => get(`/api/tables/${encodeURIComponent(table)}/odds`))
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
