// The house's time. Timers are drawn from its deadlines, never from a count of our own.

const TICK = 100
let ahead = $state(0)
let known = false
let local = $state(Date.now())

setInterval(() => (local = Date.now()), TICK)

/** A message said what time it is there. One that was long under way says too little, so the highest counts. */
export function heardTime(microseconds: number): void {
  const said = microseconds / 1000 - Date.now()
  // A clock that was put back shows as a difference that no delay explains.
  if (!known || said > ahead || ahead - said > 5_000) ahead = said
  known = true
}

/** Milliseconds until that moment of the house, nought when it has passed; told anew ten times a second. */
export function left(until: number): number {
  return Math.max(0, until / 1000 - ahead - local)
}

export function now(): number {
  return local
}
