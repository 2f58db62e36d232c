// How a spot stands: what lies on it, or what became of it.
import type { BettorShown, Decided, OwnLine, TermsShown, WagerShown } from "../../api/types"
import { type Bets, onSpot, spotOf } from "../../live/bets.svelte"
import { prefs } from "../../prefs.svelte"
import type { FieldState } from "../../ui/Field.svelte"
import { limits, money, net, pays, range } from "../../words/money"
import { outcomeName } from "../../words/names"
import { w } from "./words"

const EVEN = "1:1"

export type Standing = { state: FieldState; cents: number; plate: string; note: string | null; said: string }
/** A line of a settlement, or of what is decided before it. */
type Ended = Pick<Decided, "wager" | "stake" | "net" | "box" | "hand"> & { result?: string }

/** `lines` are those of the whole round, or of what the cards have decided already; a main wager on several hands is told as one. */
export function standing(bets: Bets, spot: string, lines: readonly (OwnLine | Decided)[], terms: TermsShown, shut: string | null): Standing {
  const { wager } = onSpot(spot)
  const ended = lines.filter((each) => spotOf(each.wager, each.box) === spot)
  const held = bets.total[spot] ?? 0
  if (ended.length && (ended.some((each) => "result" in each) || sum(ended) === held)) return endedAs(ended)
  const most = terms.limits[wager]?.maximum
  if (bets.over[spot] && most != null) {
    return { state: "over", cents: held, plate: w().max(money(most)), note: w().fits(money(Math.max(0, most - held))), said: `, ${w().max(money(most))}` }
  }
  if (bets.wanted[spot] !== undefined) return { state: "pending", cents: held, plate: money(held), note: null, said: w().fieldPending(money(held)) }
  if (held) return { state: "accepted", cents: held, plate: money(held), note: null, said: w().fieldAccepted(money(held)) }
  return shut === null ? { state: "idle", cents: 0, plate: "", note: null, said: "" } : { state: "disabled", cents: 0, plate: "", note: shut, said: `, ${shut}` }
}

function sum(lines: readonly Ended[]): number {
  return lines.reduce((all, each) => all + each.stake, 0)
}

/** Nothing lost and nothing won is a stand-off, unless what was won made up for what was lost. */
export function endedAs(lines: readonly Ended[]): Standing {
  const [won, staked] = [lines.reduce((all, each) => all + each.net, 0), sum(lines)]
  const push = won === 0 && lines.every((each) => each.net === 0)
  const plate = push ? w().back(money(staked)) : net(won)
  return { state: push ? "push" : won > 0 ? "won" : won < 0 ? "lost" : "push", cents: staked, plate, note: null, said: w().fieldNet(plate) }
}

/** What a bettor has on a main wager: on one hand, or on all where none is named. */
export function mainOf(bettor: BettorShown, hand: number | null | undefined): number {
  return bettor.stakes.filter((each) => each.wager === "main" && (hand == null || (each.hand ?? 1) === hand)).reduce((all, each) => all + each.stake, 0)
}

/** What became of that, once it is decided. */
export function mainEnd(bettor: BettorShown, hand: number | null | undefined): Standing | null {
  const ended = (bettor.decided ?? []).filter((each) => each.wager === "main" && (hand == null || (each.hand ?? 1) === hand))
  return ended.length && sum(ended) >= mainOf(bettor, hand) ? endedAs(ended) : null
}

/** What lies on a side wager of a box, of all bettors together, and what became of it. */
export function sideOf(bettors: readonly BettorShown[], wager: string): Standing | null {
  const staked = bettors.flatMap((each) => each.stakes.filter((stake) => stake.wager === wager)).reduce((all, each) => all + each.stake, 0)
  const ended = bettors.flatMap((each) => (each.decided ?? []).filter((line) => line.wager === wager))
  if (ended.length && sum(ended) >= staked) return endedAs(ended)
  return staked ? { state: "accepted", cents: staked, plate: money(staked), note: null, said: "" } : null
}

/** What a wager pays, in one: of a main wager what it usually pays, then what pays otherwise, by name. */
export function paysOf(wager: WagerShown): string {
  const rows = wager.rows.filter((each) => each.listed && each.pays && each.pays !== "push")
  if (wager.name !== "main") return range([...new Set(rows.map((each) => each.pays ?? ""))], prefs.language)
  const special = rows.filter((each) => each.pays !== EVEN)
  return [pays(EVEN, prefs.language), ...special.map((each) => `${outcomeName(each.outcome)} ${pays(each.pays, prefs.language)}`)].join(" · ")
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
