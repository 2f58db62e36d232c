// An evidence pack checked from the outside, as `house/verify_evidence.py` does it: chain, cards and money; not the rules.
import { type Bytes, hex, joined, Malformed, sha256, signed, text, toHex } from "./bytes"
import { type Fields, fields, number, type ShoeDefect, type ShoeRecord, shoeDefects, shoeRecord, string } from "./shoe"

/** Of a round as it was played, and of one that was put right since. */
export const FORMAT = "croupier-evidence-1"
export const AMENDED_FORMAT = "croupier-evidence-2"
const AMENDED = "round-amended"

export type Signature = { key: string; signature: string }
export type Evidence = {
  format: string
  table: string
  round: number
  game: string
  said: string
  cards: string[]
  events: Fields[]
  shoes: ShoeRecord[]
  settlement: Fields
  lines: Fields[]
}
export type EvidenceDefect =
  | { kind: "signature" }
  | { kind: "next"; position: number }
  | { kind: "chain"; position: number }
  | { kind: "round"; position: number; round: number }
  | { kind: "follows"; position: number }
  | { kind: "alone"; position: number; who: string }
  | { kind: "format" }
  | { kind: "shoe"; shoe: string; defect: ShoeDefect }
  | { kind: "card"; card: string; lies: number; came: number }
  | { kind: "line"; who: string; wager: string; stake: number; net: number }
  | { kind: "moved"; who: string; moved: number; lines: number; told: number }
  | { kind: "held"; cents: number }

export function evidence(given: unknown): Evidence {
  const found = fields(given)
  const format = string(found, "format")
  if (![FORMAT, AMENDED_FORMAT].includes(format)) throw new Malformed(`its format is not ${FORMAT} or ${AMENDED_FORMAT}`)
  const settlement = fields(found["settlement"])
  return {
    format,
    table: string(found, "table"),
    round: number(found, "round"),
    game: string(found, "game"),
    said: string(settlement, "said"),
    cards: list(found, "cards").map(String),
    events: list(found, "events").map(fields),
    shoes: list(found, "shoes").map(shoeRecord),
    settlement,
    lines: list(settlement, "lines").map(fields),
  }
}

/** Everything that is wrong with a pack; `data` is what was signed, to the byte. */
export async function evidenceDefects(pack: Evidence, data: Bytes, signature: Signature | null): Promise<EvidenceDefect[]> {
  const found: EvidenceDefect[] = []
  if (signature && (await genuine(data, signature)) === false) found.push({ kind: "signature" })
  found.push(...(await chained(pack)))
  for (const shoe of pack.shoes) for (const defect of await shoeDefects(shoe)) found.push({ kind: "shoe", shoe: shoe.commitment.shoe, defect })
  return [...found, ...cards(pack), ...money(pack)]
}

/** Whether the house signed it; nothing where the browser cannot tell. */
export async function genuine(data: Bytes, { key, signature }: Signature): Promise<boolean | null> {
  return signed(hex(key), hex(signature), joined(text("croupier evidence 1\n"), await sha256(data)))
}

async function chained(pack: Evidence): Promise<EvidenceDefect[]> {
  const found: EvidenceDefect[] = []
  let version = number(pack.events[0] ?? {}, "version") - 1
  let [last, amendments] = [0, 0]
  for (const event of pack.events) {
    const [position, at, said] = [number(event, "position"), number(event, "version"), body(event)]
    const amends = event["kind"] === AMENDED && number(said, "round") === pack.round
    // Amendments come when they come; each names the event of the round before it, so that none is missing between.
    const follows = amends ? at > version : at === version + 1
    if (!follows || event["stream"] !== `table:${pack.table}`) found.push({ kind: "next", position })
    if ((await linked(event)) !== event["hash"]) found.push({ kind: "chain", position })
    const round = said["round"] ?? pack.round
    if (amends) found.push(...amended(event, said, last, (amendments += 1)))
    else if (event["kind"] !== AMENDED && round !== pack.round) found.push({ kind: "round", position, round: Number(round) })
    version = at
    if (amends || string(event, "kind").startsWith("round:")) last = at
  }
  if (amendments && pack.format === FORMAT) found.push({ kind: "format" })
  return found
}

/** An amendment follows upon what was before it, and two people signed for it where anything moved. */
function amended(event: Fields, said: Fields, last: number, which: number): EvidenceDefect[] {
  const found: EvidenceDefect[] = []
  const position = number(event, "position")
  if (said["after"] !== last || said["number"] !== which) found.push({ kind: "follows", position })
  const asked = string(fields(said["asked"]), "who")
  const agreed = said["agreed"] == null ? null : string(fields(said["agreed"]), "who")
  if (list(event, "postings").length && (agreed === null || agreed === asked)) found.push({ kind: "alone", position, who: asked })
  return found
}

