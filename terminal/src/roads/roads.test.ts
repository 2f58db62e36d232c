import { expect, test } from "vitest"
import { ask, beadPlate, bigRoad, derivedRoad, mark, type Mark, type Place, ROWS } from "./roads"

const GOLDEN = import.meta.glob<string>("../../../tests/golden/roads/*.txt", { query: "?raw", import: "default", eager: true })

test("there are golden boards", () => expect(Object.keys(GOLDEN).length).toBeGreaterThan(5))

for (const [path, text] of Object.entries(GOLDEN)) {
  test(`the boards of ${path.split("/").at(-1)} are those of the house, to the letter`, () => {
    const parts = text.trimEnd().split("\n\n")
    const marks = (parts[1] ?? "").trim().split(/\s+/).map(mark)
    const boards = Object.fromEntries(
      parts.slice(4).map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1)]),
    )
    expect({
      "bead plate": board(beadPlate(marks), (each) => written(each.mark)),
      "big road": board(bigRoad(marks), (each) => (each.mark ? written(each.mark) : "") + slash(each.ties)),
      "big eye boy": board(derivedRoad(marks, "bigEye"), (each) => each.colour.slice(0, 1)),
      "small road": board(derivedRoad(marks, "small"), (each) => each.colour.slice(0, 1)),
      "cockroach road": board(derivedRoad(marks, "cockroach"), (each) => each.colour.slice(0, 1)),
    }).toEqual(boards)
  })
}

test("asking says what the next win would add, and nothing where a road has not begun", () => {
  expect(ask("P P B B P P P".split(" ").map(mark), "B").bigEye).toBe("blue")
  expect(ask([], "P")).toEqual({ bigEye: null, small: null, cockroach: null })
})

function written({ winner, playerPair, bankerPair, natural }: Mark): string {
  return winner + (playerPair ? "p" : "") + (bankerPair ? "b" : "") + (natural ? "n" : "")
}

function slash(ties: number): string {
  return ties ? (ties === 1 ? "/" : `/${ties}`) : ""
}

function board<T extends Place>(placed: readonly T[], text: (each: T) => string): string {
  const texts = new Map(placed.map((each) => [`${each.column} ${each.row}`, text(each)]))
  const columns = 1 + Math.max(0, ...placed.map((each) => each.column))
  const width = Math.max(1, ...[...texts.values()].map((each) => each.length))
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: columns }, (_, column) => (texts.get(`${column} ${row}`) ?? ".").padEnd(width))
      .join(" ")
      .trimEnd(),
  ).join("\n")
}
