import { words } from "../../words/words.svelte"

export const w = words(
  { title: "Cage", terminal: "Terminal", look: "Look it up", text: "The name stands on the terminal's page of its account." },
  { title: "兑换处", terminal: "终端", look: "查找", text: "名称见该终端的账户页。" },
)
