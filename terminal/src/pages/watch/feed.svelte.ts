// What surveillance is told as it happens: everything at first, then the tables and alarms that have changed.
import type { Noticed, TableWatched } from "../../api/types"
import { session } from "../../live/session.svelte"
import { onLanguage, prefs } from "../../prefs.svelte"

type Seen = { say: "watch"; tables: TableWatched[]; alarms: Noticed[] }

const SOON = 1_000

export class Feed {
  tables = $state.raw<readonly TableWatched[]>([])
  alarms = $state.raw<readonly Noticed[]>([])
  lost = $state(false)
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  /** In another language all of it is said again. */
  readonly #unlisten = onLanguage(() => this.#anew())

  constructor() {
    this.#open()
  }

  close(): void {
    this.#closed = true
    this.#unlisten()
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  /** One alarm as it is now. */
  put(alarm: Noticed): void {
    this.#take({ say: "watch", tables: [], alarms: [alarm] })
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const socket = new WebSocket(`${scheme}://${location.host}/api/watch/live`)
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ say: "hello", token: session.staff(), language: prefs.language }))
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return
      this.lost = false
      this.#take(JSON.parse(String(event.data)) as Seen)
    }
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#closed) return
      this.lost = true
      if (event.code === 4401) session.over()
      else this.#timer = setTimeout(() => this.#open(), SOON)
    }
  }

  #anew(): void {
    const socket = this.#socket
    clearTimeout(this.#timer)
    this.#open()
    socket?.close()
  }

  #take(seen: Seen): void {
    const tables = new Map(this.tables.map((each) => [each.table, each]))
    for (const each of seen.tables) tables.set(each.table, each)
    this.tables = [...tables.values()]
    const alarms = new Map(this.alarms.map((each) => [each.id, each]))
    for (const each of seen.alarms) alarms.set(each.id, each)
    this.alarms = [...alarms.values()].toSorted((a, b) => b.at - a.at)
  }
}
