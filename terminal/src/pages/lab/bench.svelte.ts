// The pays that a designer tries: those that are otherwise than the game has them, by wager and outcome.
import type { GameShown, PayShown, PayTried, WagerShown } from "../../api/types"
import { step } from "./pay"

/** The rows whose pay can be moved: those that pay, each outcome once. */
export function rowsOf(wager: WagerShown): (PayShown & { pays: string })[] {
  const rows = [...wager.rows, ...wager.extras].filter((row): row is PayShown & { pays: string } => row.pays !== null)
  return rows.filter((row, at) => rows.findIndex((each) => each.outcome === row.outcome) === at)
}

export class Bench {
  #pays = $state.raw<Record<string, Record<string, string>>>({})

  /** What a row pays now: what was typed, or what the game has. */
  pays(wager: string, row: PayShown & { pays: string }): string {
    return this.#pays[wager]?.[row.outcome] ?? row.pays
  }

  set(wager: string, row: PayShown & { pays: string }, text: string): void {
    const { [row.outcome]: _, ...rest } = this.#pays[wager] ?? {}
    const rows = text.trim() === row.pays ? rest : { ...rest, [row.outcome]: text }
    const { [wager]: __, ...others } = this.#pays
    this.#pays = Object.keys(rows).length ? { ...others, [wager]: rows } : others
  }

  move(wager: string, row: PayShown & { pays: string }, by: 1 | -1): void {
    this.set(wager, row, step(this.pays(wager, row), by))
  }

  /** What is otherwise, of one wager or of all that the game has: under another reading it may have others. */
  tried(game: GameShown, only?: string): PayTried[] {
    return game.wagers
      .filter((each) => only === undefined || each.name === only)
      .flatMap((wager) =>
        rowsOf(wager)
          .filter((row) => this.#pays[wager.name]?.[row.outcome]?.trim())
          .map((row) => ({ wager: wager.name, outcome: row.outcome, pays: this.pays(wager.name, row) })),
      )
  }

  reset(): void {
    this.#pays = {}
  }
}
