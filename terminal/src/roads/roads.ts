// The five roads of a shoe, drawn from its rounds as `house/roads.py` writes them; both are held to the same golden boards.

export type Winner = "P" | "B" | "T"
export type Mark = { winner: Winner; playerPair: boolean; bankerPair: boolean; natural: boolean }
export type Place = { column: number; row: number }
export type Bead = Place & { mark: Mark }
export type Win = { mark: Mark; ties: number }
export type Cell = Place & { mark: Mark | null; ties: number }
export type Colour = "red" | "blue"
export type Spot = Place & { colour: Colour }

export const ROWS = 6
/** How many columns back each derived road compares. */
export const BACK = { bigEye: 1, small: 2, cockroach: 3 } as const
export type Derived = keyof typeof BACK

export function mark(text: string): Mark {
  return {
    winner: text[0] as Winner,
    playerPair: text.includes("p"),
    bankerPair: text.includes("b"),
    natural: text.includes("n"),
  }
}

export function beadPlate(marks: readonly Mark[]): Bead[] {
  return marks.map((each, number) => ({ mark: each, column: Math.floor(number / ROWS), row: number % ROWS }))
}

/** The logical columns of the big road: a new one at each change of winner; a tie stands on the win before it. */
export function streaks(marks: readonly Mark[]): Win[][] {
  const found: Win[][] = []
  let leading = 0
  for (const each of marks) {
    const last = found.at(-1)
    if (each.winner === "T") {
      const win = last?.at(-1)
      if (win) win.ties++
      else leading++
    } else if (last && last[0]?.mark.winner === each.winner) last.push({ mark: each, ties: 0 })
    else found.push([{ mark: each, ties: last ? 0 : leading }])
  }
  return found
}

export function bigRoad(marks: readonly Mark[]): Cell[] {
  const found = streaks(marks)
  if (!found.length) return marks.length ? [{ mark: null, ties: marks.length, column: 0, row: 0 }] : []
  const wins = found.flat()
  return places(found.map((streak) => streak.length)).map((place, at) => ({ ...place, ...(wins[at] as Win) }))
}

/** The entries of a derived road: it compares streaks, for where one bends the columns of the board no longer tell. */
export function derived(marks: readonly Mark[], road: Derived): Colour[] {
  const lengths = streaks(marks).map((streak) => streak.length)
  const back = BACK[road]
  const found: Colour[] = []
  for (const [number, length] of lengths.entries()) {
    for (let depth = 0; depth < length; depth++) {
      if (depth && number >= back) found.push(lengths[number - back] === depth ? "blue" : "red")
      else if (!depth && number > back) found.push(lengths[number - 1] === lengths[number - 1 - back] ? "red" : "blue")
    }
  }
  return found
}

export function derivedRoad(marks: readonly Mark[], road: Derived): Spot[] {
  const colours = derived(marks, road)
  const runs: number[] = []
  for (const [at, colour] of colours.entries()) {
    if (at && colours[at - 1] === colour) runs[runs.length - 1]!++
    else runs.push(1)
  }
  return places(runs).map((place, at) => ({ ...place, colour: colours[at] as Colour }))
}

/** What each derived road would show next if that hand won. */
export function ask(marks: readonly Mark[], winner: "P" | "B"): Record<Derived, Colour | null> {
  const next = [...marks, mark(winner)]
  const after = (road: Derived) => {
    const [before, then] = [derived(marks, road), derived(next, road)]
    return then.length > before.length ? (then.at(-1) ?? null) : null
  }
  return { bigEye: after("bigEye"), small: after("small"), cockroach: after("cockroach") }
}

/** Where streaks of these lengths are drawn: down to the bottom or to what is taken, then to the right. */
function places(lengths: readonly number[]): Place[] {
  const taken = new Set<number>()
  const key = (column: number, row: number) => column * ROWS + row
  const found: Place[] = []
  let start = -1
  for (const length of lengths) {
    do start++
    while (taken.has(key(start, 0)))
    let [column, row, down] = [start, 0, true]
    for (let depth = 0; depth < length; depth++) {
      if (depth) {
        down &&= row + 1 < ROWS && !taken.has(key(column, row + 1))
        if (down) row++
        else column++
      }
      taken.add(key(column, row))
      found.push({ column, row })
    }
  }
  return found
}
