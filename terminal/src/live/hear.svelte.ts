// What the table calls is heard too: by who listens, and by who has it read out.
import { untrack } from "svelte"
import { play } from "../sound"
import { calls } from "../words/calls"
import type { Called } from "./call"
import { announcer } from "./toasts.svelte"

/** An effect that tells of every call once. Who has just come, and sees no table yet, is not told what was called before. */
export function hear(call: () => Called | null | undefined, seconds: () => number): () => void {
  let before: Called | null | undefined
  return () => {
    const now = call()
    untrack(() => {
      const first = before === undefined
      if (now === before || now === undefined) return
      before = now
      if (first || now === null) return
      if (now !== "last") play(now)
      announcer.say(calls().heard(calls()[now], now === "closed" ? 0 : seconds()))
    })
  }
}
