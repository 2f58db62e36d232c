// The families of games that have pages of their own here: each is a family.ts in a folder under pages/. One that nobody
// here has heard of is drawn from its hands alone, as any game can be.
import type { Family, Lies } from "./family"

const ANY = "hands"

const found = import.meta.glob<{ families: readonly Family[] }>("../pages/*/family.ts", { eager: true })
export const families: readonly Family[] = Object.values(found).flatMap((each) => each.families)
const any = families.find((each) => each.name === ANY) as Family

/** The family of a game, by the name that the game gives. */
export function familyNamed(name: string): Family {
  return families.find((each) => each.name === name) ?? any
}

/** The family whose hands lie there. */
export function familyOf(lies: Lies): Family {
  return familyNamed(lies.kind)
}
