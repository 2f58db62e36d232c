// Words in two languages. A page keeps its own beside it; what is missing in one of them does not pass the type check.
import { prefs } from "../prefs.svelte"

/** The same words in another language: as many, by the same names, taking the same. */
export type Same<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends (...args: infer A) => string ? (...args: A) => string : Same<T[K]> }

/** Looks a page's words up in the language that is chosen now. */
export function words<T extends object>(en: T, zh: Same<T>): () => Same<T> {
  return () => (prefs.language === "zh" ? zh : (en as unknown as Same<T>))
}
