// The score of a dealer school: how many were right, how fast, and how many in a row.

export type Score = { asked: number; right: number; seconds: number; streak: number; best: number }
export const NOTHING: Score = { asked: 0, right: 0, seconds: 0, streak: 0, best: 0 }

/** Thinking longer than this is not thinking about it. */
const LONGEST = 60

/** The score after an answer that took so many seconds. */
export function scored(score: Score, right: boolean, seconds: number): Score {
  const streak = right ? score.streak + 1 : 0
  return {
    asked: score.asked + 1,
    right: score.right + (right ? 1 : 0),
    seconds: score.seconds + Math.min(seconds, LONGEST),
    streak,
    best: Math.max(score.best, streak),
  }
}
