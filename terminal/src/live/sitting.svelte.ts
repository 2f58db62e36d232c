// How long and how much the player of this terminal has played today, and the limits that they have set: the house knows.
import { get, newId, post } from "../api/client"
import type { Limit, Sitting } from "../api/types"
import { session } from "./session.svelte"

const SOON = 1_500

/** What was won or lost today, in cents: what is in play is neither. */
export function resultOf(each: Sitting): number {
  return each.in_play - each.lost
}

class SittingNow {
  now = $state.raw<Sitting | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Something has moved: look again in a moment. */
  changed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.look().catch(() => null), SOON)
  }

  async look(): Promise<void> {
    if (!session.token || session.role !== "player") return
    this.now = await get<Sitting>(`/api/terminals/${encodeURIComponent(session.name)}/sitting`, session.token)
  }

  async set(limit: Limit): Promise<void> {
    const token = await session.enter()
    this.now = await post<Sitting>(`/api/terminals/${encodeURIComponent(session.name)}/limits`, { id: newId(), ...limit }, token)
  }
}

export const sitting = new SittingNow()
