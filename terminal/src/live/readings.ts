// A game with its edition and the readings of open points, as the house names it: `lucky-8 R-43=b`.

/** The letters of readings by ruling. */
export type Rulings = Readonly<Record<string, string>>

/** The name of a game under some readings, ordered by the number of the ruling; an edition is part of the plain name. */
export function inFull(name: string, rulings: Rulings): string {
  const order = Object.keys(rulings).sort((one, other) => Number(one.slice(2)) - Number(other.slice(2)))
  return [name, ...order.map((each) => `${each}=${rulings[each]}`)].join(" ")
}

/** The readings that a full name tells, those that may be chosen of that game. */
export function readingsIn(rules: string, choices: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const told = rules.split(" ").slice(1).map((each) => each.split("=") as [string, string?])
  return Object.fromEntries(told.filter((each): each is [string, string] => each[1] !== undefined && (choices[each[0]]?.includes(each[1]) ?? false)))
}

/** Read an open point by another letter, or by its default again. */
export function readBy(rulings: Rulings, ruling: string, letter: string, usual: string | undefined): Record<string, string> {
  const { [ruling]: _, ...rest } = rulings
  return letter === usual ? rest : { ...rest, [ruling]: letter }
}
