import { money } from "../../words/money"
import { words } from "../../words/words.svelte"
import type { EvidenceDefect } from "./evidence"
import type { ShoeDefect } from "./shoe"

type Told<D extends { kind: string }> = { [K in D["kind"]]: (defect: Extract<D, { kind: K }>) => string }

// In English these are, to the letter, what the two scripts say.
const SHOE: Told<ShoeDefect> = {
  algorithm: (each) => `unknown algorithm '${each.algorithm}': this script knows ${each.known}`,
  size: (each) => `${each.decks} is ${each.cards} cards, not ${each.size}`,
  none: (each) => `card ${each.index} is none of ${each.size}`,
  uncommitted: (each) => `card ${each.index}, shown as ${each.card}, is not the one that was committed to`,
  twice: (each) => `card ${each.index} was drawn twice`,
  late: (each) => `card ${each.index} was drawn after card ${each.after}`,
  opening: () => "the order that the opening tells is not the one that was committed to",
  decks: (each) => `the cards of the opening are not ${each.decks}`,
  differs: (each) => `card ${each.index} was shown as ${each.card} and is ${each.opened} in the opening`,
}
const SHOE_ZH: Told<ShoeDefect> = {
  algorithm: (each) => `未知算法“${each.algorithm}”：这里只认识 ${each.known}`,
  size: (each) => `${each.decks} 应为 ${each.cards} 张，不是 ${each.size} 张`,
  none: (each) => `第 ${each.index} 张不在这 ${each.size} 张之内`,
  uncommitted: (each) => `第 ${each.index} 张亮出的是 ${each.card}，不是事先承诺的那张`,
  twice: (each) => `第 ${each.index} 张发了两次`,
  late: (each) => `第 ${each.index} 张在第 ${each.after} 张之后才发`,
  opening: () => "公开的顺序不是事先承诺的顺序",
  decks: (each) => `公开的牌不是 ${each.decks}`,
  differs: (each) => `第 ${each.index} 张亮出的是 ${each.card}，公开时却是 ${each.opened}`,
}
const EVIDENCE: Told<Exclude<EvidenceDefect, { kind: "shoe" }>> = {
  signature: () => "the signature is not that of this evidence",
  next: (each) => `event ${each.position} is not the next one of the table`,
  chain: (each) => `event ${each.position} is not what the chain says it was`,
  round: (each) => `event ${each.position} is of round ${each.round}`,
  card: (each) => `${each.card} lies on the table ${each.lies} times, and came out of the shoe ${each.came} times`,
  line: (each) => `${each.who}'s ${each.wager} of ${each.stake} does not come to ${each.net}`,
  moved: (each) => `${each.who} was moved ${each.moved}, the lines say ${each.lines}, and the settlement ${each.told}`,
  held: (each) => `${each.cents} is still in play`,
}
const EVIDENCE_ZH: Told<Exclude<EvidenceDefect, { kind: "shoe" }>> = {
  signature: () => "签名不是这份证据的签名",
  next: (each) => `事件 ${each.position} 不是该桌的下一个事件`,
  chain: (each) => `事件 ${each.position} 与记录链不符`,
  round: (each) => `事件 ${each.position} 属于第 ${each.round} 局`,
  card: (each) => `${each.card} 在桌上出现 ${each.lies} 次，但牌靴只发出 ${each.came} 次`,
  line: (each) => `${each.who} 的 ${each.wager} 注 ${money(each.stake)} 算不出 ${money(each.net)}`,
  moved: (each) => `${each.who} 账上变动 ${money(each.moved)}，各注合计 ${money(each.lines)}，结算写 ${money(each.told)}`,
  held: (each) => `还有 ${money(each.cents)} 留在桌上`,
}

