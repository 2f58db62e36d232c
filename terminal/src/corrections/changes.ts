// What is different about the cards of a round that was put right, card by card and hand by hand.
import { familyOf } from "../families"
import type { Hand, Lies } from "../families/family"

type Read = Pick<Hand, "cards" | "points">
/** A hand, and how it had been read before. */
export type HandChanged = { hand: Hand; was: Read; now: Read }
/** One card of a hand; nothing was read where there is none, or nothing lay there after all. */
export type CardChanged = { hand: Hand; place: number; was: string | null; now: string | null }

const NONE: Read = { cards: [], points: "" }

/** The hands that lie otherwise. */
export function handsChanged(was: Lies, now: Lies): HandChanged[] {
  const [before, after] = [handsOf(was), handsOf(now)]
  const found: HandChanged[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [then, here] = [before.get(key), after.get(key)]
    const hand = here ?? then
    if (!hand || then?.cards.join() === here?.cards.join()) continue
    found.push({ hand, was: then ?? NONE, now: here ?? NONE })
  }
  return found
}

/** The cards that are others, each by its place in its hand, counted from one. */
export function cardsChanged(was: Lies, now: Lies): CardChanged[] {
  return handsChanged(was, now).flatMap(({ hand, was: then, now: here }) =>
    Array.from({ length: Math.max(then.cards.length, here.cards.length) }, (_, at) => ({ hand, place: at + 1, was: then.cards[at] ?? null, now: here.cards[at] ?? null })).filter((each) => each.was !== each.now),
  )
}

/** The hands that have cards, by whose they are. */
function handsOf(lies: Lies): Map<string, Hand> {
  const held = familyOf(lies).hands(lies).filter((hand) => hand.cards.length)
  return new Map(held.map((hand) => [hand.whose, hand]))
}
