// A card that is folded over: what of its back is still seen, what is lifted, and where its face comes to lie.

export type Point = readonly [x: number, y: number]
export type Matrix = readonly [number, number, number, number, number, number]
export type Fold = {
  /** The back that still lies there. */
  rest: Point[]
  /** What is lifted, in the coordinates of the face. */
  lifted: Point[]
  /** From the face's coordinates to where the flap lies. */
  matrix: Matrix
  /** The two ends of the fold. */
  crease: Point[]
  /** How much of the card is lifted, from 0 to 1. */
  share: number
}

export const WIDE = 100
export const HIGH = 140
const CORNERS: readonly Point[] = [[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]]
/** Within so much of two edges it is a corner that is held. */
const NEAR = 0.3

/** The place by which a card is held: a corner, or the middle of the edge that is nearest. */
export function held([x, y]: Point): { at: Point; axis: "x" | "y" | null } {
  const [across, down] = [x / WIDE, y / HIGH]
  const [side, end] = [Math.min(across, 1 - across), Math.min(down, 1 - down)]
  const corner: Point = [across < 0.5 ? 0 : WIDE, down < 0.5 ? 0 : HIGH]
  if (side < NEAR && end < NEAR) return { at: corner, axis: null }
  return side < end ? { at: [corner[0], y], axis: "x" } : { at: [x, corner[1]], axis: "y" }
}

/** The fold when the place that is held has been drawn so far; nothing where it is drawn outwards. */
export function fold(from: Point, drawn: Point): Fold | null {
  const { at, axis } = held(from)
  const [dx, dy] = [axis === "y" ? 0 : drawn[0], axis === "x" ? 0 : drawn[1]]
  const inward = dx * (WIDE / 2 - at[0]) + dy * (HIGH / 2 - at[1])
  const length = Math.hypot(dx, dy)
  if (length < 1 || inward <= 0) return null
  // The crease follows the finger, and whatever lies on the held side of it is turned over.
  const [nx, ny] = [dx / length, dy / length]
  const crease = nx * (at[0] + dx) + ny * (at[1] + dy)
  const side = ([x, y]: Point) => nx * x + ny * y - crease
  const lifted = cut(CORNERS, (point) => -side(point))
  const rest = cut(CORNERS, side)
  // The mirror image at the crease, of the face that lies mirrored under the back.
  const matrix: Matrix = [-(1 - 2 * nx * nx), 2 * nx * ny, -2 * nx * ny, 1 - 2 * ny * ny, WIDE * (1 - 2 * nx * nx) + 2 * nx * crease, -2 * nx * ny * WIDE + 2 * ny * crease]
  return {
    rest,
    lifted: lifted.map(([x, y]): Point => [WIDE - x, y]),
    matrix,
    crease: rest.filter((point) => Math.abs(side(point)) < 1e-6),
    share: area(lifted) / (WIDE * HIGH),
  }
}

/** The part of a shape that is kept. */
function cut(shape: readonly Point[], keeps: (point: Point) => number): Point[] {
  return shape.flatMap((point, index) => {
    const next = shape[(index + 1) % shape.length]!
    const [here, there] = [keeps(point), keeps(next)]
    const kept: Point[] = here >= 0 ? [point] : []
    if (here * there < 0) {
      const part = here / (here - there)
      kept.push([point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])])
    }
    return kept
  })
}

function area(shape: readonly Point[]): number {
  return Math.abs(shape.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = shape[(index + 1) % shape.length]!
    return sum + x * nextY - nextX * y
  }, 0)) / 2
}
