// Somebody at a table who plays: what the table shows them, their bets, and all that every page of play does with that.
import { untrack } from "svelte"
import type { Refusal } from "../api/client"
import { Bets, BETS_DRAW, type Refused } from "../live/bets.svelte"
import { called } from "../live/call"
import { left } from "../live/clock.svelte"
import { hear } from "../live/hear.svelte"
import { library } from "../live/library.svelte"
import { session } from "../live/session.svelte"
import { LiveTable } from "../live/table.svelte"
import { announcer, toasts } from "../live/toasts.svelte"
import { prefs } from "../prefs.svelte"
import { play } from "../sound"
import { chipsFor } from "../ui/chips"
import { TIP_DRAWS } from "../ui/Tip.svelte"
import { limitsSaid, money } from "../words/money"
import { wagerName } from "../words/names"
import { punctuation } from "../words/punctuation"
import { refusal } from "../words/refusals"
import { seat as w } from "../words/seat"

export type Told = {
  /** What a settled round came to, for who has it read out. */
  settled: () => string
  /** Whether the last seconds tick besides those of betting. */
  asked?: () => boolean
}

export class Seat {
  readonly live: LiveTable
  readonly bets: Bets
  /** The same bets again: chosen while the result still lies there, and placed as soon as bets are open. */
  again = $state(false)

  /** `draws` are the commands whose offers the page draws besides bets and tips. */
  constructor(
    readonly table: string,
    draws: readonly string[] = [],
  ) {
    this.live = new LiveTable(table, undefined, [...BETS_DRAW, ...TIP_DRAWS, ...draws])
    this.bets = new Bets(this.live, (refused) => this.#refused(refused))
  }

  readonly shown = $derived.by(() => this.live.shown)
  readonly round = $derived.by(() => this.live.shown?.round ?? null)
  readonly own = $derived.by(() => this.live.mine?.own ?? null)
  readonly phase = $derived(this.round?.phase)
  readonly game = $derived(library.of(this.shown))
  readonly lines = $derived(this.own?.lines ?? [])
  readonly net = $derived(this.own?.net ?? null)
  readonly call = $derived(this.shown ? called(this.shown) : undefined)
  readonly credits = $derived.by(() => (session.credits === null ? null : session.credits - this.bets.ahead))
  readonly chips = $derived.by(() => {
    if (!this.round) return []
    const { offered, limits, unit } = this.round.terms
    const most = Math.max(...offered.map((each) => limits[each]?.maximum ?? Infinity))
    return chipsFor(unit, Number.isFinite(most) ? most : null)
  })
  /** What the round brought its player, in words; nothing before it is over. */
  readonly outcome = $derived.by(() => {
    // What was settled before a void may stay so (R-01).
    if (this.phase === "void" && !this.net) return w().returned
    if (this.phase !== "settled" && this.phase !== "void") return ""
    if (!this.lines.length || this.net === null) return w().noBet
    return this.net > 0 ? w().youWin(money(this.net)) : this.net < 0 ? w().youLose(money(-this.net)) : w().even
  })

  get #seconds(): number {
    return this.shown?.until ? Math.ceil(left(this.shown.until) / 1000) : 0
  }

  /** Everything that goes on by itself: what is said aloud, heard and counted. Called once, inside a component. */
  attend(told: Told): void {
    const { live, bets } = this
    $effect(() => () => live.close())
    $effect(() => {
      void [live.shown, live.mine]
      untrack(() => bets.seen())
    })
    $effect(() => {
      const chips = this.chips
      if (!chips.some((each) => each.cents === bets.chip)) bets.chip = chips[1]?.cents ?? chips[0]?.cents ?? 0
    })
    $effect(() => {
      if (!this.again || !bets.canRebet) return
      this.again = false
      untrack(() => bets.rebet())
    })
    $effect(hear(() => this.call, () => this.#seconds))
    // The last five seconds tick, softly.
    const counts = $derived(this.phase === "betting" || told.asked?.() ? this.#seconds : 0)
    $effect(() => {
      if (counts > 0 && counts <= 5) play("tick")
    })
    // Once for every change of phase; who has just come is not told what was before.
    let before: string | undefined
    $effect(() => {
      const now = this.phase
      untrack(() => {
        if (now === before) return
        const first = before === undefined
        before = now
        if (!first && this.round) this.#turned(now, told)
      })
    })
  }

  #turned(now: string | undefined, told: Told): void {
    if (now === "settled") announcer.say(told.settled())
    else if (now === "void") announcer.say(`${w().void}${punctuation().stop}${this.outcome}`)
    if (now === "settled" && (this.net ?? 0) > 0) play("win")
    if (now !== "betting") this.#count()
  }

  /** What is staked counts towards the player's own limit, also what a decision adds to it. */
  #count(): void {
    const staked = (this.own?.stakes ?? []).reduce((sum, each) => sum + each.stake, 0)
    session.count(this.table, this.round?.number ?? 0, staked)
  }

  /** The name of a wager in the language that is chosen. */
  wager(name: string): string {
    return wagerName(name, this.game?.wagers.find((each) => each.name === name)?.title ?? name)
  }

  #refused({ wager, box, stake, refusal: why }: Refused): void {
    const name = `${box == null ? "" : `${w().box(box)}${punctuation().comma}`}${this.wager(wager)}`
    const title = stake ? w().refused(money(stake), name) : w().notTaken(name)
    const text = `${this.#reason(wager, why)} ${stake ? w().nothing : ""}`
    toasts.add({ kind: "refused", title, text, clause: why.clause })
    announcer.warn(`${title} ${text}`)
  }

  /** What would be allowed, in the player's own money; the house's words for everything else. */
  #reason(wager: string, why: Refusal): string {
    const posted = this.round?.terms.limits[wager]
    const cents = (name: string) => (typeof why.values[name] === "number" ? (why.values[name] as number) : null)
    const [held, most] = [cents("held"), cents("most")]
    if (why.code === "stake-outside-posted-limits" && posted) return w().takes(this.wager(wager), limitsSaid(posted.minimum, posted.maximum, prefs.language))
    if (why.code === "stakes-on-box-over-maximum" && most !== null) return `${w().fits(money(most))}${punctuation().end}`
    if (why.code === "balance-insufficient" && held !== null) return w().notEnough(money(held))
    return refusal(why.message)
  }

  #choose(cents: number): void {
    if (!this.bets.open || !this.bets.beyond(cents, this.credits)) this.bets.chip = cents
  }

  /** Keys that choose a chip or change bets; whether the key was one of them. */
  pressed(key: string): boolean {
    const number = Number(key)
    const chip = number >= 1 && number <= 8 ? this.chips[number - 1] : undefined
    const focus = (act: string) => document.querySelector<HTMLElement>(`[data-act=${act}] button`)?.focus()
    if (chip) this.#choose(chip.cents)
    else if (key === "z") this.bets.undo()
    else if (key === "c") this.bets.clear()
    else if (key === "r") focus("rebet")
    else if (key === "x") focus("double")
    else return false
    return true
  }
}
