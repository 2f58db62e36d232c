// How a spot stands: what lies on it, or what became of it.
import type { OwnLine, TermsShown, WagerShown } from "../../api/types"
import { type Bets, onSpot, spotOf } from "../../live/bets.svelte"
import { prefs } from "../../prefs.svelte"
import type { FieldState } from "../../ui/Field.svelte"
import { limits, money, net, pays, range } from "../../words/money"
import { w } from "./words"

export type Standing = { state: FieldState; cents: number; plate: string; note: string | null; said: string }

/** `lines` are those of the whole round; a main wager on several hands is told as one. */
export function standing(bets: Bets, spot: string, lines: readonly OwnLine[], terms: TermsShown, shut: string | null): Standing {
  const { wager } = onSpot(spot)
  const settled = lines.filter((each) => spotOf(each.wager, each.box) === spot)
  if (settled.length) return settledAs(settled)
  const most = terms.limits[wager]?.maximum
  const held = bets.total[spot] ?? 0
  if (bets.over[spot] && most != null) {
    return { state: "over", cents: held, plate: w().max(money(most)), note: w().fits(money(Math.max(0, most - held))), said: `, ${w().max(money(most))}` }
  }
  if (bets.wanted[spot] !== undefined) return { state: "pending", cents: held, plate: money(held), note: null, said: w().fieldPending(money(held)) }
  if (held) return { state: "accepted", cents: held, plate: money(held), note: null, said: w().fieldAccepted(money(held)) }
  return shut === null ? { state: "idle", cents: 0, plate: "", note: null, said: "" } : { state: "disabled", cents: 0, plate: "", note: shut, said: `, ${shut}` }
}

export function settledAs(lines: readonly OwnLine[]): Standing {
  const [won, staked] = [lines.reduce((sum, each) => sum + each.net, 0), lines.reduce((sum, each) => sum + each.stake, 0)]
  const push = won === 0 && lines.every((each) => each.result === "push")
  const plate = push ? w().back(money(staked)) : net(won)
  return { state: push ? "push" : won > 0 ? "won" : won < 0 ? "lost" : "push", cents: staked, plate, note: null, said: w().fieldNet(plate) }
}

/** What a wager pays, in one: the best of a main wager's rows is a Blackjack, and it is said by name in the rules. */
export function paysOf(wager: WagerShown): string {
  const rows = wager.rows.filter((each) => each.listed && each.pays && each.pays !== "push").map((each) => each.pays ?? "")
  return range([...new Set(rows)], prefs.language)
}

export function limitsOf(terms: TermsShown, wager: string, written: typeof limits = limits): string {
  const posted = terms.limits[wager]
  return written(posted?.minimum ?? terms.unit, posted?.maximum, prefs.language)
}

export function paysOfRow(wager: WagerShown | undefined, outcome: string): string {
  return pays(wager?.rows.find((each) => each.outcome === outcome)?.pays, prefs.language)
}

/** `guest 3.1` is the first on box 3: there, `1` is enough. */
export function placeOf(who: string): string {
  return who.replace(/^guest \d+\./, "")
}
