// What a lesson asks the house for: one thing at a time, anew when another language is chosen.
import { get } from "../../api/client"
import { away } from "../../words/away"
import { refusal } from "../../words/refusals"

/** The largest seed that the house takes. */
const SEEDS = 2 ** 53 - 1

export function newSeed(): number {
  return Math.floor(Math.random() * SEEDS)
}

export class Fetched<T> {
  found = $state.raw<T | null>(null)
  wrong = $state("")
  #turn = 0

  async ask(path: string): Promise<void> {
    const turn = ++this.#turn
    try {
      const found = await get<T>(path)
      if (turn !== this.#turn) return
      this.found = found
      this.wrong = ""
    } catch (error) {
      if (turn === this.#turn) this.wrong = error instanceof Error ? refusal(error.message) : away().silent
    }
  }
}