export const w = words(
  {
    title: "Verify",
    lead: "Check a shoe without trusting the house: everything below happens in this browser.",
    how: "Before its first card a shoe is shuffled and its order sealed in one number, which every terminal shows. Each card that is dealt comes with its way to that number; when the shoe retires, all of it is opened. Change one card anywhere, and the numbers no longer meet.",
    given: "What to check",
    paste: "Paste a shoe's record, what a table publishes, or an evidence pack's evidence.json",
    open: "Open a file",
    openHow: ".json, or an evidence pack (.zip)",
    check: "Check",
    clear: "Clear",
    fromTable: "From a table of this house",
    table: "Table",
    shoes: "Its latest shoes",
    noShoes: "This table has had no virtual shoe lately.",
    retired: "opened whole",
    inPlay: "in play",
    fetch: "Fetch shoe",
    checking: "Checking…",
    noCrypto: "This browser offers its cryptography only over https or on this very machine, so nothing can be checked here.",
    notOne: (why: string) => `This is no record that can be checked: ${why}.`,
    failed: (why: string) => `It could not be fetched: ${why}`,
    good: "Nothing is wrong",
    bad: (count: number) => (count === 1 ? "One thing is wrong" : `${count} things are wrong`),
    goodShoe: (cards: number, opened: boolean) => `${cards} ${cards === 1 ? "card" : "cards"} proven against the published number; ${opened ? "opened, every card of it" : "not opened yet"}.`,
    goodPack: (events: number, cards: number, lines: number) => `${events} events, ${cards} cards and ${lines} settlement lines checked.`,
    shoe: "Shoe",
    decks: "Decks",
    cards: "Cards shown",
    opening: "Opening",
    notYet: "not yet",
    whole: "whole",
    root: "Published number",
    code: "On terminals",
    round: "Round",
    game: "Game",
    result: "Result",
    signature: "Signature",
    signatures: { good: "the house's, by the key", bad: "false", none: "not signed", unknown: "this browser cannot check it" },
    rulesToo: "Whether the rules were kept is for `croupier verify --evidence`, which plays the round again.",
    inRound: (round: number) => `Round ${round}`,
    proven: "proven",
    wrong: "wrong",
    everyCard: "Every card that was shown",
    took: (ms: number) => `in ${ms} ms, in this browser`,
    defects: "What is wrong",
    sameScript: "The same check is a script of one page that needs nothing but Python: house/verify_shoe.py.",
    defect: SHOE,
    evidence: EVIDENCE,
    ofShoe: (shoe: string, said: string) => `shoe ${shoe}: ${said}`,
  },
  {
    title: "验证",
    lead: "不必相信赌场也能验牌：以下一切都在这个浏览器里进行。",
    how: "发第一张牌之前，整靴洗好，顺序封进一个数字，每台终端都能看到。每发一张牌都附上它通往这个数字的路径；牌靴退役时全部公开。任何一张牌改动，数字就对不上。",
    given: "要验证的内容",
    paste: "粘贴牌靴记录、牌桌公布的内容，或证据包里的 evidence.json",
    open: "打开文件",
    openHow: ".json 或证据包（.zip）",
    check: "验证",
    clear: "清空",
    fromTable: "从本店的牌桌取",
    table: "牌桌",
    shoes: "最近的牌靴",
    noShoes: "这张桌最近没有虚拟牌靴。",
    retired: "已全部公开",
    inPlay: "使用中",
    fetch: "取牌靴",
    checking: "验证中……",
    noCrypto: "浏览器只在 https 或本机上提供加密功能，这里无法验证。",
    notOne: (why) => `这不是可以验证的记录：${why}。`,
    failed: (why) => `没有取到：${why}`,
    good: "没有发现问题",
    bad: (count) => `发现 ${count} 个问题`,
    goodShoe: (cards, opened) => `${cards} 张牌与公布的数字相符；${opened ? "已全部公开" : "尚未公开"}。`,
    goodPack: (events, cards, lines) => `已核对 ${events} 个事件、${cards} 张牌、${lines} 条结算。`,
    shoe: "牌靴",
    decks: "副数",
    cards: "已亮出的牌",
    opening: "公开",
    notYet: "尚未",
    whole: "全部",
    root: "公布的数字",
    code: "终端上显示",
    round: "牌局",
    game: "游戏",
    result: "结果",
    signature: "签名",
    signatures: { good: "由赌场签署，公钥", bad: "不符", none: "未签名", unknown: "此浏览器无法核对" },
    rulesToo: "是否遵守规则由 `croupier verify --evidence` 重演牌局来核对。",
    inRound: (round) => `第 ${round} 局`,
    proven: "相符",
    wrong: "不符",
    everyCard: "已亮出的每一张牌",
    took: (ms) => `用时 ${ms} 毫秒，全在浏览器内`,
    defects: "问题",
    sameScript: "同样的验证也有一页纸的脚本，只需 Python：house/verify_shoe.py。",
    defect: SHOE_ZH,
    evidence: EVIDENCE_ZH,
    ofShoe: (shoe, said) => `牌靴 ${shoe}：${said}`,
  },
)

/** A defect as it is told. */
export function told(defect: ShoeDefect): string {
  const tell = w().defect[defect.kind] as (defect: ShoeDefect) => string
  return tell(defect)
}

export function toldOfPack(defect: EvidenceDefect): string {
  if (defect.kind === "shoe") return w().ofShoe(defect.shoe, told(defect.defect))
  const tell = w().evidence[defect.kind] as (defect: EvidenceDefect) => string
  return tell(defect)
}
