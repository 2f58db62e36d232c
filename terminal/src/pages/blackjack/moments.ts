// What a player is asked now: every offer of a round that is not a bet, one moment each, the most urgent first.
import type { Offer } from "../../api/types"

export type Asks = "decide" | "take-even-money" | "insure" | "surrender" | "match-split" | "double-too" | "place-tie"

export type Moment = { key: string; asks: Asks; offer: Offer }

const ORDER: readonly Asks[] = ["decide", "take-even-money", "insure", "surrender", "match-split", "double-too", "place-tie"]

/** The commands whose offers the decision bar, the asks beside it and the boxes draw. */
export const MOMENTS_DRAW: readonly string[] = [...ORDER, "take-seat", "leave-seat"]

/** In a round of that number; what the player has said no to is left out. */
export function moments(offers: readonly Offer[], round: number, declined: ReadonlySet<string>): Moment[] {
  const decides = offers.some((each) => each.command === "decide")
  return offers
    .flatMap((offer) => {
      const asks = ORDER.find((each) => each === offer.command)
      // Where choices are made in one window, surrender is one of the buttons.
      if (!asks || (asks === "surrender" && decides)) return []
      return [{ key: [round, asks, offer.box, offer.hand, offer.owner].join(" "), asks, offer }]
    })
    .filter((each) => !declined.has(each.key))
    .toSorted((a, b) => rank(a) - rank(b) || (a.offer.box ?? 0) - (b.offer.box ?? 0))
}

/** One's own first, then what one may do about others' wagers. */
function rank({ asks, offer }: Moment): number {
  return ORDER.indexOf(asks) + (offer.owner ? 100 : 0)
}

/** How far one tap of a stepper goes: about a twentieth of the way, in whole units. */
export function stepOf(unit: number, most: number): number {
  return unit * Math.max(1, Math.round(most / unit / 20))
}
