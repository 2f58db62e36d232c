// Whatever somebody wants checked: a shoe's record, what a table publishes, or an evidence pack.
import { type Bytes, Malformed } from "./bytes"
import { AMENDED_FORMAT, type Evidence, evidence, type EvidenceDefect, evidenceDefects, FORMAT, genuine, type Signature } from "./evidence"
import { fields, type ShoeDefect, type ShoeRecord, shoeDefects, shoeRecord, string } from "./shoe"
import { isZip, zipped } from "./zip"

export type Report =
  | { kind: "shoe"; record: ShoeRecord; defects: ShoeDefect[] }
  | { kind: "evidence"; pack: Evidence; defects: EvidenceDefect[]; key: string | null; signature: "good" | "bad" | "none" | "unknown" }

/** Check it here, without asking anybody. */
export async function check(data: Bytes): Promise<Report> {
  if (isZip(data)) return pack(data)
  const given = parsed(data)
  if (given["format"] === FORMAT || given["format"] === AMENDED_FORMAT) return evident(data, null)
  const record = shoeRecord(published(given) ?? given)
  return { kind: "shoe", record, defects: await shoeDefects(record) }
}

/** What a table publishes of its shoe, as a record: it may be the whole view of the table, its round, or the shoe alone. */
function published(given: Record<string, unknown>): unknown {
  for (const inside of ["public", "round", "shoe"]) {
    const found = given[inside]
    if (typeof found === "object" && found !== null && !("commitment" in given)) return published(found as Record<string, unknown>)
  }
  return "proofs" in given ? { commitment: given["commitment"], drawn: given["proofs"] } : "commitment" in given ? given : null
}

async function pack(data: Bytes): Promise<Report> {
  const files = zipped(data)
  const said = files.get("evidence.json")
  if (!said) throw new Malformed("the archive holds no evidence.json")
  const signature = await files.get("signature.json")?.()
  return evident(await said(), signature ? parsedSignature(signature) : null)
}

async function evident(data: Bytes, signature: Signature | null): Promise<Report> {
  const found = evidence(parsed(data))
  const good = signature ? await genuine(data, signature) : null
  return {
    kind: "evidence",
    pack: found,
    defects: await evidenceDefects(found, data, signature),
    key: signature?.key ?? null,
    signature: !signature ? "none" : good === null ? "unknown" : good ? "good" : "bad",
  }
}

function parsedSignature(data: Bytes): Signature {
  const found = parsed(data)
  return { key: string(found, "key"), signature: string(found, "signature") }
}

function parsed(data: Bytes): Record<string, unknown> {
  try {
    return fields(JSON.parse(new TextDecoder().decode(data)))
  } catch (error) {
    throw error instanceof Malformed ? error : new Malformed("it is no JSON")
  }
}
