// A shoe checked from the outside, as `house/verify_shoe.py` does it: both give the same answers to the same records.
import { type Bytes, hex, hmac, joined, Malformed, sha256, text, toHex, whole } from "./bytes"

const ALGORITHM = "croupier-shoe-1"
const RANKS = "A23456789TJQK"
const SUITS = "SHDC"

export type Commitment = { shoe: string; decks: string; size: number; root: string; algorithm: string }
export type Drawn = { index: number; card: string; salt: string; path: string[]; round?: number }
export type Opening = { seed: string; order: string }
export type ShoeRecord = { commitment: Commitment; drawn: Drawn[]; opening: Opening | null }

export type ShoeDefect =
  | { kind: "algorithm"; algorithm: string; known: string }
  | { kind: "size"; decks: string; cards: number; size: number }
  | { kind: "none"; index: number; size: number }
  | { kind: "uncommitted"; index: number; card: string }
  | { kind: "twice"; index: number }
  | { kind: "late"; index: number; after: number }
  | { kind: "opening" }
  | { kind: "decks"; decks: string }
  | { kind: "differs"; index: number; card: string; opened: string }

/** What a shoe's record is, or a complaint that it is none. */
export function shoeRecord(given: unknown): ShoeRecord {
  const record = fields(given)
  const said = fields(record["commitment"])
  const drawn = record["drawn"] ?? []
  if (!Array.isArray(drawn)) throw new Malformed("drawn is no list")
  const opening = record["opening"] ? fields(record["opening"]) : null
  return {
    commitment: { shoe: string(said, "shoe"), decks: string(said, "decks"), size: number(said, "size"), root: string(said, "root"), algorithm: string(said, "algorithm") },
    drawn: drawn.map((each: unknown) => {
      const card = fields(each)
      const path = card["path"]
      if (!Array.isArray(path)) throw new Malformed("path is no list")
      const round = card["round"]
      return { index: number(card, "index"), card: string(card, "card"), salt: string(card, "salt"), path: path.map(String), ...(typeof round === "number" ? { round } : {}) }
    }),
    opening: opening && { seed: string(opening, "seed"), order: string(opening, "order") },
  }
}

/** Everything that is wrong with a shoe's record. */
export async function shoeDefects(record: ShoeRecord): Promise<ShoeDefect[]> {
  const { shoe, size, decks, root, algorithm } = record.commitment
  const committed = toHex(hex(root))
  if (algorithm !== ALGORITHM) return [{ kind: "algorithm", algorithm, known: ALGORITHM }]
  const found: ShoeDefect[] = []
  const cards = full(decks)
  const total = [...cards.values()].reduce((sum, each) => sum + each, 0)
  if (size !== total) found.push({ kind: "size", decks, cards: total, size })
  const proven = await Promise.all(record.drawn.map((each) => proves(shoe, size, committed, each)))
  const shown = new Map<number, string>()
  for (const [at, { index, card }] of record.drawn.entries()) {
    const latest = Math.max(-1, ...shown.keys())
    if (!(index >= 0 && index < size)) found.push({ kind: "none", index, size })
    else if (!proven[at]) found.push({ kind: "uncommitted", index, card })
    else if (shown.has(index)) found.push({ kind: "twice", index })
    else {
      if (index < latest) found.push({ kind: "late", index, after: latest })
      shown.set(index, card)
    }
  }
  if (record.opening) found.push(...(await openingDefects(record.commitment, record.opening, shown, cards)))
  return found
}

