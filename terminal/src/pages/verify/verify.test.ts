import { expect, test, vi } from "vitest"
import amended from "../../../../tests/golden/verify/amended.json"
import evidence from "../../../../tests/golden/verify/evidence.json"
import meanwhile from "../../../../tests/golden/verify/meanwhile.json"
import shoes from "../../../../tests/golden/verify/shoes.json"
import { type Bytes, joined, Malformed, text, whole } from "./bytes"
import { check } from "./check"
import { shoeDefects, shoeRecord, split } from "./shoe"
import { told, toldOfPack } from "./words"

vi.mock("../../prefs.svelte", () => ({ prefs: { language: "en" } }))

for (const [name, { record, defects }] of Object.entries(shoes as Record<string, { record: unknown; defects: string[] | null }>)) {
  test(`a shoe: ${name}: the browser says what the script says`, async () => {
    if (defects === null) await expect((async () => shoeDefects(shoeRecord(record)))()).rejects.toThrow(Malformed)
    else expect((await shoeDefects(shoeRecord(record))).map(told)).toEqual(defects)
  })
}

for (const [pack, known] of Object.entries({ evidence, amended, meanwhile }))
  for (const [name, lines] of Object.entries(known.found as Record<string, string[]>)) {
    test(`${pack}, ${name}: the browser says what the script says`, async () => {
      const changed = (known.changed as Record<string, object>)[name]
      const report = await check(text(name === "true" ? known.data : JSON.stringify({ ...(JSON.parse(known.data) as object), ...changed })))
      expect(report.kind === "evidence" && report.defects.map(toldOfPack)).toEqual(lines)
    })
  }

test("a pack is opened, and its signature is that of its bytes", async () => {
  const good = await check(await archive({ "evidence.json": evidence.data, "signature.json": JSON.stringify(evidence.signed) }))
  expect([good.kind === "evidence" && good.signature, good.defects]).toEqual(["good", []])
  const bad = await check(await archive({ "evidence.json": `${evidence.data} `, "signature.json": JSON.stringify(evidence.signed) }))
  expect(bad.kind === "evidence" && [bad.signature, bad.defects.map(toldOfPack)]).toEqual(["bad", ["the signature is not that of this evidence"]])
})

test("what a table publishes is checked as it is", async () => {
  const { commitment, drawn } = shoes["not opened yet"].record
  for (const given of [{ public: { round: { shoe: { commitment, proofs: drawn } } } }, { shoe: { commitment, proofs: drawn } }, { commitment, drawn }]) {
    const report = await check(text(JSON.stringify(given)))
    expect(report.kind === "shoe" && [report.record.drawn.length, report.defects]).toEqual([drawn.length, []])
  }
})

test.each(["", "null", "[]", "{}", "hello", "PK\u0003\u0004", '{"format":"croupier-evidence-1"}', '{"commitment":null}'])("%j is no record, and says so", async (given) => {
  await expect(check(text(given))).rejects.toThrow(Malformed)
})

test("leaves part at the largest power of two", () => {
  expect([2, 3, 4, 5, 416].map(split)).toEqual([1, 2, 2, 4, 256])
})

/** A ZIP of these files, as any program writes it. */
async function archive(files: Record<string, string>): Promise<Bytes> {
  const little = (value: number, length: number) => whole(value, length).toReversed() as Bytes
  const bodies: Bytes[] = []
  const entries: Bytes[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = new Uint8Array(await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer())
    const sizes = [little(0, 4), little(packed.length, 4), little(text(content).length, 4), little(name.length, 2), little(0, 2)]
    const common = [little(20, 2), little(0, 2), little(8, 2), little(0, 4), ...sizes]
    entries.push(joined(little(0x02014b50, 4), little(20, 2), ...common, little(0, 2), little(0, 2), little(0, 2), little(0, 4), little(at, 4), text(name)))
    bodies.push(joined(little(0x04034b50, 4), ...common, text(name), packed))
    at += bodies.at(-1)!.length
  }
  const directory = joined(...entries)
  const end = joined(little(0x06054b50, 4), little(0, 4), little(entries.length, 2), little(entries.length, 2), little(directory.length, 4), little(at, 4), little(0, 2))
  return joined(...bodies, directory, end)
}
