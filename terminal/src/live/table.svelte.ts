// A table as it happens: the whole, then what changes; commands the other way, each answered once, whatever the line does.
import { apply, type Delta } from "../api/delta"
import { newId, Refusal } from "../api/client"
import type { Again, Answered, Changed, Do, Hello, Mine, Private, Public, Whole } from "../api/types"
import { onLanguage, prefs } from "../prefs.svelte"
import { heardTime } from "./clock.svelte"
import { session } from "./session.svelte"

type Heard = Whole | Changed | Mine | Answered
type Said = Hello | Do | Again
type Waiting = { message: Do; done: (answer: Answered) => void }

export type Link = "opening" | "open" | "lost" | "gone" | "elsewhere"

const SOON = 500
const SELDOM = 8_000
/** A house that stands still keeps its line open: after so many looks without a word it is asked for one, and after more given up. */
const LOOK = 2_000
const ASKED = 4
const GIVEN_UP = 6
const GONE = 4404
const SIGN_IN = 4401
const ELSEWHERE = 4403
const HELLO = "hello"
const UNKNOWN = "recording-outcome-unknown"

export class LiveTable {
  /** What everybody sees. */
  shown = $state.raw<Public | null>(null)
  /** What this viewer sees besides. */
  mine = $state.raw<Private | null>(null)
  link = $state<Link>("opening")
  /** How many commands wait for their answers. */
  pending = $state(0)
  readonly #waiting = new Map<string, Waiting>()
  #socket: WebSocket | null = null
  #cursor: string | null = null
  #tries = 0
  /** Of several that are opened, the last one counts. */
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  /** Looks since something was heard, or a line was tried; counted rather than timed, for a page at rest looks seldom. */
  #silent = 0
  readonly #looking = setInterval(() => this.#look(), LOOK)
  /** In another language all of it is said again. */
  readonly #unlisten = onLanguage(() => this.#anew())

  /**
   * `who` gives the token of whoever looks; a player comes in as a guest unless told otherwise. `draws` are the commands
   * whose offers the page draws with controls of its own: they come without their forms.
   */
  constructor(
    readonly name: string,
    readonly who: (again: boolean) => Promise<string | null> = (again) => (again ? session.again() : session.enter()),
    readonly draws: readonly string[] = [],
  ) {
    void this.#open(false)
  }

  /** What may be done that the page has no control of its own for. */
  readonly unclaimed = $derived.by(() => (this.mine?.offers ?? []).filter((each) => !this.draws.includes(each.command)))

  /** Ask something of the table. What is not answered is asked again under the same id after a lost line: it is done once. */
  async command(command: Record<string, unknown> & { command: string }): Promise<Answered> {
    const message: Do = { say: "command", id: newId(), round: this.shown?.round?.number ?? null, command }
    const answer = await new Promise<Answered>((done) => {
      this.#waiting.set(message.id, { message, done })
      this.pending = this.#waiting.size
      this.#say(message)
    })
    if (answer.error) throw Refusal.of(answer.status, answer.error)
    return answer
  }

  /** A command of this player's own seat. */
  async play(command: string, fields: Record<string, unknown> = {}): Promise<Answered> {
    return this.command({ command, bettor: this.mine?.own?.seat ?? session.name, ...fields })
  }

  close(): void {
    this.#closed = true
    this.#unlisten()
    clearTimeout(this.#timer)
    clearInterval(this.#looking)
    this.#socket?.close()
    session.left(this.name)
  }

  async #open(again: boolean): Promise<void> {
    const turn = ++this.#turn
    this.#silent = 0
    let token: string | null
    try {
      token = await this.who(again)
    } catch {
      if (turn === this.#turn) this.#later()
      return
    }
    if (this.#closed || turn !== this.#turn) return
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.name)}/live`)
    this.#socket = socket
    socket.onopen = () => {
      if (socket !== this.#socket) return
      this.#say({ say: "hello", token, cursor: this.#cursor, draws: [...this.draws], language: prefs.language })
      for (const { message } of this.#waiting.values()) this.#say(message)
    }
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as Heard)
    }
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#closed) return
      if (event.code === GONE) this.link = "gone"
      else if (event.code === ELSEWHERE) this.link = "elsewhere"
      else this.#later(event.code === SIGN_IN)
    }
  }

  #anew(): void {
    const socket = this.#socket
    this.#socket = null
    this.#cursor = null
    clearTimeout(this.#timer)
    socket?.close()
    void this.#open(false)
  }

  #look(): void {
    if (this.link === "gone" || this.link === "elsewhere" || ++this.#silent < ASKED) return
    if (this.#silent < GIVEN_UP) return this.#say({ say: "again" })
    const socket = this.#socket
    this.#socket = null
    this.#turn++
    socket?.close()
    this.#later()
  }

  #later(again = false): void {
    this.link = "lost"
    // Until it is tried again there is nothing to hear.
    this.#silent = Number.NEGATIVE_INFINITY
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#open(again), Math.min(SELDOM, SOON * 2 ** this.#tries++))
  }

  #hear(said: Heard): void {
    this.#silent = 0
    // The records are away, and the socket is about to close: less and less often, until they are back.
    if (said.say === "answer" && said.id === HELLO) return
    this.link = "open"
    this.#tries = 0
    switch (said.say) {
      case "snapshot":
        heardTime(said.now)
        this.#cursor = said.cursor
        this.shown = said.public
        break
      case "delta":
        heardTime(said.now)
        try {
          this.shown = apply(said.delta as Delta, this.shown) as Public
          this.#cursor = said.cursor
        } catch {
          this.#say({ say: "again" })
        }
        break
      case "private":
        this.mine = said.private
        if (said.private.credits != null) session.credits = said.private.credits
        if (said.private.role === "player") session.told(this.name, said.private.corrections ?? [], said.private.offers ?? [])
        break
      case "answer": {
        const waiting = this.#waiting.get(said.id)
        if (waiting && said.error?.code === UNKNOWN) {
          // It may have been kept: the same again, under the same id, tells.
          setTimeout(() => this.#waiting.has(said.id) && this.#say(waiting.message), SOON)
          break
        }
        this.#waiting.delete(said.id)
        this.pending = this.#waiting.size
        waiting?.done(said)
      }
    }
  }

  #say(message: Said): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
