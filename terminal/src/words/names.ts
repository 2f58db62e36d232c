// Games, wagers and outcomes by name. In English they are the house's own; a test holds the Chinese ones complete.
import { library } from "../live/library.svelte"
import { prefs } from "../prefs.svelte"

const GAMES: Record<string, string> = {
  "super-six-nc": "超级六免佣百家乐",
  "fortune-six-nc": "幸运六免佣百家乐",
  "super-6-nc": "超级 6 免佣百家乐",
  "no-commission": "免佣百家乐",
  tiger: "老虎百家乐",
  "tiger-nc": "老虎免佣百家乐",
  "fabulous-4s": "神奇 4 点百家乐",
  "sands-super": "金沙超级百家乐",
  "lucky-8": "幸运 8 二十一点",
  "e-blackjack": "电子二十一点",
  "dueling-8s": "对决 8 二十一点加",
}

const WAGERS: Record<string, string> = {
  player: "闲",
  banker: "庄",
  tie: "和",
  "player-pair": "闲对",
  "banker-pair": "庄对",
  "super-six": "超级六",
  "fortune-six": "幸运六",
  "super-6": "超级 6",
  "banker-dragon-bonus": "庄龙宝",
  "player-dragon-bonus": "闲龙宝",
  "tiger-pair": "老虎对",
  tiger: "老虎",
  "small-tiger": "小老虎",
  "big-tiger": "大老虎",
  "tiger-tie": "老虎和",
  "player-fabulous-4": "闲神奇 4",
  "banker-fabulous-4": "庄神奇 4",
  "player-precious-pair": "闲宝石对",
  "banker-precious-pair": "庄宝石对",
  "player-red": "闲红",
  "player-black": "闲黑",
  "banker-red": "庄红",
  "banker-black": "庄黑",
  "sands-six": "金沙六",
  main: "主注",
  pair: "对子",
  "lucky-8": "幸运 8",
  insurance: "保险",
  "bet-the-set-21": "对子 21",
  "royal-match-21": "皇家同花 21",
  "kings-bounty": "国王赏金",
  "tie-on-18": "18 点和",
  "superb-8s": "极品 8",
  "21-plus": "21+",
}

const OUTCOMES: Record<string, string> = {
  Bust: "爆牌",
  "Blackjack against Blackjack": "双方黑杰克",
  Blackjack: "黑杰克",
  "Dealer Blackjack": "庄家黑杰克",
  "Regular win": "普通赢",
  "Stand-off": "平局",
  "Dealer's second card worth ten": "庄家第二张为十点牌",
  Pair: "对子",
  "Three suited 8s": "三张同花 8",
  "Three unsuited 8s": "三张不同花 8",
  "Two suited 8s": "两张同花 8",
  "Two unsuited 8s": "两张不同花 8",
  "Two of a Kind": "一对",
  "Suited Pair": "同花对",
  "Unsuited Pair": "不同花对",
  "Suited King and Queen": "同花 K Q",
  "Two other suited cards": "其他两张同花",
  "Two Kings of Spades and Dealer Blackjack": "两张黑桃 K 且庄家黑杰克",
  "Two Kings of Spades": "两张黑桃 K",
  "Two suited Kings": "两张同花 K",
  "Two suited Queens, Jacks or Tens": "两张同花 Q、J 或 10",
  "Suited 20": "同花 20 点",
  "Two Kings": "两张 K",
  "Unsuited 20": "不同花 20 点",
  "6-7-8 bonus all Spades (extra)": "6-7-8 全黑桃（额外）",
  "6-7-8 bonus not all Spades (extra)": "6-7-8 非全黑桃（额外）",
  "Player and Dealer both finish on 18": "闲家与庄家同为 18 点",
  "Four 8s all Spades": "四张黑桃 8",
  "Four 8s": "四张 8",
  "Three 8s": "三张 8",
  "Two 8s": "两张 8",
}

export function gameName(name: string | null | undefined, title: string): string {
  return prefs.language === "zh" ? (GAMES[name ?? ""] ?? library.chinese(title) ?? title) : title
}

export function wagerName(name: string, title: string): string {
  // What is called in Chinese already is called so by its game: another's wager of that name is another one.
  if (prefs.language !== "zh" || /[一-鿿]/.test(title)) return title
  const on = /^(player|banker|tie)-wins-on-(\d)$/.exec(name)
  if (on) return `${on[1] === "tie" ? "和局" : on[1] === "player" ? "闲赢" : "庄赢"} ${on[2]} 点`
  return WAGERS[name] ?? title
}

