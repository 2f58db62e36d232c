// Every table at a glance, told anew each second as long as somebody looks.
import { get } from "../api/client"
import type { TableBrief } from "../api/types"
import { heardTime } from "./clock.svelte"

const EVERY = 1_000

export class Floor {
  tables = $state.raw<readonly TableBrief[]>([])
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
        this.away = false
      }
    } catch {
      this.away = true
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), EVERY)
  }
}
