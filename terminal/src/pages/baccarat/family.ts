// What every page knows of the baccarat games: two hands, who wins, and whose colour a wager wears.
import type { BaccaratShown } from "../../api/types"
import { family, type Hand } from "../../families/family"
import { ordinal } from "../../words/ordinals"
import { punctuation } from "../../words/punctuation"
import { words } from "../../words/words.svelte"
import { isMain, layout } from "./layout"
import { tone } from "./tone"

export const w = words(
  {
    group: "Baccarat",
    player: "Player",
    banker: "Banker",
    card: (side: string, place: number) => `${side}'s ${ordinal(place)} card`,
    wins: (side: string, high: number, low: number) => `${side} wins, ${high} to ${low}`,
    ties: (total: number) => `Tie on ${total}`,
    natural: "Natural",
    last: "Last round",
    rounds: (rounds: number) => `${rounds} ${rounds === 1 ? "round" : "rounds"} in this shoe`,
  },
  {
    group: "百家乐",
    player: "闲",
    banker: "庄",
    card: (side, place) => `${side}的第 ${place} 张牌`,
    wins: (side, high, low) => `${side}赢，${high} 比 ${low}`,
    ties: (total) => `${total} 点和局`,
    natural: "天牌",
    last: "上一局",
    rounds: (rounds) => `本靴 ${rounds} 局`,
  },
)

const SIDES = ["player", "banker"] as const

function hands(lies: BaccaratShown): Hand[] {
  return SIDES.map((side) => {
    const [name, points] = [w()[side], String(lies[side].total)]
    const total = lies[side].cards.length ? points : ""
    return { key: side, name, whose: name, card: (place) => w().card(name, place), tone: side, cards: lies[side].cards, total, points, across: true }
  })
}

function result({ player, banker }: BaccaratShown): string {
  if (player.total === banker.total) return w().ties(player.total)
  return player.total > banker.total ? w().wins(w().player, player.total, banker.total) : w().wins(w().banker, banker.total, player.total)
}

export const families = [
  family<BaccaratShown>({
    name: "baccarat",
    group: () => w().group,
    decides: false,
    charted: false,
    hands,
    total: (hand) => String(hand.total),
    totals: (lies) => hands(lies).map((hand) => `${hand.name} ${hand.points}`).join(punctuation().comma),
    result,
    mains: () => ["banker", "player"],
    tone: (wager) => {
      const found = tone(wager)
      return found === "brass" ? "plain" : found
    },
    order: (wagers) => {
      const laid = layout(wagers, wagers.map((each) => each.name))
      return [...laid.mains.filter((each) => isMain(each.name)), ...laid.mains.filter((each) => !isMain(each.name)), ...laid.sides, ...laid.numbers.flatMap((row) => row.wagers.map((each) => each.wager))]
    },
    display: () => import("./Display.svelte"),
    picture: () => import("./Picture.svelte"),
  }),
]
