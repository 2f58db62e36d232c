// What staff ask of the house over HTTP, as whoever has signed in for this tab.
import { get, getFile, post, Refusal } from "../api/client"
import { onLanguage, prefs } from "../prefs.svelte"
import { refusal } from "../words/refusals"
import { session } from "./session.svelte"
import { announcer, toasts } from "./toasts.svelte"

const SIGN_IN = 401
/** Milliseconds that a file is kept for the browser to take. */
const KEPT = 60_000

/** Reading is no use of a session: pages read by themselves. What a person does there is told by `attended`. */
export function staffGet<T>(path: string): Promise<T> {
  return checked((token) => get<T>(path, token, true))
}

export function staffPost<T>(path: string, body: unknown): Promise<T> {
  return checked((token) => post<T>(path, body, token))
}

/** Hand a file to the browser to keep under that name: a link alone would not say who asks. */
export async function staffFile(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await checked((token) => getFile(path, token)))
  Object.assign(document.createElement("a"), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}

async function checked<T>(ask: (token: string | null) => Promise<T>): Promise<T> {
  try {
    return await ask(session.staff())
  } catch (error) {
    if (error instanceof Refusal && error.status === SIGN_IN) session.over()
    throw error
  }
}

/** Say what was refused, and why. */
export function told(error: unknown, title: string): void {
  const why = error instanceof Refusal ? error : new Refusal(0, String(error))
  toasts.add({ kind: "refused", title, text: refusal(why.message), clause: why.clause })
  announcer.warn(`${title} ${refusal(why.message)}`)
}

/** Something that is looked at again and again as long as somebody looks. */
export class Polled<T> {
  #found = $state.raw<T | null>(null)
  /** How often it was asked, and which of the answers is the one that is known. */
  #asked = 0
  #known = 0
  refusal = $state.raw<Refusal | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  readonly #unlisten = onLanguage(() => void this.look())

  constructor(
    readonly path: () => string | null,
    readonly every = 1_000,
  ) {
    void this.#run()
  }

  get found(): T | null {
    return this.#found
  }

  /** Told by something that was done: what was asked for before that is older. */
  set found(told: T | null) {
    this.#known = ++this.#asked
    this.#found = told
  }

  close(): void {
    this.#closed = true
    this.#unlisten()
    clearTimeout(this.#timer)
  }

  async look(): Promise<void> {
    const [path, language] = [this.path(), prefs.language]
    if (!path) return
    const at = ++this.#asked
    try {
      const found = await staffGet<T>(path)
      if (at < this.#known || path !== this.path() || language !== prefs.language) return
      ;[this.#known, this.#found, this.refusal] = [at, found, null]
    } catch (error) {
      if (error instanceof Refusal && at > this.#known) this.refusal = error
    }
  }

  async #run(): Promise<void> {
    if (!document.hidden || !this.found) await this.look()
    if (!this.#closed) this.#timer = setTimeout(() => void this.#run(), this.every)
  }
}
