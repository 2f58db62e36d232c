import { expect, test } from "vitest"
import { Sentences } from "./sentences"

const NAMES: Record<string, string> = { banker: "庄", player: "闲", tie: "和" }
const sentences = new Sentences(
  {
    "bets are closed": "投注已截止",
    "{} on {} is outside the posted limits {}": "“{1}”投注 {0} 超出限额 {2}",
    "{} does not offer {}: it has {}": "{}没有{}：有{}",
    "{} stakes {} on {}": "{} 下注 {}，押“{}”",
    "{} on box {}": "{}（{} 号位）",
    "{} to {}": "{} → {}",
    "this needs a {}, not a {}": "须由{0:role}办理，{1:role}不可",
    "table {} is closed: {}": "牌桌 {} 已关：{}",
    "The cards stand": "以牌为准",
    "said {}": "显示 {}",
  },
  (text, as) => (as === "role" ? ({ player: "玩家", dealer: "荷官" }[text] ?? null) : (NAMES[text] ?? null)),
)

test("a sentence is known by its template, and values keep their places", () => {
  expect(sentences.say("bets are closed")).toBe("投注已截止")
  expect(sentences.say("25.00 on banker is outside the posted limits 1.00..20.00")).toBe("“庄”投注 25.00 超出限额 1.00..20.00")
})

test("what is put into a sentence may be a list, or a sentence again", () => {
  expect(sentences.say("T1 stakes 25.00 on banker on box 2")).toBe("T1 下注 25.00，押“庄（2 号位）”")
  expect(sentences.say("tiger does not offer x: it has player, banker, tie")).toBe("tiger没有x：有闲，庄，和")
  expect(sentences.say("bets are closed; bets are closed")).toBe("投注已截止；投注已截止")
})

test("a word may be a wager or a position: the template says which", () => {
  expect(sentences.say("this needs a dealer, not a player")).toBe("须由荷官办理，玩家不可")
})

test("what somebody has typed stays as it is, however much it looks like a template", () => {
  expect(sentences.say("table B1 is closed: the dealer went to lunch")).toBe("牌桌 B1 已关：the dealer went to lunch")
  expect(sentences.say("the dealer went to lunch")).toBeNull()
})

test("behind a known sentence stands what it is about", () => {
  expect(sentences.say("The cards stand: said 5 for 6, by nobody")).toBe("以牌为准：said 5 for 6，by nobody")
  expect(sentences.say("The cards stand: said 5")).toBe("以牌为准：显示 5")
})
