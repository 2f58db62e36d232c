// The house over HTTP, in the language that is chosen. What is refused is thrown as it was said: one line, and its clause
// where there is one; what was said is known by its code.
import { prefs } from "../prefs.svelte"
import { away } from "../words/away"
import type { Error as Wrong, Failure } from "./types"

export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly clause: string | null = null,
    readonly code: string | null = null,
    readonly values: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }

  static of(status: number, said: Wrong): Refusal {
    return new Refusal(status, said.message, said.clause, said.code, said.values)
  }

  /** Nothing is wrong: a second person has to agree. */
  get waits(): boolean {
    return this.code === "second-position-needed"
  }
}

const UNATTENDED_MS = 15_000

/** What a page asks by itself is no use of a session: `unattended` says so. */
export async function get<T>(path: string, token?: string | null, unattended = false): Promise<T> {
  return ask<T>("GET", path, undefined, token, unattended)
}

export async function post<T>(path: string, body?: unknown, token?: string | null): Promise<T> {
  return ask<T>("POST", path, body, token)
}

/** A file of the house. */
export async function getFile(path: string, token?: string | null): Promise<Blob> {
  return (await answered("GET", path, undefined, token)).blob()
}

/** An id of our own making: whatever is sent again under it is done once. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (each) => each.toString(36)).join("-")
}

async function ask<T>(method: string, path: string, body: unknown, token: string | null | undefined, unattended = false): Promise<T> {
  const answer = await answered(method, path, body, token, unattended)
  return (await answer.json().catch(() => null)) as T
}

async function answered(method: string, path: string, body: unknown, token: string | null | undefined, unattended = false): Promise<Response> {
  // An effect that asks asks again when another language is chosen.
  const headers: Record<string, string> = { "Accept-Language": prefs.language }
  if (body !== undefined) headers["Content-Type"] = "application/json"
  if (token) headers["Authorization"] = `Bearer ${token}`
  if (token && unattended) headers["Croupier-Unattended"] = "1"
  let answer: Response
  // What a page asks again and again must not wait for ever for a house that stands still.
  const limit = unattended ? { signal: AbortSignal.timeout(UNATTENDED_MS) } : {}
  try {
    answer = await fetch(path, { method, headers, ...limit, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  } catch {
    throw new Refusal(0, away().silent)
  }
  if (!answer.ok) {
    const error = ((await answer.json().catch(() => null)) as Failure | null)?.error
    throw Refusal.of(answer.status, error ?? { message: away().answered(answer.status) })
  }
  return answer
}
