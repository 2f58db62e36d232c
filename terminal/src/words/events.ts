// What happens in rounds and what they come to, by name. In English a name is its own; a test holds the Chinese ones complete.
import { prefs } from "../prefs.svelte"

const EVENTS: Record<string, string> = {
  "bets-opened": "开始投注",
  "wager-placed": "下注",
  "wager-claimed": "申请下注",
  "claim-refused": "申请被拒",
  "wager-withdrawn": "撤注",
  "wager-returned": "退注",
  "excess-returned": "退还超出部分",
  "under-minimum-honoured": "低于下限仍予承认",
  "bets-closed": "停止投注",
  "card-dealt": "发牌",
  "card-taken-back": "撤回一张牌",
  "card-exposed": "误亮一张牌",
  "card-refused": "牌被拒绝",
  "card-misdealt": "牌发错位置",
  "card-picked": "选一张牌",
  "cards-pulled": "同时抽出多张牌",
  "cards-declined": "不取抽出的牌",
  "cards-drawn-together": "多张牌一起抽出",
  "cards-reconstructed": "牌放回原位",
  "face-up-card-found": "牌靴中有明牌",
  "cutting-card-removed": "取出切牌卡",
  "cutting-card-missed": "漏看切牌卡",
  "burn-forgotten": "忘记烧牌",
  "discards-shuffled": "弃牌重洗",
  "deal-confirmed": "确认发牌",
  "deal-ended": "误以为发牌完毕",
  "offers-closed": "结束选项",
  "insurance-placed": "买保险",
  "insurance-claimed": "申请保险",
  "even-money-taken": "收等额",
  surrendered: "投降",
  "surrender-chosen": "选择投降",
  "hand-decided": "决定",
  "choice-made": "选择",
  "decisions-closed": "锁定选择",
  "double-joined": "跟随加倍",
  "split-matched": "跟随分牌",
  "tie-placed": "下 18 点和",
  "spot-agreed": "同意位置",
  "box-arranged": "排列注码",
  "box-skipped": "漏过座位",
  "skip-stood": "漏过维持不变",
  "unbet-box-cleared": "清理无注座位",
  "hand-found-short": "发现少牌",
  "hand-finishing": "补完手牌",
  "course-chosen": "选定处理方式",
  "position-returned": "退还整个位置",
  "play-pulled-back": "退回前一步",
  "dealer-missed": "庄家漏牌",
  "dealer-card-removed": "取走庄家多余的牌",
  "seat-taken": "入座",
  "seat-left": "离座",
  "absence-declared": "玩家不在",
  "bettor-withdrew": "玩家退出",
  "play-resumed": "继续进行",
  "power-failed": "断电",
  "terminal-lost": "终端失灵",
  "round-interrupted": "本局中断",
  "display-corrected": "更正显示",
  "ruling-given": "作出裁定",
  "round-settled": "结算",
  "round-voided": "本局作废",
}

const RESULTS: Record<string, string> = {
  settled: "已结算",
  void: "作废",
  corrected: "已更正",
  player: "闲赢",
  banker: "庄赢",
  tie: "和",
  natural: "天牌",
  "player-pair": "闲对",
  "banker-pair": "庄对",
  "dealer-blackjack": "庄家黑杰克",
  "dealer-bust": "庄家爆牌",
}

/** The name of a kind of event. */
export function eventName(kind: string): string {
  return (prefs.language === "zh" && EVENTS[kind]) || spelt(kind)
}

/** A word by which the result of a round is known. */
export function resultName(word: string): string {
  if (prefs.language !== "zh") return spelt(word)
  return RESULTS[word] ?? word.replace(/^dealer-(\d+)$/, "庄家 $1 点")
}

function spelt(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).replaceAll("-", " ")
}
