// A simulation as it runs in the house's workshop: asked for over a socket, told piece by piece, stopped by a word.
import type { Running, ShoeAsked, Simulate, Simulated, SimulationRefused } from "../../api/types"
import { prefs } from "../../prefs.svelte"
import { whoAsks } from "./shoe.svelte"

export type Point = { rounds: number; edge: number; low: number; high: number }
export type Ended = "finished" | "stopped" | "budget" | "lost"

export class Run {
  now = $state.raw<Running | null>(null)
  /** What every wager came to, from the first rounds on. */
  points = $state.raw<Record<string, Point[]>>({})
  running = $state(false)
  ended = $state<Ended | null>(null)
  wrong = $state("")
  /** The shoe that it is run from: a round is opened from the same. */
  asked = $state.raw<ShoeAsked | null>(null)
  #socket: WebSocket | null = null
  #stopped = false

  start(asked: ShoeAsked, rounds: number, seed: number | null): void {
    this.close()
    ;[this.now, this.points, this.ended, this.wrong, this.running, this.asked, this.#stopped] = [null, {}, null, "", true, asked, false]
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const socket = new WebSocket(`${scheme}://${location.host}/api/lab/simulate`)
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ say: "simulate", ...asked, rounds, seed, token: whoAsks(asked), language: prefs.language } satisfies Simulate))
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as Running | SimulationRefused)
    }
    socket.onclose = () => {
      if (socket !== this.#socket || !this.running) return
      this.running = false
      this.ended = "lost"
    }
  }

  stop(): void {
    this.#stopped = true
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ say: "stop" }))
  }

  close(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.running = false
  }

  #hear(said: Running | SimulationRefused): void {
    if (said.say === "refused") {
      this.wrong = said.error.message
      this.running = false
      return
    }
    this.now = said
    if (said.over) {
      this.running = false
      this.ended = said.rounds >= said.goal ? "finished" : this.#stopped ? "stopped" : "budget"
      return
    }
    this.points = Object.fromEntries(Object.entries(said.wagers).map(([wager, found]) => [wager, [...(this.points[wager] ?? []), point(said.rounds, found)]]))
  }
}

function point(rounds: number, { edge, low, high }: Simulated): Point {
  return { rounds, edge, low, high }
}
