// What a person must be told: the newest, for eight seconds, and longer while somebody reads it; those before it are in the log.

export type Toast = {
  id: number
  kind: "refused" | "info"
  title: string
  text: string
  clause: string | null
}

const LASTS = 8_000
let number = 0

class Toasts {
  shown = $state<Toast[]>([])
  /** Whether the page has a row of its own for them, so that none lies over it. */
  docked = $state(false)
  /** All of them, the newest last, for the round's log. */
  log = $state<(Toast & { at: number })[]>([])
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()

  add(toast: Omit<Toast, "id">): void {
    const made = { ...toast, id: ++number }
    this.shown.forEach((each) => clearTimeout(this.#timers.get(each.id)))
    this.shown = [made]
    this.log = [...this.log.slice(-49), { ...made, at: Date.now() }]
    this.release(made.id)
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    this.shown = this.shown.filter((each) => each.id !== id)
  }

  /** Somebody reads it: it stays until they have. */
  hold(id: number): void {
    clearTimeout(this.#timers.get(id))
  }

  release(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.set(id, setTimeout(() => this.dismiss(id), LASTS))
  }
}

export const toasts = new Toasts()

class Announcer {
  polite = $state("")
  assertive = $state("")

  say(text: string): void {
    this.polite = text
  }

  warn(text: string): void {
    this.assertive = text
  }
}

/** What a screen reader says; refusals and one's own decisions interrupt it. */
export const announcer = new Announcer()
