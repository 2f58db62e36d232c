// Credits bought at this terminal: its device takes the money, the house credits it, once, whatever the line does meanwhile.
import { newId, post, Refusal } from "../api/client"
import type { Acknowledgement, Movement } from "../api/types"
import { session } from "./session.svelte"

export type Source = NonNullable<Movement["source"]>
/** What the device took, and what it calls that; nothing is taken for demo credits. */
type Taken = { id: string; terminal: string; cents: number; source: Source; reference: string | null }
export type Receipt = { cents: number; source: Source; at: number; number: number | null; credits: number; reference: string | null }

/** What a kiosk puts on the page, where it has a note acceptor or a card reader. */
export type Reader = { take(cents: number, source: Exclude<Source, "demo">): Promise<{ cents: number; reference: string }> }
declare global {
  interface Window {
    croupierReader?: Reader
  }
}

const KEPT = "croupier.taken"
const AGAIN = 1_500
const TRIES = 20

/** Whether this terminal can take that. */
export function takes(source: Source): boolean {
  return source === "demo" || window.croupierReader !== undefined
}

export async function buy(cents: number, source: Source): Promise<Receipt> {
  const device = source === "demo" ? { cents, reference: null } : await window.croupierReader!.take(cents, source)
  const taken: Taken = { id: newId(), terminal: session.name, source, ...device }
  // What was put in must not be lost with the page.
  localStorage.setItem(KEPT, JSON.stringify(taken))
  return credited(taken)
}

/** What was put in before a reload, and not credited: it is credited now. */
export async function resume(): Promise<Receipt | null> {
  const taken = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Taken | null
  await session.enter()
  return taken?.terminal === session.name ? credited(taken) : null
}

/** What the house did not take: the device has the money, and the cage sees to it. */
export class NotCredited extends Error {
  constructor(
    readonly why: Refusal,
    readonly reference: string | null,
  ) {
    super(why.message)
  }
}

async function credited(taken: Taken): Promise<Receipt> {
  const { id, cents, source, reference } = taken
  const path = `/api/terminals/${encodeURIComponent(taken.terminal)}/money`
  for (let left = TRIES; ; left--) {
    try {
      await post<Acknowledgement>(path, { id, command: "buy-in", cents, source, ...(reference === null ? {} : { reference }) }, await session.enter())
      break
    } catch (error) {
      const why = error instanceof Refusal ? error : new Refusal(0, String(error))
      const later = why.status === 0 || why.status === 429 || why.status >= 500
      if (later && left > 0) {
        await new Promise((done) => setTimeout(done, AGAIN))
        continue
      }
      // Nobody knows what came of it: it is tried again when the page is opened again.
      if (!later) localStorage.removeItem(KEPT)
      throw new NotCredited(why, reference)
    }
  }
  localStorage.removeItem(KEPT)
  const found = await session.look()
  const line = found.movements.find((each) => each.kind === "buy-in" && each.cents === cents && each.source === source)
  return { cents, source, at: line?.at ?? Date.now() * 1_000, number: line?.version ?? null, credits: found.cents, reference }
}
