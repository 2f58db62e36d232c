// What has changed from one view to the next, as `house/views/delta.py` writes it.

export type Delta =
  | []
  | ["=", unknown]
  | ["o", Record<string, Delta>, string[]]
  | ["l", number, [number, Delta][], unknown[]]

type Values = Record<string, unknown>

/** The new value. What has not changed stays the same object, so that nothing is drawn again for it. */
export function apply(change: Delta, old: unknown): unknown {
  switch (change[0]) {
    case undefined:
      return old
    case "=":
      return change[1]
    case "o": {
      if (typeof old !== "object" || old === null || Array.isArray(old)) throw new Unfit()
      const made: Values = { ...old }
      for (const name of change[2]) delete made[name]
      for (const [name, each] of Object.entries(change[1])) made[name] = apply(each, (old as Values)[name])
      return made
    }
    case "l": {
      if (!Array.isArray(old) || change[1] > old.length) throw new Unfit()
      const items: unknown[] = old.slice(0, change[1])
      for (const [at, each] of change[2]) items[at] = apply(each, items[at])
      return [...items, ...change[3]]
    }
  }
}

/** It is no change of that view: a fresh one is to be asked for. */
export class Unfit extends Error {}
