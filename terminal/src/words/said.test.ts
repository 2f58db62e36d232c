import { expect, test, vi } from "vitest"
import { prefs } from "../prefs.svelte"
import { refusal } from "./refusals"
import { openSentences, said, saidName } from "./said.svelte"

prefs.language = "zh"
openSentences()
await vi.waitUntil(() => said("No more bets") !== "No more bets", { timeout: 20_000 })

test("refusals with what they are about", () => {
  expect(refusal("bets are closed: no wager may be placed or increased")).toBe("投注已截止，不能再下注或加注。")
  expect(refusal("25.00 on banker is outside the posted limits 1.00..20.00")).toBe("“庄”投注 25.00 超出限额 1.00–20.00。")
  expect(refusal("the stake of 1.50 on player-pair is not a multiple of the unit 1.00, with which every payment is exact")).toBe("“闲对”的注额 1.50 不是单位 1.00 的倍数，这样赔付不能都正好。")
  expect(refusal("this needs a pit-manager, not a dealer")).toBe("须由赌区经理办理，荷官不可。")
  expect(refusal("not now: the round is dealing, and expects deal-card or void-round")).toBe("现在不行：本局在“发牌中”阶段，接下来是：发牌、本局作废。")
  expect(refusal("a card too few: third card to player")).toBe("少了一张牌：发闲的第三张牌。")
  expect(refusal("split is not open on TS 6H (16): stand, hit, double are")).toBe("黑桃 10、红心 6（16） 现在不能分牌，可以停牌，要牌，加倍。")
  expect(refusal("a double adds a multiple of 1.00 from 5.00 to 10.00, not 12.00")).toBe("加倍的加注应为1.00 的倍数，从 5.00 到 10.00，不是 12.00。")
  expect(refusal("terminal:T1 has 5.00, not the 25.00 that this needs")).toBe("余额不足：terminal:T1 有 5.00，而需要 25.00。")
  expect(refusal("tiger does not offer 'super-six': it has player, banker, tie")).toBe("老虎百家乐没有 “超级六”：有闲，庄，和。")
})

test("prompts and steps", () => {
  expect(said("First card to Banker")).toBe("发庄的第一张牌")
  expect(said("Player 7, Banker 6: Player wins")).toBe("闲 7 点，庄 6 点：闲赢")
  expect(said("Card to box 3 hand 2")).toBe("发牌给3 号位第 2 手")
  expect(said("8S to Player")).toBe("黑桃 8 → 闲")
  expect(said("T1 stakes 25.00 on main on box 2")).toBe("T1 下注 25.00，押“主注（2 号位）”")
  expect(said("T1 decides to double for 25.00 on box 2")).toBe("T1 决定加倍，加 25.00（2 号位）")
  expect(said("Banker wins, 6 to 1; every wager is settled")).toBe("庄赢，6 比 1；各注已结算")
  expect(saidName("void by ebaccarat 5.3")).toBe("作废（ebaccarat 5.3）")
  expect(said("A display was wrong and is put right; the cards stand: said 5")).toBe("显示有误，已更正；以牌为准：显示 5")
  expect(said("The round is void, and every stake goes back: 8S lay under the table")).toBe("本局作废，所有注退还：8S lay under the table")
})

test("alarms, and what was typed by somebody", () => {
  expect(said("8S has come too often: 8 decks hold 8")).toBe("黑桃 8 出现过多：8 副牌只有 8 张")
  expect(said("rounds are much faster than the table's pace of 31 s")).toBe("各局比本桌每局 31 秒的节奏快得多")
  expect(said("the order looks like the shoe before, riffled: 40 cards came as foretold by it, 8 ± 3 would in a shuffled shoe")).toContain("次序像上一靴洗一次：有 40 张")
  expect(said("come to the table please")).toBe("come to the table please")
})
