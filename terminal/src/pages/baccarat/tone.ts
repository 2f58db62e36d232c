import type { Tone } from "../../ui/Field.svelte"

/** Whose colour a wager wears. */
export function tone(name: string): Tone {
  const side = /^(player|banker|tie)(-|$)/.exec(name)?.[1] as Tone | undefined
  return side ?? (name.endsWith("tie") ? "tie" : "brass")
}
