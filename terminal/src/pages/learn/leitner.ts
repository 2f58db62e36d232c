// Spaced repetition by Leitner: what is right moves a box on and comes again later, what is wrong goes back to the first.

/** The box of a square, and when it is due again, in milliseconds since 1970. */
export type Card = readonly [box: number, due: number]
export type Known = Readonly<Record<string, Card>>

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How long a square rests in each box; in the last it is known. */
export const RESTS: readonly number[] = [MINUTE, 10 * MINUTE, DAY, 3 * DAY, 7 * DAY]
/** Squares of the first box at once: who learns too many new ones learns none. */
const MOST_NEW = 8

/** What is known after an answer. */
export function answered(known: Known, key: string, right: boolean, now: number): Known {
  const box = right ? Math.min((known[key]?.[0] ?? -1) + 1, RESTS.length - 1) : 0
  return { ...known, [key]: [box, now + (right ? (RESTS[box] ?? 0) : 0)] }
}

/** The square to ask next, not the same twice running: what is due, the lowest box first, then something new, then what is due soonest. */
export function next(known: Known, keys: readonly string[], now: number, last: string | null, random: () => number = Math.random): string | null {
  const others = keys.length > 1 ? keys.filter((key) => key !== last) : keys
  const due = others.filter((key) => known[key] && known[key][1] <= now).sort((one, other) => (known[one]?.[0] ?? 0) - (known[other]?.[0] ?? 0))
  const fresh = others.filter((key) => !known[key])
  const learning = keys.filter((key) => known[key]?.[0] === 0).length
  if (due.length && (learning >= MOST_NEW || !fresh.length || random() < 0.7)) return due[0] ?? null
  if (fresh.length && learning < MOST_NEW) return fresh[Math.floor(random() * fresh.length)] ?? null
  return [...others].sort((one, other) => (known[one]?.[1] ?? Infinity) - (known[other]?.[1] ?? Infinity))[0] ?? null
}

/** How many squares are in each box; those that were never asked come first. */
export function boxes(known: Known, keys: readonly string[]): number[] {
  const counts = new Array<number>(RESTS.length + 1).fill(0)
  for (const key of keys) counts[(known[key]?.[0] ?? -1) + 1] = (counts[(known[key]?.[0] ?? -1) + 1] ?? 0) + 1
  return counts
}
