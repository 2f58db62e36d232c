// What every document has the table say when bets open and close.
import { words } from "./words.svelte"

export const calls = words(
  {
    open: "Place your bets, please",
    last: "Last bets, please",
    closed: "No more bets",
    heard: (call: string, seconds: number) => (seconds ? `${call}. ${seconds} seconds.` : `${call}.`),
  },
  { open: "请下注", last: "最后下注", closed: "停止下注", heard: (call, seconds) => (seconds ? `${call}，还有 ${seconds} 秒。` : `${call}。`) },
)
