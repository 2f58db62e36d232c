// Where things are drawn in a picture of convergence: rounds on a scale of powers of ten, the edge around the exact one.
import type { Point } from "./run.svelte"

export type Axes = { from: number; to: number; middle: number; half: number }

/** The part worth looking at: the beginning is wild, and would make all that follows look like a line. */
export function axes(points: readonly Point[], exact: number, goal: number): Axes {
  const from = Math.log10(points[0]?.rounds ?? 1_000)
  const done = Math.log10(points.at(-1)?.rounds ?? 1_000)
  const to = Math.max(from + 1, Math.min(Math.log10(goal), done + 0.6))
  const middle = (from + done) / 2
  const seen = points.filter((each) => Math.log10(each.rounds) >= middle)
  const half = Math.max(1e-7, ...seen.flatMap((each) => [Math.abs(each.low - exact), Math.abs(each.high - exact)]))
  return { from, to, middle: exact, half: 1.08 * half }
}

/** Round steps, four or five of them, over so much to either side. */
export function ticks({ middle, half }: Axes): number[] {
  const rough = half / 2.2
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  const found: number[] = []
  for (let at = Math.ceil((middle - half) / step); at <= (middle + half) / step; at++) found.push(at * step)
  return found
}

/** As many digits as tell two ticks apart, in percent. */
export function digits(values: readonly number[]): number {
  const step = values.length > 1 ? Math.abs(values[1]! - values[0]!) : 0.01
  return Math.min(7, Math.max(1, Math.ceil(-Math.log10(step * 100) - 1e-9)))
}
