// Punctuation between parts that a page joins: Chinese has full-width marks of its own, and no space after them.
import { words } from "./words.svelte"

export const punctuation = words(
  { comma: ", ", list: ", ", or: " or ", colon: ": ", stop: ". ", end: ".", open: " (", close: ")" },
  { comma: "，", list: "、", or: " 或 ", colon: "：", stop: "。", end: "。", open: "（", close: "）" },
)
