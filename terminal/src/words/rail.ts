// Words of the rail: chips, what may be done with stakes, and the sums.
import { words } from "./words.svelte"

export const rail = words(
  {
    chips: "Chips",
    chip: (amount: string) => `Chip of ${amount}`,
    undo: "Undo",
    clear: "Clear",
    rebet: "Rebet",
    double: "Double",
    pending: "Pending",
    accepted: "Accepted",
    inPlay: "In play",
    result: "This round",
  },
  {
    chips: "筹码",
    chip: (amount) => `${amount} 筹码`,
    undo: "撤销",
    clear: "清除",
    rebet: "重复",
    double: "加倍",
    pending: "待确认",
    accepted: "已接受",
    inPlay: "在桌",
    result: "本局",
  },
)
