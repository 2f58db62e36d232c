// The record of a learner: how many decisions, how many mistakes, and what they cost on average, in cents.

export type Mistake = { command: string; cards: string[]; up: string; chosen: string; best: string; cost: number }
export type Record = { rounds: number; decisions: number; mistakes: number; cost: number; bets: number; net: number; worst: readonly Mistake[] }
export const NO_RECORD: Record = { rounds: 0, decisions: 0, mistakes: 0, cost: 0, bets: 0, net: 0, worst: [] }

/** The costliest mistakes that are listed. */
const MOST_LISTED = 5

export type Step = { decision: boolean; mistake: Mistake | null; over: { bets: number; net: number } | null }

/** The record after one more step of a round. */
export function added(record: Record, { decision, mistake, over }: Step): Record {
  return {
    rounds: record.rounds + (over ? 1 : 0),
    decisions: record.decisions + (decision ? 1 : 0),
    mistakes: record.mistakes + (mistake ? 1 : 0),
    cost: record.cost + (mistake?.cost ?? 0),
    bets: record.bets + (over?.bets ?? 0),
    net: record.net + (over?.net ?? 0),
    worst: mistake ? [...record.worst, mistake].sort((one, other) => other.cost - one.cost).slice(0, MOST_LISTED) : record.worst,
  }
}
