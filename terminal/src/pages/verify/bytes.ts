// Bytes, and what is made of them with the browser's own cryptography: nothing is asked of the house.

export type Bytes = Uint8Array<ArrayBuffer>

/** It is not what it should be: a text that is no number in hexadecimal, a field that is missing. */
export class Malformed extends Error {}

const utf8 = new TextEncoder()

export function text(value: string): Bytes {
  return utf8.encode(value)
}

export function hex(value: unknown): Bytes {
  if (typeof value !== "string") throw new Malformed(`${String(value)} is no text`)
  const digits = value.replace(/\s+/g, "")
  if (digits.length % 2 || /[^0-9a-f]/i.test(digits)) throw new Malformed(`${value.slice(0, 40)} is not hexadecimal`)
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16))
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("")
}

/** A whole number as so many bytes, the highest first. */
export function whole(value: number, length: number): Bytes {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 256 ** length) throw new Malformed(`${value} does not fit`)
  return Uint8Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256)
}

export function joined(...parts: readonly Bytes[]): Bytes {
  const made = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0))
  let at = 0
  for (const each of parts) {
    made.set(each, at)
    at += each.length
  }
  return made
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
}

export function hmac(key: Bytes): (bytes: Bytes) => Promise<Bytes> {
  const made = crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return async (bytes) => new Uint8Array(await crypto.subtle.sign("HMAC", await made, bytes))
}

/** Whether who has that key signed this; nothing where the browser cannot tell. */
export async function signed(key: Bytes, signature: Bytes, bytes: Bytes): Promise<boolean | null> {
  if (key.length !== 32 || signature.length !== 64) return false
  try {
    const made = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"])
    return await crypto.subtle.verify("Ed25519", made, signature, bytes)
  } catch {
    return null
  }
}
