// Whether somebody is there. What a person does at a page uses their session; what the page asks by itself does not.
import { get, Refusal } from "../api/client"
import type { SessionShown } from "../api/types"
import { now } from "./clock.svelte"
import { session } from "./session.svelte"

const SIGN_IN = 401
/** Seconds before the end of a session in which it is told. */
const SOON = 60
/** The most seconds from one use that is told to the next. */
const SELDOM = 20
const INPUT = ["pointerdown", "pointermove", "keydown", "wheel"] as const

class Attended {
  /** When the session ends, by this machine's clock. */
  #ends = $state(0)
  /** The tables that a Dealer is assigned to; nothing where the house does not assign them. */
  tables = $state.raw<readonly string[] | null>(null)
  /** Seconds that it lasts unused. */
  #idle = $state(0)
  #last = $state(false)
  #whose: string | null = null
  #asked = 0

  constructor() {
    for (const kind of INPUT) addEventListener(kind, () => this.#touched(), { passive: true, capture: true })
    setInterval(() => void this.#watch(), 1_000)
  }

  /** Seconds until the session ends, where that is soon. */
  readonly ending = $derived.by(() => {
    if (!session.token || !this.#ends) return null
    const left = Math.ceil((this.#ends - now()) / 1000)
    return left > 0 && left <= Math.min(SOON, this.#idle / 2) ? left : null
  })

  /** Whether it ends however much is done: it has had its longest time. */
  readonly longest = $derived(this.ending !== null && this.#last)
  /** Somebody is there, and says so. */
  async stay(): Promise<void> {
    await this.#ask(false)
  }

  #touched(): void {
    const often = Math.min(SELDOM, this.#idle / 10) * 1000
    if (this.#isStaff && Date.now() - this.#asked > often) void this.#ask(false)
  }

  /** A new session is asked after; one whose time is over is looked at once more before it is forgotten. */
  async #watch(): Promise<void> {
    if (!this.#isStaff) this.#whose = null
    else if (session.token !== this.#whose) await this.#ask(false)
    else if (this.#ends && Date.now() >= this.#ends) await this.#ask(true)
  }

  get #isStaff(): boolean {
    return session.token !== null && session.role !== "player" && session.role !== "spectator"
  }

  async #ask(unattended: boolean): Promise<void> {
    const token = session.token
    this.#asked = Date.now()
    try {
      const found = await get<SessionShown>("/api/session", token, unattended)
      if (token !== session.token) return
      ;[this.#whose, this.#idle, this.#ends] = [token, found.idle, Date.now() + found.seconds * 1000 + 500]
      this.tables = found.tables ?? null
      this.#last = !unattended && found.seconds < found.idle - 1
    } catch (error) {
      if (error instanceof Refusal && error.status === SIGN_IN && token === session.token) session.over()
    }
  }
}

export const attended = new Attended()
