// A file out of a ZIP, as far as packs of evidence need it: stored or deflated, and not larger than it may be.
import { type Bytes, Malformed } from "./bytes"

const LARGEST = 256 * 2 ** 20
const END = 0x06054b50
const ENTRY = 0x02014b50
const END_SIZE = 22
const COMMENT = 65_535

export function isZip(data: Bytes): boolean {
  return data[0] === 0x50 && data[1] === 0x4b
}

/** The files of that archive by name, each unpacked when it is asked for. */
export function zipped(data: Bytes): Map<string, () => Promise<Bytes>> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  try {
    return entries(data, view)
  } catch (error) {
    if (error instanceof RangeError) throw new Malformed("the archive is cut off")
    throw error
  }
}

function entries(data: Bytes, view: DataView): Map<string, () => Promise<Bytes>> {
  let end = data.length - END_SIZE
  while (end >= 0 && end > data.length - END_SIZE - COMMENT && view.getUint32(end, true) !== END) end--
  if (end < 0 || view.getUint32(end, true) !== END) throw new Malformed("it is no archive")
  const found = new Map<string, () => Promise<Bytes>>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count; count--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Malformed("the archive is damaged")
    const [method, packed, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const [name, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)]
    const header = view.getUint32(at + 42, true)
    const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
    const content = data.slice(start, start + packed)
    found.set(new TextDecoder().decode(data.subarray(at + 46, at + 46 + name)), () => unpacked(content, method, size))
    at += 46 + name + extra + comment
  }
  return found
}

async function unpacked(content: Bytes, method: number, size: number): Promise<Bytes> {
  if (size > LARGEST) throw new Malformed("it is too large")
  if (method === 0) return content
  if (method !== 8) throw new Malformed("the archive is packed in another way")
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader()
  const made = new Uint8Array(size)
  let at = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > size) throw new Malformed("it is larger than it says")
      made.set(part.value, at)
      at += part.value.length
    }
  } catch (error) {
    throw error instanceof Malformed ? error : new Malformed("the archive is damaged")
  }
  return made.subarray(0, at)
}
