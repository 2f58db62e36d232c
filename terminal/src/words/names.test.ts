import { expect, test } from "vitest"
import { Refusal } from "../api/client"
import { prefs } from "../prefs.svelte"
import { cardName } from "./cards"
import { openNames } from "./chinese.svelte"
import { commandName, eventName, resultName } from "./events"
import { gameName, outcomeName, outcomeShort, wagerName } from "./names"
import { defectsOf, refusal } from "./refusals"
import { staff } from "./staff"

function inBoth<T>(said: () => T): [T, T] {
  prefs.language = "en"
  const english = said()
  prefs.language = "zh"
  return [english, said()]
}

prefs.language = "zh"
await openNames()

test("what is declared is called as its game calls it, and in Chinese by the house's list", () => {
  expect(inBoth(() => gameName("tiger", "Tiger"))).toEqual(["Tiger", "老虎百家乐"])
  expect(inBoth(() => wagerName("tie-wins-on-0", "Tie on 0"))).toEqual(["Tie on 0", "和局 0 点"])
  expect(inBoth(() => outcomeName("Banker wins by 9 (non-natural)"))).toEqual(["Banker wins by 9 (non-natural)", "庄赢 9 点（非天牌）"])
  expect(inBoth(() => [outcomeShort("Twin Tiger Pair"), outcomeShort("Player wins with 4"), outcomeShort("Bust")])).toEqual([["Twin", "on 4", "Bust"], ["孪生", "4 点赢", "爆牌"]])
})

test("what another package calls by its own words keeps them", () => {
  expect(inBoth(() => [gameName("another", "Another"), wagerName("tiger", "虎"), outcomeName("Other")])).toEqual([["Another", "虎", "Other"], ["Another", "虎", "Other"]])
})

test("events, commands, results, positions and cards", () => {
  expect(inBoth(() => [eventName("card-dealt"), commandName("close-bets"), commandName("new-command")])).toEqual([["Card dealt", "Close bets", "New command"], ["发牌", "停止投注", "New command"]])
  expect(inBoth(() => [resultName("dealer-17"), resultName("natural")])).toEqual([["Dealer 17", "Natural"], ["庄家 17 点", "天牌"]])
  expect(inBoth(() => [staff().roles["pit-manager"], staff().phases.void, Object.keys(staff().roles).length])).toEqual([["Pit Manager", "Void", 9], ["赌区经理", "作废", 9]])
  expect(inBoth(() => [cardName("TS"), cardName("AH"), cardName(null)])).toEqual([["10 of Spades", "Ace of Hearts", "Face-down card"], ["黑桃 10", "红心 A", "暗牌"]])
})

test("what is refused is told with a full stop, and several things one by one", () => {
  expect([refusal("bets are closed"), refusal("投注已截止")]).toEqual(["Bets are closed.", "投注已截止。"])
  expect(defectsOf(new Refusal(400, "one; two"))).toEqual(["one", "two"])
  expect(defectsOf(new Refusal(400, "a; b；c", null, "several", { parts: ["a; b", "c"] }))).toEqual(["a; b", "c"])
})
