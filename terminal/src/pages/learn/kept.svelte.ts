// What a learner has done stays in this browser, by game and lesson: nobody else sees it.

/** A value that outlives the page. */
export class Kept<T extends object> {
  #value = $state.raw<T>() as T
  readonly #name: string

  constructor(name: string, first: T) {
    this.#name = `croupier.learn.${name}`
    this.#value = { ...first, ...read(this.#name) }
  }

  get value(): T {
    return this.#value
  }

  set value(changed: T) {
    this.#value = changed
    try {
      localStorage.setItem(this.#name, JSON.stringify(changed))
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

function read(name: string): object {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? "{}")
    return found && typeof found === "object" ? found : {}
  } catch {
    return {}
  }
}
