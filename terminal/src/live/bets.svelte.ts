// A player's stakes on the spots of a table: what is wanted, what waits, what the house has accepted.
import { Refusal } from "../api/client"
import { familyOf } from "../families"
import { play } from "../sound"
import { session } from "./session.svelte"
import type { LiveTable } from "./table.svelte"
import { toasts } from "./toasts.svelte"

/** By spot: the wager, with its box before it where the table has boxes. */
export type Stakes = Record<string, number>
type Step = { spot: string; from: number }
export type Refused = { wager: string; box?: number; stake: number; refusal: Refusal }

/** The commands whose offers betting fields draw. */
export const BETS_DRAW: readonly string[] = ["place-wager", "withdraw-wager"]

/** `main`, or `3:main` on the third box. */
export function spotOf(wager: string, box?: number | null): string {
  return box == null ? wager : `${box}:${wager}`
}

export function onSpot(spot: string): { wager: string; box?: number } {
  const [box, wager] = spot.split(":")
  return wager === undefined ? { wager: spot } : { wager, box: Number(box) }
}

/** A side wager needs a main one: that is placed first and taken back last. */
function leads(spot: string): number {
  return onSpot(spot).wager === "main" ? 1 : 0
}

/** While these last, what somebody has staked is what they placed: nothing has been added to it. */
const AS_PLACED = new Set(["betting", "dealing", "confirming"])

const KEPT = "croupier.last"

/** The last stakes at a table, kept for a reload of this tab. */
function remembered(name: string, table: string, stakes: Stakes): void {
  sessionStorage.setItem(`${KEPT}.${name}.${table}`, JSON.stringify(stakes))
}

function lastOf(name: string, table: string): Stakes {
  return JSON.parse(sessionStorage.getItem(`${KEPT}.${name}.${table}`) ?? "{}") as Stakes
}

