// Who sits here: a guest's terminal with its key, kept for a reload, or somebody of the house for as long as the tab lives.
import { get, post, Refusal } from "../api/client"
import type { Credits, Guest, HouseRole, SignedIn } from "../api/types"

type Kept = { terminal: string; key: string }

const GUEST = "croupier.guest"
const STAFF = "croupier.staff"
const BEGAN = "croupier.began"

class Session {
  token = $state<string | null>(null)
  name = $state("")
  role = $state<HouseRole>("spectator")
  credits = $state<number | null>(null)
  /** What was staked since the session began, in cents. */
  staked = $state(0)
  readonly began = remembered(BEGAN, () => Date.now())
  #entering: Promise<string> | null = null

  /** A player's token: the one there is, the known guest's, or a newcomer's. */
  async enter(): Promise<string> {
    if (this.token && this.role === "player") return this.token
    this.#entering ??= this.#enter().finally(() => (this.#entering = null))
    return this.#entering
  }

  /** The token is no longer good: forget it, and come in again. */
  async again(): Promise<string> {
    this.token = null
    return this.enter()
  }

  async #enter(): Promise<string> {
    const known = JSON.parse(localStorage.getItem(GUEST) ?? "null") as Kept | null
    if (known) {
      try {
        const found = await post<SignedIn>("/api/sign-in/terminal", { terminal: known.terminal, key: known.key })
        return this.#is(found.token, found.name, found.role)
      } catch (error) {
        if (!(error instanceof Refusal) || error.status === 0 || error.status >= 429) throw error
        localStorage.removeItem(GUEST)
      }
    }
    const guest = await post<Guest>("/api/guests")
    localStorage.setItem(GUEST, JSON.stringify({ terminal: guest.terminal, key: guest.key } satisfies Kept))
    this.credits = guest.credits
    return this.#is(guest.token, guest.terminal, "player")
  }

  /** Somebody of the house signs in for this tab. */
  /** Signs in; whoever has to choose a password of their own first is not inside yet. */
  async signIn(name: string, password: string): Promise<boolean> {
    const found = await post<SignedIn>("/api/sign-in/staff", { name, password })
    if (found.change) return false
    sessionStorage.setItem(STAFF, JSON.stringify(found))
    this.#is(found.token, found.name, found.role)
    return true
  }

  /** Another password of one's own; all that was signed in by the old one is over. */
  async changePassword(name: string, old: string, fresh: string): Promise<void> {
    const found = await post<SignedIn>("/api/sign-in/staff", { name, password: old })
    await post("/api/secret", { old, new: fresh }, found.token)
  }

  /** The token of somebody of the house who signed in before a reload. */
  staff(): string | null {
    if (this.token && this.role !== "player" && this.role !== "spectator") return this.token
    const known = JSON.parse(sessionStorage.getItem(STAFF) ?? "null") as SignedIn | null
    return known ? this.#is(known.token, known.name, known.role) : null
  }

  async signOut(): Promise<void> {
    const token = this.token
    sessionStorage.removeItem(STAFF)
    this.token = null
    this.role = "spectator"
    if (token) await post("/api/sign-out", undefined, token).catch(() => null)
  }

  async look(): Promise<Credits> {
    const token = await this.enter()
    const found = await get<Credits>(`/api/terminals/${encodeURIComponent(this.name)}`, token)
    this.credits = found.cents
    return found
  }

  #is(token: string, name: string, role: HouseRole): string {
    ;[this.token, this.name, this.role] = [token, name, role]
    return token
  }
}

function remembered(key: string, first: () => number): number {
  const known = Number(sessionStorage.getItem(key))
  if (known) return known
  const made = first()
  sessionStorage.setItem(key, String(made))
  return made
}

export const session = new Session()
