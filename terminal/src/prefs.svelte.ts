// What a person has chosen for this browser: kept here, and nobody else's business.
import { untrack } from "svelte"

export type Language = "en" | "zh"
export type Theme = "system" | "dark" | "light"

type Prefs = {
  language: Language
  theme: Theme
  fourColours: boolean
  sound: boolean
  volume: number
  squeeze: boolean
  /** Whether strategy advice is shown, for practice. */
  practice: boolean
}

const KEY = "croupier.prefs"
const USUAL: Prefs = {
  language: navigator.language.startsWith("zh") ? "zh" : "en",
  theme: "system",
  fourColours: false,
  sound: false,
  volume: 0.5,
  squeeze: false,
  practice: false,
}

export const prefs: Prefs = $state({ ...USUAL, ...stored() })

function stored(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>
  } catch {
    return {}
  }
}

/** Keeps what is chosen, and puts it where the style sheet looks. Called once, inside a component. */
export function applyPrefs(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)")
  let systemDark = $state(dark.matches)
  dark.addEventListener("change", () => (systemDark = dark.matches))
  $effect(() => {
    const root = document.documentElement
    root.dataset["theme"] = prefs.theme === "system" ? (systemDark ? "dark" : "light") : prefs.theme
    root.dataset["deck"] = prefs.fourColours ? "four" : "two"
    root.lang = prefs.language === "zh" ? "zh-Hans" : "en"
  })
  $effect(() => localStorage.setItem(KEY, JSON.stringify(prefs)))
}

/** Whenever another language is chosen, what the house has said has to be asked for anew. What comes back ends that. */
export function onLanguage(again: () => void): () => void {
  let before = untrack(() => prefs.language)
  return $effect.root(() => {
    $effect(() => {
      if (prefs.language === before) return
      before = prefs.language
      untrack(again)
    })
  })
}
