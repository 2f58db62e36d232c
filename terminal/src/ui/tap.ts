// One tap on a betting field.

/** A second tap this soon is part of the first: nobody bets twice by a double click. */
export const BOUNCE = 300

/** Whether a tap counts. The first one always does, however soon after the page has come. */
export function taps(clock: () => number = () => performance.now()): () => boolean {
  let last = -BOUNCE
  return () => {
    const now = clock()
    if (now - last < BOUNCE) return false
    last = now
    return true
  }
}
