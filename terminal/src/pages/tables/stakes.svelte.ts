// Stakes at one of several tables, on a box where there are boxes: by what the table offers, and nothing else.
import { Refusal } from "../../api/client"
import type { LiveTable } from "../../live/table.svelte"
import { play } from "../../sound"

/** The command whose offers are taken by betting on a box where one has no seat. */
export const SEATS_DRAW: readonly string[] = ["take-seat"]

export class Stakes {
  /** What is wanted and not answered yet, by wager. */
  wanted = $state<Record<string, number>>({})
  /** The box that was chosen; where none was, one's own, or the first that may be taken. */
  chosen = $state<number | null>(null)
  readonly #flying = new Set<string>()

  constructor(
    readonly live: LiveTable,
    readonly onrefused: (wager: string, why: Refusal) => void,
  ) {}

  readonly offers = $derived.by(() => this.live.mine?.offers ?? [])
  readonly boxes = $derived([...new Set(this.offers.flatMap((each) => (each.command === "place-wager" && each.box != null ? [each.box] : [])))])
  readonly box = $derived.by<number | null>(() => {
    if (this.chosen !== null && this.boxes.includes(this.chosen)) return this.chosen
    const free = this.offers.find((each) => each.command === "take-seat")?.box
    return this.live.mine?.own?.boxes[0] ?? free ?? this.boxes[0] ?? null
  })
  /** The wagers that may be placed now. */
  readonly open = $derived(new Set(this.offers.flatMap((each) => (each.command === "place-wager" && (each.box ?? null) === this.box ? (each.wagers ?? []) : []))))
  readonly held = $derived.by(() => {
    const found: Record<string, number> = {}
    for (const each of this.live.mine?.own?.stakes ?? []) if (this.box === null || each.box == null || each.box === this.box) found[each.wager] = (found[each.wager] ?? 0) + each.stake
    return found
  })
  readonly pendingSum = $derived(Object.entries(this.wanted).reduce((sum, [wager, stake]) => sum + Math.max(0, stake - (this.held[wager] ?? 0)), 0))
  readonly heldSum = $derived.by(() => (this.live.mine?.own?.stakes ?? []).reduce((sum, each) => sum + each.stake, 0))

  add(wager: string, cents: number): void {
    this.wanted[wager] = (this.wanted[wager] ?? this.held[wager] ?? 0) + cents
    if (!this.#flying.has(wager)) void this.#send(wager)
  }

  async clear(): Promise<void> {
    // Side wagers go before the main wager that they need.
    for (const each of [...(this.live.mine?.own?.stakes ?? [])].reverse()) {
      await this.#ask(each.wager, () => this.live.play("withdraw-wager", { wager: each.wager, ...(each.box == null ? {} : { box: each.box }) }))
    }
  }

  /** One command for a wager at a time: what is wanted meanwhile goes with the next. */
  async #send(wager: string): Promise<void> {
    const [stake, box] = [this.wanted[wager] ?? 0, this.box]
    this.#flying.add(wager)
    const done = await this.#ask(wager, async () => {
      const seat = this.offers.find((each) => each.command === "take-seat" && each.box === box)
      if (seat && !this.live.mine?.own?.boxes.length) await this.live.play("take-seat", { box })
      await this.live.play("place-wager", { wager, stake, ...(box === null ? {} : { box }) })
      play("accepted")
    })
    this.#flying.delete(wager)
    if (!done || this.wanted[wager] === stake) delete this.wanted[wager]
    else if (wager in this.wanted) void this.#send(wager)
  }

  async #ask(wager: string, act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      play("refused")
      this.onrefused(wager, error instanceof Refusal ? error : new Refusal(0, String(error)))
      return false
    }
  }
}
