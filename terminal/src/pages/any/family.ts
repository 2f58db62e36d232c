// What every page knows of a family of games that it has never heard of: hands with names, and a result in words.
import type { GameShown, HandsShown } from "../../api/types"
import { family, type Hand } from "../../families/family"
import type { Tone } from "../../ui/Field.svelte"
import { short } from "../../ui/card"
import { capital } from "../../words/capital"
import { ownWords } from "../../words/names"
import { ordinal } from "../../words/ordinals"
import { punctuation } from "../../words/punctuation"
import { words } from "../../words/words.svelte"

export const w = words(
  {
    bets: (hand: string) => `On ${hand}`,
    card: (hand: string, place: number) => `${hand}'s ${ordinal(place)} card`,
    last: "Last round",
    lastRounds: "Recent rounds",
    none: "No rounds yet",
  },
  {
    bets: (hand) => `${hand}的注`,
    card: (hand, place) => `${hand}的第 ${place} 张牌`,
    last: "上一局",
    lastRounds: "最近牌局",
    none: "还没有牌局",
  },
)

/** The first two hands wear the colours of two sides; there may be more, and they wear none. */
const TONES = ["player", "banker"] as const

export function hands(lies: HandsShown): Hand[] {
  return lies.hands.map((each, at): Hand => {
    const name = ownWords(each.label)
    return {
      key: each.name,
      name,
      whose: name,
      card: (place) => w().card(name, place),
      tone: (lies.hands.length === 2 ? TONES[at] : undefined) ?? "plain",
      cards: each.cards,
      total: each.cards.length ? ownWords(each.comes_to) : "",
      points: ownWords(each.comes_to),
    }
  })
}

/** The wagers on a hand itself; while no hand is known, the first that the game declares. */
export function mains(game: GameShown | undefined, names: readonly string[]): string[] {
  const bets = (game?.wagers ?? []).filter((each) => each.window === "betting").map((each) => each.name)
  const found = bets.filter((each) => names.includes(each))
  return found.length ? found : bets.slice(0, 1)
}

/** A wager on one of two hands, or about it, wears its colour; one on neither winning that of a tie. */
export function tone(wager: string, names: readonly string[]): Tone {
  if (names.length !== 2) return "plain"
  const at = names.findIndex((each) => wager === each || wager.startsWith(`${each}-`))
  return TONES[at] ?? (/(^|-)tie$/.test(wager) ? "tie" : "plain")
}

export const families = [
  family<HandsShown>({
    name: "hands",
    group: () => "",
    decides: true,
    charted: false,
    hands,
    total: (hand) => (hand.cards.length ? String(hand.total) : ""),
    totals: (lies) =>
      hands(lies)
        .filter((each) => each.cards.length)
        .map((each) => `${each.name} ${each.total || each.cards.map(short).join(" ")}`)
        .join(punctuation().comma),
    result: (lies) => (lies.result === null ? "" : capital(ownWords(lies.result))),
    mains,
    tone,
    display: () => import("./Display.svelte"),
    picture: () => import("./Picture.svelte"),
  }),
]
