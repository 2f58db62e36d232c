// A card by its name, for whoever hears it.
import { allNamed } from "./chinese.svelte"
import { words } from "./words.svelte"

const SUITS = { S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" }

const names = words(
  {
    suits: SUITS,
    ranks: { A: "Ace", T: "10", J: "Jack", Q: "Queen", K: "King" },
    down: "Face-down card",
    of: (rank: string, suit: string) => `${rank} of ${suit}`,
  },
  {
    get suits() {
      return allNamed("suit", SUITS)
    },
    get ranks() {
      return allNamed("rank", { A: "A", T: "T", J: "J", Q: "Q", K: "K" })
    },
    down: "暗牌",
    of: (rank, suit) => `${suit} ${rank}`,
  },
)

export function cardName(card: string | null): string {
  if (!card) return names().down
  const ranks: Record<string, string> = names().ranks
  const suits: Record<string, string> = names().suits
  return names().of(ranks[card[0] ?? ""] ?? card.slice(0, 1), suits[card[1] ?? ""] ?? "")
}