/** Whether an earlier round was put right by it while this one was played. */
function ofAnother(event: Fields, round: number): boolean {
  return event["kind"] === AMENDED && body(event)["round"] !== round
}

/** The hash of an event, given the one before it: of every field as its length, a colon and its bytes. */
async function linked(event: Fields): Promise<string> {
  const values: unknown[] = ["position", "stream", "version", "kind", "at", "actor", "body"].map((name) => event[name])
  const postings = list(event, "postings").map(fields)
  values.push(postings.length)
  for (const each of postings) values.push(each["source"], each["destination"], each["cents"], each["kind"])
  const receipts = list(event, "receipts").map(fields)
  values.push(receipts.length)
  for (const each of receipts) values.push(each["actor"], each["id"], hex(each["digest"]), each["answer"])
  const parts = values.map((value) => (value instanceof Uint8Array ? (value as Bytes) : text(String(value))))
  const written = joined(...parts.flatMap((part) => [text(`${part.length}:`), part]))
  return toHex(await sha256(joined(text("croupier event 1\n"), hex(event["before"]), written)))
}

/** Every card on the table came out of a shoe that was committed to, or waited there from the round before. */
function cards(pack: Evidence): EvidenceDefect[] {
  if (!pack.shoes.length) return []
  const opened = pack.events.map((each) => body(each)["event"]).filter((each): each is Fields => typeof each === "object" && each !== null && (each as Fields)["event"] === "bets-opened")
  const waiting = opened.flatMap((each) => (Array.isArray(each["waiting"]) ? each["waiting"].map(String) : []))
  const known = counted([...waiting, ...pack.shoes.flatMap((shoe) => shoe.drawn.map((each) => each.card))])
  return [...counted(pack.cards)].filter(([card, lies]) => lies > (known.get(card) ?? 0)).map(([card, lies]) => ({ kind: "card", card, lies, came: known.get(card) ?? 0 }))
}

function money(pack: Evidence): EvidenceDefect[] {
  const found: EvidenceDefect[] = []
  const lines = new Map<string, number>()
  for (const line of pack.lines) {
    const [who, wager, stake, net] = [string(line, "bettor"), string(line, "wager"), number(line, "stake"), number(line, "net")]
    lines.set(who, (lines.get(who) ?? 0) + net)
    if (net !== due(line, stake)) found.push({ kind: "line", who, wager, stake, net })
  }
  const { moved, held } = movements(pack.events.filter((event) => !ofAnother(event, pack.round)))
  const told = fields(pack.settlement["net"])
  for (const who of [...new Set([...moved.keys(), ...lines.keys(), ...Object.keys(told)])].sort(byCode)) {
    const each = { moved: moved.get(who) ?? 0, lines: lines.get(who) ?? 0, told: Number(told[who] ?? 0) }
    if (each.moved !== each.lines || each.lines !== each.told) found.push({ kind: "moved", who, ...each })
  }
  if (held && ["settled", "void"].includes(String(pack.settlement["phase"]))) found.push({ kind: "held", cents: held })
  return found
}

/** What a line comes to by its pay row; no payment is ever rounded. */
function due(line: Fields, stake: number): number {
  if (line["outcome"] === "Surrender") return Math.floor(-stake / 2)
  if (line["result"] !== "win") return line["result"] === "lose" ? -stake : 0
  const [pays, each] = string(line, "pays").split(":").map(BigInt)
  if (pays === undefined || !each) throw new Malformed("pays is no ratio")
  const won = BigInt(stake) * pays
  return won % each ? -1 : Number(won / each)
}

function movements(events: readonly Fields[]): { moved: Map<string, number>; held: number } {
  const moved = new Map<string, number>()
  let held = 0
  for (const posting of events.flatMap((event) => list(event, "postings").map(fields))) {
    if (["advance", "repayment", "tip", "buy-in", "cash-out"].includes(string(posting, "kind"))) continue
    const cents = number(posting, "cents")
    for (const [account, change] of [[string(posting, "source"), -cents], [string(posting, "destination"), cents]] as const) {
      const name = account.slice(account.indexOf(":") + 1)
      if (account.startsWith("terminal:")) moved.set(name, (moved.get(name) ?? 0) + change)
      if (account.startsWith("stakes:")) held += change
    }
  }
  return { moved, held }
}

function body(event: Fields): Fields {
  return fields(JSON.parse(string(event, "body")))
}

function counted(all: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const each of all) found.set(each, (found.get(each) ?? 0) + 1)
  return found
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function list(from: Fields, name: string): unknown[] {
  const value = from[name]
  if (!Array.isArray(value)) throw new Malformed(`${name} is missing, or no list`)
  return value
}
