// Every table at a glance, and where one has money or a seat, told anew each second as long as somebody looks.
import { get } from "../api/client"
import type { PlaceTaken, TableBrief } from "../api/types"
import { heardTime } from "./clock.svelte"
import { session } from "./session.svelte"

const EVERY = 1_000

export class Floor {
  tables = $state.raw<readonly TableBrief[]>([])
  /** Where this player has money in play or a seat, by table. */
  places = $state.raw<ReadonlyMap<string, PlaceTaken>>(new Map())
  away = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor() {
    void this.#look()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    try {
      if (!document.hidden || !this.tables.length) {
        const found = await get<TableBrief[]>("/api/tables")
        for (const each of found.slice(0, 1)) heardTime(each.now)
        this.tables = found
        this.places = new Map((await own()).map((each) => [each.table, each]))
        this.away = false
      }
    } catch {
      this.away = true
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), EVERY)
  }
}

/** Whoever only looks has no place anywhere. */
async function own(): Promise<PlaceTaken[]> {
  if (session.role !== "player" || !session.token) return []
  return get<PlaceTaken[]>(`/api/terminals/${encodeURIComponent(session.name)}/tables`, session.token, true)
}
