// Hands and cards in words.
import type { HandShown } from "../../api/types"
import { w } from "./words"

/** `6`, `10`, `A`, `K`. */
export function cardShort(card: string): string {
  return card.startsWith("T") ? "10" : card.slice(0, 1)
}

/** `hard 11`, `soft 17`, `Blackjack`. */
export function totalText(hand: Pick<HandShown, "total" | "soft" | "blackjack">): string {
  if (hand.blackjack) return w().blackjack
  return hand.soft && hand.total < 21 ? w().soft(hand.total) : String(hand.total)
}

export function handText(hand: Pick<HandShown, "total" | "soft" | "blackjack">): string {
  if (hand.blackjack) return w().blackjack
  return hand.soft ? w().soft(hand.total) : w().hard(hand.total)
}

/** `hard 11 against 6`. */
export function againstText(hand: HandShown, up: string | undefined): string {
  return up ? w().against(handText(hand), up.startsWith("A") ? w().ace : /^[TJQK]/.test(up) ? "10" : up.slice(0, 1)) : handText(hand)
}
