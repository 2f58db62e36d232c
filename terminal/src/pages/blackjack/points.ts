// What cards come to, for the lines that are drawn between them; the house says what every hand comes to.

/** The points of some cards: an Ace is eleven unless that would pass 21. */
export function points(cards: readonly string[]): { total: number; soft: boolean } {
  const hard = cards.reduce((sum, card) => sum + (card[0] === "A" ? 1 : Number(card[0]) || 10), 0)
  const soft = cards.some((card) => card[0] === "A") && hard <= 11
  return { total: soft ? hard + 10 : hard, soft }
}