export class Bets {
  chip = $state(0)
  /** What the player wants and the house has not answered yet, by wager. */
  wanted = $state<Stakes>({})
  /** What was over the limit a moment ago: its field says so as long as the notice stands, and then what lies there again. */
  readonly over = $derived.by((): Record<string, true> => (toasts.shown.some((each) => each.kind === "refused") ? this.#over : {}))
  /** The stakes of the last round that had any. */
  last = $state<Stakes>({})
  /** Answers that the view does not show yet. */
  #answered = $state<Record<string, { stake: number; version: number }>>({})
  #over = $state<Record<string, true>>({})
  #steps = $state<Step[][]>([])
  readonly #flying = new Set<string>()
  #round = 0
  /** Whose stakes these are. */
  #player = ""

  constructor(
    readonly live: LiveTable,
    readonly onrefused: (refused: Refused) => void,
  ) {}

  /** What the house holds. */
  readonly accepted: Stakes = $derived.by(() => {
    const found: Stakes = {}
    for (const each of this.live.mine?.own?.stakes ?? []) {
      const spot = spotOf(each.wager, each.box)
      found[spot] = (found[spot] ?? 0) + each.stake
    }
    for (const [spot, { stake }] of Object.entries(this.#answered)) {
      if (stake) found[spot] = stake
      else delete found[spot]
    }
    return found
  })
  /** How much of what is accepted the credits in the view do not tell yet. */
  readonly ahead = $derived.by(() => this.acceptedSum - (this.live.mine?.own?.stakes ?? []).reduce((sum, each) => sum + each.stake, 0))
  /** What each wager comes to with all that waits. */
  readonly total: Stakes = $derived({ ...this.accepted, ...this.wanted })
  readonly pendingSum = $derived(Object.entries(this.wanted).reduce((sum, [spot, stake]) => sum + Math.max(0, stake - (this.accepted[spot] ?? 0)), 0))
  readonly acceptedSum = $derived(Object.values(this.accepted).reduce((sum, each) => sum + each, 0))
  readonly open = $derived.by(() => this.live.shown?.round?.phase === "betting")
  readonly canUndo = $derived(this.open && this.#steps.length > 0)
  readonly canRebet = $derived(this.open && Object.keys(this.last).length > 0 && !Object.keys(this.total).some((each) => this.total[each]))
  readonly canChange = $derived(this.open && Object.values(this.total).some(Boolean))

  /** Whether a chip is more than what is left of the credits, with what waits taken off. */
  beyond(cents: number, credits: number | null): boolean {
    return credits !== null && cents > credits - this.pendingSum
  }

  add(spot: string): void {
    this.#do([[spot, (this.total[spot] ?? 0) + this.chip]])
  }

  undo(): void {
    const step = this.#steps.at(-1)
    if (!step || !this.open) return
    this.#steps = this.#steps.slice(0, -1)
    for (const { spot, from } of step) this.#want(spot, from)
  }

  clear(): void {
    this.#do(Object.keys(this.total).map((spot) => [spot, 0]))
  }

  rebet(): void {
    if (this.canRebet) this.#do(Object.entries(this.last))
  }

  double(): void {
    this.#do(Object.entries(this.total).map(([spot, stake]) => [spot, 2 * stake]))
  }

  /** The view has changed: answers that it shows are its own, and another round begins anew. */
  seen(): void {
    const { shown, mine } = this.live
    const round = shown?.round
    if (round && round.number !== this.#round) {
      this.#round = round.number
      this.#steps = []
      this.#over = {}
    }
    if (mine && session.name && this.#player !== session.name) {
      this.#player = session.name
      this.last = lastOf(session.name, this.live.name)
    }
    const own = mine?.own?.stakes ?? []
    if (own.length && round && (!familyOf(round.lies).decides || AS_PLACED.has(round.phase))) {
      this.last = Object.fromEntries(own.map((each) => [spotOf(each.wager, each.box), each.stake]))
      remembered(session.name, this.live.name, this.last)
    }
    const version = shown?.version ?? 0
    const left = Object.entries(this.#answered).filter(([, each]) => each.version > version)
    if (left.length !== Object.keys(this.#answered).length) this.#answered = Object.fromEntries(left)
  }

  #do(changes: [string, number][]): void {
    if (!this.open) return
    const real = changes.filter(([spot, stake]) => stake !== (this.total[spot] ?? 0)).toSorted(([a, more], [b]) => (leads(b) - leads(a)) * (more ? 1 : -1))
    const first = real[0]
    if (!first) return
    this.#steps = [...this.#steps, real.map(([spot]) => ({ spot, from: this.total[spot] ?? 0 }))]
    for (const [spot, stake] of real) this.#want(spot, stake)
  }

  #want(spot: string, stake: number): void {
    this.wanted[spot] = stake
    this.#over = {}
    if (!this.#flying.has(spot)) void this.#send(spot)
  }

  /** One command for a wager at a time: what is wanted meanwhile goes with the next. */
  async #send(spot: string): Promise<void> {
    const stake = this.wanted[spot] ?? 0
    if (!stake && !this.accepted[spot]) {
      delete this.wanted[spot]
      return
    }
    this.#flying.add(spot)
    try {
      const answer = stake ? await this.live.play("place-wager", { ...onSpot(spot), stake }) : await this.live.play("withdraw-wager", onSpot(spot))
      this.#answered[spot] = { stake, version: answer.version ?? 0 }
      play("accepted")
    } catch (error) {
      delete this.wanted[spot]
      this.#refuse(spot, stake, error)
    } finally {
      this.#flying.delete(spot)
    }
    if (this.wanted[spot] === stake) delete this.wanted[spot]
    else if (spot in this.wanted) void this.#send(spot)
    this.seen()
  }

  #refuse(spot: string, stake: number, error: unknown): void {
    const refusal = error instanceof Refusal ? error : new Refusal(0, String(error))
    const most = this.live.shown?.round?.terms.limits[onSpot(spot).wager]?.maximum
    if (most != null && stake > most) this.#over = { [spot]: true }
    // What was refused is no step to take back.
    this.#steps = this.#steps.map((step) => step.filter((each) => each.spot !== spot)).filter((step) => step.length)
    play("refused")
    this.onrefused({ ...onSpot(spot), stake, refusal })
  }
}
