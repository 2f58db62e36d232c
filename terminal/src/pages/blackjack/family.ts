// What every page knows of the blackjack games: the Dealer's hand, and boxes or the row of cards that all share.
import type { BoxesShown, HandShown, SharedShown } from "../../api/types"
import { family, type Family, type Hand, type Lies } from "../../families/family"
import { ordinal } from "../../words/ordinals"
import { words } from "../../words/words.svelte"

export const w = words(
  {
    group: "Blackjack",
    dealer: "Dealer",
    box: (number: number, hand: number | null) => `Box ${number}${hand ? `, hand ${hand}` : ""}`,
    opening: "First two",
    stream: "Shared draw",
    cards: "Shared cards",
    empty: "free",
    bust: "bust",
    cardOf: {
      dealer: (place: number) => `The Dealer's ${ordinal(place)} card`,
      box: (number: number, hand: number | null, place: number) => `The ${ordinal(place)} card of box ${number}${hand ? `, hand ${hand},` : ""}`,
      opening: (place: number) => `The ${ordinal(place)} shared card`,
      stream: (place: number) => `The ${ordinal(place)} card of the shared draw`,
    },
    whose: { opening: "The first two cards", stream: "The shared draw" },
    dealerHas: (total: number) => `Dealer has ${total}`,
    dealerBusts: (total: number) => `Dealer busts with ${total}`,
    dealerBlackjack: "Dealer Blackjack",
    turn: (box: number) => `Box ${box} decides`,
    dealerLast: "Dealer, recent rounds",
    busts: (count: number) => `${count} bust`,
    none: "No rounds yet",
  },
  {
    group: "二十一点",
    dealer: "庄家",
    box: (number, hand) => `${number} 号位${hand ? `第 ${hand} 手` : ""}`,
    opening: "前两张",
    stream: "共用补牌",
    cards: "共用牌",
    empty: "空位",
    bust: "爆",
    cardOf: {
      dealer: (place) => `庄家的第 ${place} 张牌`,
      box: (number, hand, place) => `${number} 号位${hand ? `第 ${hand} 手` : ""}的第 ${place} 张牌`,
      opening: (place) => `共用牌的第 ${place} 张牌`,
      stream: (place) => `共用补牌的第 ${place} 张牌`,
    },
    whose: { opening: "前两张", stream: "共用补牌" },
    dealerHas: (total) => `庄家 ${total} 点`,
    dealerBusts: (total) => `庄家 ${total} 点爆牌`,
    dealerBlackjack: "庄家黑杰克",
    turn: (box) => `${box} 号位决定`,
    dealerLast: "庄家最近牌局",
    busts: (count) => `爆牌 ${count} 次`,
    none: "还没有牌局",
  },
)

/** What a hand comes to where there is little room: a Blackjack and a bust by name. */
export function brief(hand: HandShown): string {
  return !hand.cards.length ? "" : hand.blackjack ? "BJ" : hand.bust ? w().bust : String(hand.total)
}

function total(hand: HandShown): string {
  return hand.bust && !hand.blackjack ? `${hand.total} ${w().bust}` : brief(hand)
}

function dealers(hand: HandShown): Hand {
  return { key: "dealer", name: w().dealer, whose: w().dealer, card: w().cardOf.dealer, tone: "plain", cards: hand.cards, total: total(hand), points: String(hand.total), dealer: true }
}

function onBoxes(lies: BoxesShown): Hand[] {
  const found = lies.boxes.flatMap((box) =>
    box.hands.map((hand, at): Hand => {
      const which = box.hands.length > 1 ? (hand.number ?? at + 1) : null
      return {
        key: `${box.number} ${at}`,
        name: w().box(box.number, null),
        whose: w().box(box.number, which),
        card: (place) => w().cardOf.box(box.number, which, place),
        tone: "plain",
        cards: hand.cards,
        total: total(hand),
        points: String(hand.total),
        box: box.number,
        turn: lies.turn === box.number && (which === null || box.at === null || which === box.at),
      }
    }),
  )
  return [dealers(lies.dealer), ...found]
}

function ofAll(lies: SharedShown): Hand[] {
  const row = (key: "opening" | "stream"): Hand => ({ key, name: w()[key], whose: w().whose[key], card: w().cardOf[key], tone: "plain", cards: lies[key], total: "", points: "" })
  return [dealers(lies.dealer), row("opening"), { ...row("stream"), optional: true }]
}

function result({ dealer }: { dealer: HandShown }): string {
  if (!dealer.cards.length) return ""
  return dealer.blackjack ? w().dealerBlackjack : dealer.bust ? w().dealerBusts(dealer.total) : w().dealerHas(dealer.total)
}

/** What boxes and the shared row have in common. */
function blackjack<L extends BoxesShown | SharedShown>(own: Pick<Family<L>, "name" | "hands" | "display" | "turn">): Family {
  return family<L & Lies>({
    group: () => w().group,
    decides: true,
    charted: true,
    total,
    totals: (lies) => `${w().dealer} ${lies.dealer.total}`,
    result,
    mains: () => ["main"],
    tone: () => "plain",
    picture: () => import("./Picture.svelte"),
    ...own,
  })
}

export const families = [
  blackjack<BoxesShown>({
    name: "boxes",
    hands: onBoxes,
    turn: (lies) => (lies.turn === null ? null : w().turn(lies.turn)),
    display: () => import("./BoxesDisplay.svelte"),
  }),
  blackjack<SharedShown>({ name: "shared", hands: ofAll, display: () => import("./StreamDisplay.svelte") }),
]
