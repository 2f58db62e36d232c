// What the house says no with, in the language that is chosen.
import { prefs } from "../prefs.svelte"
import { said } from "./said.svelte"

export function refusal(message: string): string {
  const text = said(message)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${prefs.language === "zh" && text !== message ? "。" : "."}`
}
