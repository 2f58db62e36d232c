// What is asked of the laboratory: a game under some readings, so many decks, less the cards that are gone. Answers are remembered for a while.
import { post, Refusal } from "../../api/client"
import type { GameShown, ShoeAsked } from "../../api/types"
import { inFull, readingsIn, type Rulings } from "../../live/readings"
import { session } from "../../live/session.svelte"
import { prefs } from "../../prefs.svelte"

export const RANKS = "A23456789TJQK"
export const SUITS = "SHDC"

export class Shoe {
  game = $state("")
  /** The letters by which open points are read otherwise than usual. */
  readings = $state.raw<Rulings>({})
  decks = $state(0)
  /** How many of each card are gone. */
  gone = $state<Record<string, number>>({})

  readonly count = $derived(Object.values(this.gone).reduce((sum, each) => sum + each, 0))
  /** The game as the house names it, with its readings. */
  readonly rules = $derived(inFull(this.game, this.readings))
  readonly asked: ShoeAsked = $derived({
    game: this.rules,
    decks: this.decks,
    gone: Object.entries(this.gone).flatMap(([card, count]) => Array<string>(count).fill(card)),
  })

  choose(game: GameShown, rules = game.name, decks = game.decks.usual, gone: readonly string[] = []): void {
    this.game = game.name
    this.readings = readingsIn(rules, game.choices)
    this.decks = Math.min(game.decks.most, Math.max(game.decks.least, decks))
    this.gone = {}
    for (const card of gone) if (has(game, card)) this.take(card)
  }

  setDecks(decks: number): void {
    this.decks = decks
    this.gone = Object.fromEntries(Object.entries(this.gone).map(([card, count]) => [card, Math.min(count, decks)]))
  }

  take(card: string): void {
    const gone = this.gone[card] ?? 0
    if (gone < this.decks) this.gone = { ...this.gone, [card]: gone + 1 }
  }

  putBack(card: string): void {
    const { [card]: gone = 0, ...rest } = this.gone
    this.gone = gone > 1 ? { ...rest, [card]: gone - 1 } : rest
  }

  fill(): void {
    this.gone = {}
  }
}

/** Whether a deck of that game holds the card: some have no tens, and of those some no 8 of Spades. */
export function has(game: GameShown, card: string): boolean {
  const left = (game.deck < 52 && card[0] === "T") || (game.deck === 47 && card === "8S")
  return RANKS.includes(card[0] ?? "-") && SUITS.includes(card[1] ?? "-") && !left
}

/** Who asks is said where it matters: a full shoe is anybody's to ask about, any other not everywhere. */
export function whoAsks(asked: ShoeAsked): string | null {
  return asked.gone?.length ? session.staff() : null
}

/** One kind of answer of the laboratory, for the shoe that is asked for now, in the language that is chosen. */
export class Answer<T, Question extends ShoeAsked = ShoeAsked> {
  value = $state.raw<T | null>(null)
  wrong = $state("")
  working = $state(false)
  #key = ""

  constructor(readonly path: string) {}

  async ask(asked: Question): Promise<void> {
    const key = `${prefs.language} ${JSON.stringify(asked)}`
    if (key === this.#key && !this.wrong) return
    this.#key = key
    ;[this.wrong, this.working] = ["", true]
    try {
      const found = await post<T>(this.path, asked, whoAsks(asked))
      if (key === this.#key) this.value = found
    } catch (error) {
      if (key !== this.#key) return
      this.wrong = error instanceof Refusal ? error.message : String(error)
      this.value = null
    } finally {
      if (key === this.#key) this.working = false
    }
  }
}
