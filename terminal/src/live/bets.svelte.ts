// A player's stakes on the wagers of a table without boxes: what is wanted, what waits, what the house has accepted.
import { Refusal } from "../api/client"
import { play } from "../sound"
import type { LiveTable } from "./table.svelte"

export type Stakes = Record<string, number>
type Step = { wager: string; from: number }
export type Refused = { wager: string; stake: number; refusal: Refusal }

export class Bets {
  chip = $state(0)
  /** What the player wants and the house has not answered yet, by wager. */
  wanted = $state<Stakes>({})
  /** What was over the limit a moment ago. */
  over = $state<Record<string, true>>({})
  /** The stakes of the last round that had any. */
  last = $state<Stakes>({})
  /** Answers that the view does not show yet. */
  #answered = $state<Record<string, { stake: number; version: number }>>({})
  #steps = $state<Step[][]>([])
  readonly #flying = new Set<string>()
  #round = 0

  constructor(
    readonly live: LiveTable,
    readonly onrefused: (refused: Refused) => void,
  ) {}

  /** What the house holds. */
  readonly accepted: Stakes = $derived.by(() => {
    const found: Stakes = {}
    for (const each of this.live.mine?.own?.stakes ?? []) found[each.wager] = each.stake
    for (const [wager, { stake }] of Object.entries(this.#answered)) {
      if (stake) found[wager] = stake
      else delete found[wager]
    }
    return found
  })
  /** How much of what is accepted the credits in the view do not tell yet. */
  readonly ahead = $derived.by(() => this.acceptedSum - (this.live.mine?.own?.stakes ?? []).reduce((sum, each) => sum + each.stake, 0))
  /** What each wager comes to with all that waits. */
  readonly total: Stakes = $derived({ ...this.accepted, ...this.wanted })
  readonly pendingSum = $derived(Object.entries(this.wanted).reduce((sum, [wager, stake]) => sum + Math.max(0, stake - (this.accepted[wager] ?? 0)), 0))
  readonly acceptedSum = $derived(Object.values(this.accepted).reduce((sum, each) => sum + each, 0))
  readonly open = $derived.by(() => this.live.shown?.round?.phase === "betting")
  readonly canUndo = $derived(this.open && this.#steps.length > 0)
  readonly canRebet = $derived(this.open && Object.keys(this.last).length > 0 && !Object.keys(this.total).some((each) => this.total[each]))
  readonly canChange = $derived(this.open && Object.values(this.total).some(Boolean))

  add(wager: string): void {
    this.#do([[wager, (this.total[wager] ?? 0) + this.chip]])
  }

  undo(): void {
    const step = this.#steps.at(-1)
    if (!step || !this.open) return
    this.#steps = this.#steps.slice(0, -1)
    for (const { wager, from } of step) this.#want(wager, from)
  }

  clear(): void {
    this.#do(Object.keys(this.total).map((wager) => [wager, 0]))
  }

  rebet(): void {
    if (this.canRebet) this.#do(Object.entries(this.last))
  }

  double(): void {
    this.#do(Object.entries(this.total).map(([wager, stake]) => [wager, 2 * stake]))
  }

  /** The view has changed: answers that it shows are its own, and another round begins anew. */
  seen(): void {
    const { shown, mine } = this.live
    const round = shown?.round
    if (round && round.number !== this.#round) {
      this.#round = round.number
      this.#steps = []
      this.over = {}
    }
    const own = mine?.own?.stakes ?? []
    if (own.length) this.last = Object.fromEntries(own.map((each) => [each.wager, each.stake]))
    const version = shown?.version ?? 0
    const left = Object.entries(this.#answered).filter(([, each]) => each.version > version)
    if (left.length !== Object.keys(this.#answered).length) this.#answered = Object.fromEntries(left)
  }

  #do(changes: [string, number][]): void {
    if (!this.open) return
    const real = changes.filter(([wager, stake]) => stake !== (this.total[wager] ?? 0))
    if (!real.length) return
    this.#steps = [...this.#steps, real.map(([wager]) => ({ wager, from: this.total[wager] ?? 0 }))]
    for (const [wager, stake] of real) this.#want(wager, stake)
  }

  #want(wager: string, stake: number): void {
    this.wanted[wager] = stake
    delete this.over[wager]
    if (!this.#flying.has(wager)) void this.#send(wager)
  }

  /** One command for a wager at a time: what is wanted meanwhile goes with the next. */
  async #send(wager: string): Promise<void> {
    const stake = this.wanted[wager] ?? 0
    if (!stake && !this.accepted[wager]) {
      delete this.wanted[wager]
      return
    }
    this.#flying.add(wager)
    try {
      const answer = stake ? await this.live.play("place-wager", { wager, stake }) : await this.live.play("withdraw-wager", { wager })
      this.#answered[wager] = { stake, version: answer.version ?? 0 }
      play("accepted")
    } catch (error) {
      delete this.wanted[wager]
      this.#refuse(wager, stake, error)
    } finally {
      this.#flying.delete(wager)
    }
    if (this.wanted[wager] === stake) delete this.wanted[wager]
    else if (wager in this.wanted) void this.#send(wager)
    this.seen()
  }

  #refuse(wager: string, stake: number, error: unknown): void {
    const refusal = error instanceof Refusal ? error : new Refusal(0, String(error))
    const most = this.live.shown?.round?.terms.limits[wager]?.maximum
    if (most != null && stake > most) this.over[wager] = true
    // What was refused is no step to take back.
    this.#steps = this.#steps.map((step) => step.filter((each) => each.wager !== wager)).filter((step) => step.length)
    play("refused")
    this.onrefused({ wager, stake, refusal })
  }
}
