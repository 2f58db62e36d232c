// Sentences in another language. The house says them in English, made of templates; each is known by its template, and what
// was put into it is a value, a list, or a sentence again.

/** As what a template takes a part: there is a game and a wager of the same name, and a player is one who plays too. */
export type As = "role" | "game"
/** What is known of a part by itself; null where nothing is. */
export type Value = (text: string, as?: As) => string | null

type Said = { said: string; whole: boolean }
type Part = { text: string; found: Said | null }
type Template = { form: RegExp; letters: number; write: (parts: readonly Part[]) => string }

const HOLE = /\{(\d*)(?::(role|game))?\}/g
/** A template of fewer letters might be found in anybody's words: it counts only where all of its parts are known. */
const FEW = 9
const REMEMBERED = 2_000
/** What stands between sentences, and between the words of a list; and what stands there instead. */
const SENTENCES = [["; ", "；"], [": ", "："]] as const
const WORDS = [[", ", "，"], [" or ", "、"], [" ", "、"]] as const

export class Sentences {
  readonly #exact = new Map<string, string>()
  readonly #templates: Template[] = []
  readonly #known = new Map<string, Said | null>()

  constructor(
    written: Readonly<Record<string, string>>,
    readonly value: Value,
  ) {
    for (const [english, other] of Object.entries(written)) {
      if (english.includes("{}")) this.#templates.push(template(english, other, value))
      else this.#exact.set(english, other)
    }
    this.#templates.sort((one, two) => two.letters - one.letters)
  }

  /** The same in the other language, as far as it is known; null where it is not at all. */
  say(text: string): string | null {
    return this.#look(text)?.said ?? null
  }

  #look(text: string): Said | null {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const name = this.#name(text)
    // A sentence must not take the next one for its last word, so whole sentences are told apart first.
    const found = name !== null ? { said: name, whole: true } : (this.#several(text, SENTENCES) ?? this.#filled(text) ?? this.#several(text, WORDS) ?? this.#about(text))
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(text, found)
    return found
  }

  #name(text: string): string | null {
    return this.#exact.get(text) ?? this.value(text)
  }

  /** A template, the one that says most first; one of which every part is known rather than one that leaves some as they were. */
  #filled(text: string): Said | null {
    let partly: Said | null = null
    for (const { form, letters, write } of this.#templates) {
      const found = form.exec(text)
      if (!found) continue
      const parts = found.slice(1).map((each) => this.#part(each))
      if (parts.every((each) => each.found?.whole)) return { said: write(parts), whole: true }
      if (letters >= FEW) partly ??= { said: write(parts), whole: false }
    }
    return partly
  }

  #part(text: string): Part {
    // A single word that nobody knows is somebody's name.
    const plain = /\s/.test(text) ? null : { said: text, whole: true }
    return { text, found: this.#look(text) ?? plain }
  }

  /** Several of them, all known. */
  #several(text: string, between: readonly (readonly [string, string])[]): Said | null {
    for (const [mark, instead] of between) {
      const parts = text.split(mark)
      if (parts.length < 2) continue
      const found = parts.map((each) => this.#look(each))
      if (found.every((each) => each?.whole)) return { said: found.map((each) => each?.said).join(instead), whole: true }
    }
    return null
  }

  /** A sentence that is known, and behind a colon what it is about. */
  #about(text: string): Said | null {
    for (let at = text.indexOf(": "); at > 0; at = text.indexOf(": ", at + 1)) {
      const name = this.#name(text.slice(0, at))
      if (name === null) continue
      const rest = text.slice(at + 2)
      return { said: `${name}：${this.say(rest) ?? rest.split(", ").map((each) => this.say(each) ?? each).join("，")}`, whole: false }
    }
    return null
  }
}

function template(english: string, other: string, value: Value): Template {
  const pieces = english.split("{}")
  const form = new RegExp(`^${pieces.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+?)")}$`)
  return {
    form,
    letters: pieces.join("").replace(/[^A-Za-z]/g, "").length,
    write: (parts) => {
      let next = 0
      return other.replace(HOLE, (_, number: string, as: As | undefined) => {
        const part = parts[number === "" ? next++ : Number(number)]
        return part ? ((as && value(part.text, as)) ?? part.found?.said ?? part.text) : ""
      })
    },
  }
}