async function openingDefects(said: Commitment, opening: Opening, shown: ReadonlyMap<number, string>, cards: ReadonlyMap<string, number>): Promise<ShoeDefect[]> {
  const salts = hmac(hex(opening.seed))
  const order = opening.order.split(/\s+/).filter(Boolean)
  const leaves = await Promise.all(order.map(async (card, index) => leaf(said.shoe, index, await salts(joined(text(ALGORITHM), whole(index, 4))), card)))
  const found: ShoeDefect[] = []
  if (order.length !== said.size || toHex(await rootOf(leaves)) !== said.root) found.push({ kind: "opening" })
  const held = new Map<string, number>()
  for (const card of order) held.set(card, (held.get(card) ?? 0) + 1)
  if (held.size !== cards.size || [...held].some(([card, count]) => cards.get(card) !== count)) found.push({ kind: "decks", decks: said.decks })
  for (const [index, card] of shown) {
    const opened = order[index]
    if (opened !== undefined && opened !== card) found.push({ kind: "differs", index, card, opened })
  }
  return found
}

async function proves(shoe: string, size: number, root: string, { index, card, salt, path }: Drawn): Promise<boolean> {
  const steps = path.map(hex)
  if (!(index >= 0 && index < size)) return false
  const found = await climbed(await leaf(shoe, index, hex(salt), card), index, size, steps)
  return found !== null && toHex(found) === root
}

/** What stands for one card at its place. */
function leaf(shoe: string, index: number, salt: Bytes, card: string): Promise<Bytes> {
  const name = text(shoe)
  // eslint-disable-next-line no-control-regex
  if (/[^\x00-\x7f]/.test(card)) throw new Malformed(`${card} is no card`)
  return sha256(joined(whole(0, 1), whole(name.length, 2), name, whole(index, 4), salt, text(card)))
}

function node(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(joined(whole(1, 1), left, right))
}

/** Where so many leaves part: at the largest power of two that leaves some on the right. */
export function split(size: number): number {
  let at = 1
  while (2 * at < size) at *= 2
  return at
}

async function rootOf(leaves: readonly Bytes[]): Promise<Bytes> {
  if (!leaves.length) throw new Malformed("the opening holds no card")
  if (leaves.length === 1) return leaves[0]!
  const at = split(leaves.length)
  return node(await rootOf(leaves.slice(0, at)), await rootOf(leaves.slice(at)))
}

/** Where the way of a leaf leads to; nowhere if it has too many steps or too few. */
async function climbed(from: Bytes, place: number, leaves: number, path: readonly Bytes[]): Promise<Bytes | null> {
  const turns: boolean[] = []
  let [index, size] = [place, leaves]
  while (size > 1) {
    const at = split(size)
    turns.push(index >= at)
    ;[index, size] = index >= at ? [index - at, size - at] : [index, at]
  }
  if (turns.length !== path.length) return null
  let found = from
  for (const [at, right] of turns.toReversed().entries()) found = right ? await node(path[at]!, found) : await node(found, path[at]!)
  return found
}

/** The cards of a shoe such as `8x52`, `8x48` (no tens), `8x47` (no 8 of Spades either), or `8x52 less AS KD`. */
function full(decks: string): Map<string, number> {
  const [size = "", gone = ""] = decks.split(" less ")
  const [count = "", kind = ""] = size.split("x")
  const noTens = RANKS.replace("T", "")
  const ranks = { "52": RANKS, "48": noTens, "47": noTens }[kind]
  if (!ranks || !/^\d+$/.test(count)) throw new Malformed(`${decks.slice(0, 40)} are no decks`)
  const left = new Map([...ranks].flatMap((rank) => [...SUITS].map((suit) => [rank + suit, Number(count)] as const)))
  if (kind === "47") left.delete("8S")
  for (const card of gone.split(/\s+/).filter(Boolean)) left.set(card, (left.get(card) ?? 0) - 1)
  return new Map([...left].filter(([, each]) => each > 0))
}

export type Fields = Record<string, unknown>

export function fields(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Malformed("something is missing")
  return value as Fields
}

export function string(from: Fields, name: string): string {
  const value = from[name]
  if (typeof value !== "string") throw new Malformed(`${name} is missing, or no text`)
  return value
}

export function number(from: Fields, name: string): number {
  const value = from[name]
  if (!Number.isSafeInteger(value)) throw new Malformed(`${name} is missing, or no whole number`)
  return value as number
}
