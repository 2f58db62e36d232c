// Who sits here: a guest's terminal with its key, kept for a reload, or somebody of the house for as long as the tab lives.
import { get, post, Refusal } from "../api/client"
import type { BuyInShown, Credits, Guest, HouseRole, HouseShown, Offer, NewSession, Waiting } from "../api/types"

/** What was staked, and how much of each table's latest round is counted in it. */
type Turnover = { staked: number; counted: Record<string, { round: number; cents: number }> }
type Kept = { terminal: string; key: string }

const GUEST = "croupier.guest"
const STAFF = "croupier.staff"
const TERMINAL = "croupier.terminal"
/** As the house tells a key from a PIN. */
const KEY = /^[0-9a-f]{64}$/
const BEGAN = "croupier.began"
const STAKED = "croupier.staked"
/** What a player is offered as long as bets are open, and may leave. */
const AT_LEISURE = ["place-wager", "withdraw-wager", "take-seat", "leave-seat", "give-tip"]

class Session {
  token = $state<string | null>(null)
  name = $state("")
  role = $state<HouseRole>("spectator")
  credits = $state<number | null>(null)
  /** Rounds of this terminal that were put right, and of which its player has not taken note. */
  corrections = $state.raw<readonly Waiting[]>([])
  /** Whether the player has something to decide that does not wait. */
  decides = $state(false)
  readonly #turnover = JSON.parse(sessionStorage.getItem(STAKED) ?? '{"staked":0,"counted":{}}') as Turnover
  /** What was staked since the session began, in cents; a reload is no other session. */
  staked = $state(this.#turnover.staked)
  /** Credits are nobody's money, and whoever comes gets some. */
  demo = $state(false)
  /** What this terminal sells itself; nothing where credits come from the cage alone. */
  buyIn = $state.raw<BuyInShown | null>(null)
  /** How many more cents it may sell today. */
  buys = $state<number | null>(null)
  /** For practice, and no play is real; not known before the house has said so. */
  drill = $state<boolean | null>(null)
  /** Whether the house has signed somebody out who had signed in here. */
  ended = $state(false)
  /** A terminal has to sign in before it goes on. */
  asking = $state(false)
  /** At which tables there is something to decide. */
  readonly #deciding = new Set<string>()
  readonly began = remembered(BEGAN, () => Date.now())
  #entering: Promise<string> | null = null
  #admitted: ((token: string) => void) | null = null
  #house: Promise<HouseShown> | null = null

  /** What kind of house it is. */
  async house(): Promise<HouseShown> {
    this.#house ??= get<HouseShown>("/api/house").catch((error: unknown) => {
      this.#house = null
      throw error
    })
    const found = await this.#house
    this.demo = found.demo
    this.buyIn = found.buy_in ?? null
    this.drill = found.drill ?? false
    return found
  }

  /** A player's token: the one there is, the known guest's, or a newcomer's. */
  async enter(): Promise<string> {
    if (this.token && this.role === "player") return this.token
    this.#entering ??= this.#enter().finally(() => (this.#entering = null))
    return this.#entering
  }

  /** The token is no longer good: forget it, and come in again. */
  async again(): Promise<string> {
    this.token = null
    sessionStorage.removeItem(TERMINAL)
    return this.enter()
  }

  async #enter(): Promise<string> {
    const known = JSON.parse(localStorage.getItem(GUEST) ?? "null") as Kept | null
    if (known) {
      try {
        const found = await post<NewSession>("/api/sign-in/terminal", { terminal: known.terminal, key: known.key })
        return this.#is(found.token, found.name, found.role)
      } catch (error) {
        if (!(error instanceof Refusal) || error.status === 0 || error.status >= 429) throw error
        localStorage.removeItem(GUEST)
      }
    }
    if (!(await this.house()).demo) return this.#signedIn()
    const guest = await post<Guest>("/api/guests")
    localStorage.setItem(GUEST, JSON.stringify({ terminal: guest.terminal, key: guest.key } satisfies Kept))
    this.credits = guest.credits
    return this.#is(guest.token, guest.terminal, "player")
  }

  /** The token of a terminal whose player typed a PIN before a reload; else once somebody signs it in. */
  async #signedIn(): Promise<string> {
    const known = JSON.parse(sessionStorage.getItem(TERMINAL) ?? "null") as NewSession | null
    if (known) return this.#is(known.token, known.name, known.role)
    this.asking = true
    const token = await new Promise<string>((done) => (this.#admitted = done))
    this.asking = false
    return token
  }

  /** A terminal signs in: its own key is kept here, a player's PIN is not. */
  async admit(terminal: string, secret: string): Promise<void> {
    const shown = KEY.test(secret) ? { key: secret } : { pin: secret }
    const found = await post<NewSession>("/api/sign-in/terminal", { terminal, ...shown })
    if (KEY.test(secret)) localStorage.setItem(GUEST, JSON.stringify({ terminal, key: secret } satisfies Kept))
    else sessionStorage.setItem(TERMINAL, JSON.stringify(found))
    this.#admitted?.(this.#is(found.token, found.name, found.role))
  }

  /** Whether a player can come in without being asked for anything. */
  async welcome(): Promise<boolean> {
    return this.role === "player" || localStorage.getItem(GUEST) !== null || sessionStorage.getItem(TERMINAL) !== null || (await this.house()).demo
  }

  /** Somebody of the house signs in for this tab. Whoever has to choose a password first is not inside yet. */
  async signIn(name: string, password: string): Promise<boolean> {
    const found = await post<NewSession>("/api/sign-in/staff", { name, password })
    if (found.change) return false
    sessionStorage.setItem(STAFF, JSON.stringify(found))
    this.ended = false
    this.#is(found.token, found.name, found.role)
    return true
  }

  /** Another password of one's own; all that was signed in by the old one is over. */
  async changePassword(name: string, old: string, fresh: string): Promise<void> {
    const found = await post<NewSession>("/api/sign-in/staff", { name, password: old })
    await post("/api/secret", { old, new: fresh }, found.token)
  }

  /** The token of somebody of the house who signed in before a reload. */
  staff(): string | null {
    if (this.token && this.role !== "player" && this.role !== "spectator") return this.token
    const known = JSON.parse(sessionStorage.getItem(STAFF) ?? "null") as NewSession | null
    return known ? this.#is(known.token, known.name, known.role) : null
  }

  async signOut(): Promise<void> {
    const token = this.token
    this.over()
    this.ended = false
    if (token) await post("/api/sign-out", undefined, token).catch(() => null)
  }

  /** The house has ended the session: it is forgotten here too. */
  over(): void {
    sessionStorage.removeItem(STAFF)
    if (this.token) this.ended = true
    this.token = null
    this.role = "spectator"
  }

  async look(): Promise<Credits> {
    const token = await this.enter()
    const found = await get<Credits>(`/api/terminals/${encodeURIComponent(this.name)}`, token)
    this.credits = found.cents
    this.buys = found.buys ?? null
    this.corrections = found.corrections ?? []
    return found
  }

  /** What a table tells this player alone. */
  told(table: string, corrections: readonly Waiting[], offers: readonly Offer[]): void {
    // The same again is nothing new: whoever reads it is not shown it anew.
    if (JSON.stringify(corrections) !== JSON.stringify(this.corrections)) this.corrections = corrections
    if (offers.some((each) => !AT_LEISURE.includes(each.command))) this.#deciding.add(table)
    else this.#deciding.delete(table)
    this.decides = this.#deciding.size > 0
  }

  /** So much is staked in a round by now: what is new of it counts. */
  count(table: string, round: number, cents: number): void {
    const known = this.#turnover.counted[table]
    const before = known?.round === round ? known.cents : 0
    if (cents <= before) return
    this.staked += cents - before
    this.#turnover.staked = this.staked
    this.#turnover.counted[table] = { round, cents }
    sessionStorage.setItem(STAKED, JSON.stringify(this.#turnover))
  }

  /** A table is left: nothing is decided there. */
  left(table: string): void {
    this.#deciding.delete(table)
    this.decides = this.#deciding.size > 0
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
