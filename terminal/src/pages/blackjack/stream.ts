// Which of the shared cards each hand used. A terminal's hands take the stream one after another, card by card, until they
// are done; a hand that is split gives its second card away, and the new hand is played right after it.
import { points } from "./points"

/** A card of the row: the two opening cards are -2 and -1, the stream counts from 0. */
export type Used = { at: number; total: number; soft: boolean }
type Held = { cards: readonly string[] }

export function uses(hands: readonly Held[], opening: readonly string[], stream: readonly string[]): Used[][] {
  const row = [...opening, ...stream]
  const found = lay(hands, row, 0, 0, [0])
  return (found ?? hands.map(() => [])).map((places, at) =>
    places.map((place, index) => ({ at: place - 2, ...points(hands[at]!.cards.slice(0, index + 1)) })),
  )
}

/**
 * Where in the row the cards of each hand from this one on lie: `next` is the place after the last that is used, and `begin`
 * the places of the first cards of hands that were formed and not laid yet, the one to be played first at the front.
 */
function lay(hands: readonly Held[], row: readonly string[], hand: number, next: number, begin: readonly number[]): number[][] | null {
  const [first, ...later] = begin
  const cards = hands[hand]?.cards
  if (!cards) return begin.length ? null : []
  if (first === undefined || row[first] !== cards[0]) return null
  const from = Math.max(next, first + 1)
  // So many times it was split: as often its next card went to a hand of its own, the latest to the nearest.
  for (let splits = 0; hand + 1 + later.length + splits <= hands.length; splits++) {
    const given = Array.from({ length: splits }, (_, at) => from + splits - 1 - at)
    const own = Array.from({ length: cards.length - 1 }, (_, at) => from + splits + at)
    if (given.some((place) => place >= row.length) || own.some((place, at) => row[place] !== cards[at + 1])) continue
    const rest = lay(hands, row, hand + 1, from + splits + own.length, [...given, ...later])
    if (rest) return [[first, ...own], ...rest]
  }
  return null
}
