// What the Dealer came to in the latest rounds of a blackjack table.
import type { Last } from "../../api/types"

const WORTH: Record<string, number> = { A: 11, T: 10, J: 10, Q: 10, K: 10 }

export function dealerTotals(last: readonly Last[]): string[] {
  return last.flatMap((each) => {
    const cards = each.hands["dealer"]?.split(" ") ?? []
    return cards.length > 1 ? [total(cards)] : []
  })
}

function total(cards: readonly string[]): string {
  const worth = cards.map((card) => WORTH[card[0] ?? ""] ?? Number(card[0]))
  let sum = worth.reduce((a, b) => a + b, 0)
  for (const each of worth) if (each === 11 && sum > 21) sum -= 10
  return sum > 21 ? "bust" : sum === 21 && cards.length === 2 ? "BJ" : String(sum)
}
