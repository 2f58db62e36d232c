// What the house says no with, in the language that is chosen. A line that is not known here is shown as it was said.
import { prefs } from "../prefs.svelte"

const KNOWN: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^bets are closed: no wager may be placed or increased$/, () => "投注已截止，不能再下注或加注。"],
  [/^bets are closed: no wager may be withdrawn/, () => "投注已截止，不能再撤注；按结果输赢。"],
  [/^([\d.,]+) on \S+ is outside the posted limits ([\d.,]+?)\.\.([\d.,]*)$/, (found) => `投注 ${found[1]} 超出限额 ${found[2]}–${found[3]}。`],
  [/^the stake of ([\d.,]+) on \S+ is not a multiple of the unit ([\d.,]+)/, (found) => `投注 ${found[1]} 不是 ${found[2]} 的倍数。`],
  [/^that was meant for round (\d+), and round (\d+) is being played$/, (found) => `那是第 ${found[1]} 局的指令，现在是第 ${found[2]} 局。`],
  [/^you set yourself (\d+) minutes of play for a day/, (found) => `您自设一天玩 ${found[1]} 分钟，时间已到。`],
  [/^you set yourself ([\d.,]+) to lose in a day, and ([\d.,]+) of it is left$/, (found) => `您自设一天最多输 ${found[1]}，现在还剩 ${found[2]}。`],
  [/^you have a simulation running/, () => "您已有一个模拟在运行，请先停止。"],
  [/simulations are running|is being worked out|has fallen down/, () => "计算任务太多，请稍后再试。"],
  [/^table \S+ takes no tips$/, () => "本桌不收小费。"],
  [/^there are no tips to be paid out$/, () => "没有小费可发放。"],
  [/^terminal \S+ has [\d.,]+, not the [\d.,]+ that this needs$/, () => "余额不足。"],
  [/credits|not enough|holds/, () => "余额不足。"],
  [/^too many /, () => "操作过于频繁，请稍候。"],
  [/^the records cannot be reached/, () => "记录暂时无法写入，请稍候再试。"],
  [/^the house does not answer$/, () => "系统没有回应。"],
]

export function refusal(message: string): string {
  if (prefs.language === "zh") {
    for (const [form, write] of KNOWN) {
      const found = form.exec(message)
      if (found) return write(found)
    }
  }
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`
}
