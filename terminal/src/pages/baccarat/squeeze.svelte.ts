// The squeeze: whose cards a player turns, and what nothing on the page may tell before they have.
import type { Seat } from "../../around/seat.svelte"
import { prefs } from "../../prefs.svelte"
import type { Side } from "./explain"

const SIDES: readonly Side[] = ["player", "banker"]

export class Squeeze {
  #turned = $state<Record<string, true>>({})

  constructor(readonly seat: Seat) {}

  readonly #lies = $derived.by(() => (this.seat.round?.lies.kind === "baccarat" ? this.seat.round.lies : null))
  /** Until the round is settled: time is up then, and every card lies open. */
  readonly #on = $derived.by(() => prefs.squeeze && this.seat.bets.acceptedSum > 0 && (this.seat.phase === "dealing" || this.seat.phase === "complete"))
  /** The hand that one has bet on, or both where that is neither or both. */
  readonly sides = $derived.by((): readonly Side[] => {
    if (!this.#on) return []
    const bet = SIDES.filter((side) => this.seat.bets.total[side])
    return bet.length === 1 ? bet : SIDES
  })
  /** Whether any card is still to be turned. */
  readonly hidden = $derived.by(() => SIDES.some((side) => (this.#lies?.[side].cards ?? []).some((_, at) => this.covers(side, at))))

  covers(side: Side, at: number): boolean {
    return this.sides.includes(side) && !this.#turned[this.#key(side, at)]
  }

  turn(side: Side, at: number): void {
    this.#turned[this.#key(side, at)] = true
  }

  turnAll(): void {
    for (const side of this.sides) this.#lies?.[side].cards.forEach((_, at) => this.turn(side, at))
  }

  #key(side: Side, at: number): string {
    return `${this.seat.round?.number} ${side} ${at}`
  }
}
