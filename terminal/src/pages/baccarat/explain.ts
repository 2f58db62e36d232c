// Why the cards came as they did, told from the cards and the table of play that the house declares.
import type { DrawingShown } from "../../api/types"

export type Side = "player" | "banker"
export type Hands = Record<Side, readonly string[]>

export type Step =
  | { kind: "first-four"; cards: Hands; totals: Record<Side, number>; natural: boolean; clause: string }
  | { kind: "player"; draws: boolean; total: number; card: string | null; after: number | null; natural: boolean; clause: string }
  | { kind: "banker"; draws: boolean; total: number; third: number | null; on: readonly number[]; card: string | null; after: number | null; natural: boolean; clause: string }
  | { kind: "result"; winner: Side | "tie"; totals: Record<Side, number>; clause: string }

/** Ace one, Two to Nine as they stand, Ten and faces nothing. */
export function value(card: string): number {
  return card[0] === "A" ? 1 : Number(card[0]) || 0
}

export function total(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + value(card), 0) % 10
}

/** What can be told of a round so far, and what comes next where the rules say so. */
export function steps(hands: Hands, drawing: DrawingShown, complete: boolean): Step[] {
  const first = { player: hands.player.slice(0, 2), banker: hands.banker.slice(0, 2) }
  if (first.player.length + first.banker.length < 4) return []
  const totals = { player: total(first.player), banker: total(first.banker) }
  const natural = totals.player >= 8 || totals.banker >= 8
  const found: Step[] = [{ kind: "first-four", cards: first, totals, natural, clause: drawing.places }]
  const playerDraws = !natural && drawing.player.includes(totals.player)
  const third = hands.player[2] ?? null
  found.push({
    kind: "player",
    draws: playerDraws,
    total: totals.player,
    card: third,
    after: third ? total(hands.player) : null,
    natural,
    clause: drawing.draws,
  })
  if (!playerDraws || third) {
    const on = playerDraws ? (drawing.banker[String(totals.banker)] ?? []) : drawing.player
    const by = playerDraws && third ? value(third) : totals.banker
    const draws = !natural && on.includes(by)
    const card = hands.banker[2] ?? null
    found.push({
      kind: "banker",
      draws,
      total: totals.banker,
      third: third ? value(third) : null,
      on,
      card,
      after: card ? total(hands.banker) : null,
      natural,
      clause: drawing.draws,
    })
  }
  if (complete) {
    const ends = { player: total(hands.player), banker: total(hands.banker) }
    const winner = ends.player === ends.banker ? "tie" : ends.player > ends.banker ? "player" : "banker"
    found.push({ kind: "result", winner, totals: ends, clause: drawing.settles })
  }
  return found
}

/** Who takes the next card, where somebody does. */
export function next(hands: Hands, drawing: DrawingShown): Side | null {
  const dealt = hands.player.length + hands.banker.length
  if (dealt < 4) return dealt % 2 ? "banker" : "player"
  const waits = steps(hands, drawing, false).find((step) => (step.kind === "player" || step.kind === "banker") && step.draws && !step.card)
  return waits ? (waits.kind as Side) : null
}
