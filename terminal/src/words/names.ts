// Games, wagers and outcomes by name. In English they are the house's own, as they are declared.
import { library } from "../live/library.svelte"
import { prefs } from "../prefs.svelte"
import { named } from "./chinese.svelte"
import { words } from "./words.svelte"

export function gameName(name: string | null | undefined, title: string): string {
  return named("game", name ?? "") ?? ownWords(title)
}

export function wagerName(name: string, title: string): string {
  // What is called in Chinese already is called so by its game: another's wager of that name is another one.
  return /[一-鿿]/.test(title) ? title : (named("wager", name) ?? title)
}

export function outcomeName(outcome: string): string {
  return named("outcome", outcome) ?? ownWords(outcome)
}

/** What a game of another package says, in the words that it brings for it. */
export function ownWords(text: string): string {
  return (prefs.language === "zh" && library.chinese(text)) || text
}

/** A few words of an outcome, for a field that already says whose it is. */
export function outcomeShort(outcome: string): string {
  const on = /^(?:Player|Banker) wins with (\d)$/.exec(outcome)?.[1]
  return on ? short().on(on) : ((short().outcomes as Record<string, string>)[outcome] ?? outcomeName(outcome))
}

const short = words(
  {
    on: (total: string) => `on ${total}`,
    outcomes: {
      "Pair of Diamond 4s": "Diamond 4s",
      "Other pair of 4s": "Other 4s",
      "Other Diamond pair": "Diamond pair",
      "Any other pair": "Other pair",
      "Twin Tiger Pair": "Twin",
      "Double Tiger Pair": "Double",
      "Single Tiger Pair": "Single",
      "Banker wins with 6 in two cards": "two cards",
      "Banker wins with 6 in three cards": "three cards",
    },
  },
  {
    on: (total) => `${total} 点赢`,
    outcomes: {
      "Pair of Diamond 4s": "方块 4 对",
      "Other pair of 4s": "其他 4 对",
      "Other Diamond pair": "方块对",
      "Any other pair": "其他对",
      "Twin Tiger Pair": "孪生",
      "Double Tiger Pair": "双对",
      "Single Tiger Pair": "单对",
      "Banker wins with 6 in two cards": "两张牌",
      "Banker wins with 6 in three cards": "三张牌",
    },
  },
)
