// What is different about the cards of a round that was put right, card by card and hand by hand.
import type { BaccaratShown, BoxesShown, HandShown, SharedShown } from "../api/types"

export type Lies = BaccaratShown | BoxesShown | SharedShown
/** Whose cards they are. */
export type Where = { whose: "player" | "banker" | "dealer" | "opening" | "stream" } | { whose: "box"; box: number; hand: number | null }
export type Hand = { where: Where; cards: readonly string[]; total: number | null }
export type HandChanged = { where: Where; was: Hand; now: Hand }
/** One card; nothing was read where there is none, or nothing lay there after all. */
export type CardChanged = { where: Where; place: number; was: string | null; now: string | null }

/** The hands of a table in a fixed order, by whose they are. */
export function handsOf(lies: Lies): Map<string, Hand> {
  const found = new Map<string, Hand>()
  const add = (where: Where, cards: readonly string[], total: number | null) => {
    if (cards.length) found.set(key(where), { where, cards, total })
  }
  if (lies.kind === "baccarat") for (const side of ["player", "banker"] as const) add({ whose: side }, lies[side].cards, lies[side].total)
  else {
    add({ whose: "dealer" }, lies.dealer.cards, lies.dealer.total)
    if (lies.kind === "shared") {
      add({ whose: "opening" }, lies.opening, null)
      add({ whose: "stream" }, lies.stream, null)
    } else
      for (const box of lies.boxes)
        box.hands.forEach((hand: HandShown, at: number) => add({ whose: "box", box: box.number, hand: box.hands.length > 1 ? (hand.number ?? at + 1) : null }, hand.cards, hand.total))
  }
  return found
}

/** The hands that lie otherwise. */
export function handsChanged(was: Lies, now: Lies): HandChanged[] {
  const [before, after] = [handsOf(was), handsOf(now)]
  const found: HandChanged[] = []
  for (const at of new Set([...before.keys(), ...after.keys()])) {
    const [then, here] = [before.get(at), after.get(at)]
    const where = (here ?? then)?.where
    if (!where || then?.cards.join() === here?.cards.join()) continue
    const none: Hand = { where, cards: [], total: null }
    found.push({ where, was: then ?? none, now: here ?? none })
  }
  return found
}

/** The cards that are others, each by its place in its hand, counted from one. */
export function cardsChanged(was: Lies, now: Lies): CardChanged[] {
  return handsChanged(was, now).flatMap(({ where, was: then, now: here }) =>
    Array.from({ length: Math.max(then.cards.length, here.cards.length) }, (_, at) => ({ where, place: at + 1, was: then.cards[at] ?? null, now: here.cards[at] ?? null })).filter((each) => each.was !== each.now),
  )
}

function key(where: Where): string {
  return where.whose === "box" ? `box ${where.box} ${where.hand ?? ""}` : where.whose
}