export function outcomeName(outcome: string): string {
  if (prefs.language !== "zh") return outcome
  return OUTCOMES[outcome] ?? pattern(outcome) ?? library.chinese(outcome) ?? outcome
}

/** A few words of an outcome, for a field that already says whose it is. */
export function outcomeShort(outcome: string): string {
  return (prefs.language === "zh" ? SHORT_ZH : SHORT)[outcome] ?? shortPattern(outcome) ?? outcomeName(outcome)
}

const SHORT: Record<string, string> = {
  "Pair of Diamond 4s": "Diamond 4s",
  "Other pair of 4s": "Other 4s",
  "Other Diamond pair": "Diamond pair",
  "Any other pair": "Other pair",
  "Twin Tiger Pair": "Twin",
  "Double Tiger Pair": "Double",
  "Single Tiger Pair": "Single",
  "Banker wins with 6 in two cards": "two cards",
  "Banker wins with 6 in three cards": "three cards",
}

const SHORT_ZH: Record<string, string> = {
  "Pair of Diamond 4s": "方块 4 对",
  "Other pair of 4s": "其他 4 对",
  "Other Diamond pair": "方块对",
  "Any other pair": "其他对",
  "Twin Tiger Pair": "孪生",
  "Double Tiger Pair": "双对",
  "Single Tiger Pair": "单对",
  "Banker wins with 6 in two cards": "两张牌",
  "Banker wins with 6 in three cards": "三张牌",
}

function shortPattern(outcome: string): string | null {
  const on = /^(?:Player|Banker) wins with (\d)$/.exec(outcome)
  if (on) return prefs.language === "zh" ? `${on[1]} 点赢` : `on ${on[1]}`
  return null
}

const SIDES: Record<string, string> = { Player: "闲", Banker: "庄" }
const COUNTS: Record<string, string> = { two: "两", three: "三" }
const GRADES: Record<string, string> = { Twin: "孪生", Double: "双", Single: "单" }

function pattern(outcome: string): string | null {
  for (const [form, write] of PATTERNS) {
    const found = form.exec(outcome)
    if (found) return write(found)
  }
  return null
}

const PATTERNS: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^Dealer busts with (\d) cards$/, (found) => `庄家 ${found[1]} 张牌爆牌`],
  [/^Tie$/, () => "和局"],
  [/^Tie on (\d)$/, (found) => `${found[1]} 点和`],
  [/^Natural tie$/, () => "天牌和"],
  [/^(Player|Banker) wins$/, (found) => `${SIDES[found[1]!]}赢`],
  [/^(Player|Banker) wins with any other total( \(5% commission\))?$/, (found) => `${SIDES[found[1]!]}以其他点数赢${found[2] ? "（佣金 5%）" : ""}`],
  [/^(Player|Banker) wins \(5% commission\)$/, (found) => `${SIDES[found[1]!]}赢（佣金 5%）`],
  [/^(Player|Banker) wins with a natural$/, (found) => `${SIDES[found[1]!]}以天牌赢`],
  [/^(Player|Banker) wins with (\d)$/, (found) => `${SIDES[found[1]!]}以 ${found[2]} 点赢`],
  [/^Banker wins with 6 in (two|three) cards$/, (found) => `庄以${COUNTS[found[1]!]}张牌 6 点赢`],
  [/^(Player|Banker) wins by (\d) \(non-natural\)$/, (found) => `${SIDES[found[1]!]}赢 ${found[2]} 点（非天牌）`],
  [/^(Player|Banker) Pair$/, (found) => `${SIDES[found[1]!]}对`],
  [/^(Twin|Double|Single) Tiger Pair$/, (found) => `${GRADES[found[1]!]}老虎对`],
  [/^(Player|Banker)'s first two cards both (red|black)$/, (found) => `${SIDES[found[1]!]}前两张同为${found[2] === "red" ? "红" : "黑"}色`],
  [/^Player or Banker wins with 6 or Tie on 6$/, () => "任何 6 点胜或和"],
  [/^Pair of Diamond 4s$/, () => "方块 4 对"],
  [/^Other pair of 4s$/, () => "其他 4 对"],
  [/^Other Diamond pair$/, () => "其他方块对"],
  [/^Any other pair$/, () => "其他对子"],
]
