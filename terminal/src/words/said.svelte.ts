// What the house says in sentences: refusals, prompts, steps of a round, alarms. In English as it was said; in Chinese by
// the templates that are fetched when Chinese is chosen, with names as the terminals know them.
import { library } from "../live/library.svelte"
import { prefs } from "../prefs.svelte"
import { cardName } from "./cards"
import { eventName } from "./events"
import { gameName, outcomeName, wagerName } from "./names"
import { type As, Sentences } from "./sentences"
import { staff } from "./staff"

let chinese = $state.raw<Sentences | null>(null)
let asked: Promise<void> | null = null

/** Fetch the sentences of the language that is chosen, where it has any. */
export function openSentences(): void {
  if (prefs.language !== "zh") return
  asked ??= import("./sentences.zh.json").then(
    (found) => void (chinese = new Sentences(found.default, value)),
    () => void (asked = null),
  )
}

/** In the language that is chosen; what is not known is shown as it was said. */
export function said(text: string): string {
  return prefs.language === "zh" ? (library.chinese(text) ?? chinese?.say(text) ?? text) : text
}

/** The same where it begins a line. */
export function saidName(text: string): string {
  const found = said(text)
  return found.slice(0, 1).toUpperCase() + found.slice(1)
}

/** A command by its name, as what one does. */
export function actName(command: string): string {
  const found = saidName(command)
  return found.toLowerCase() === command ? found.replaceAll("-", " ") : found
}

const CARD = /^[2-9TJQKA][SHDC]$/
const HELD = /^((?:[2-9TJQKA][SHDC] ?)+) \((\d+)\)$/
const WORDS: Record<string, string> = {
  Player: "闲", Banker: "庄", Tie: "和", Dealer: "庄家", First: "第一张", Second: "第二张", Third: "第三张", first: "第一张", second: "第二张", third: "第三张",
  hit: "要牌", stand: "停牌", double: "加倍", split: "分牌", act: "照打", withdraw: "撤回", known: "已知", unknown: "未知", none: "没有", others: "其他人", another: "他人",
  True: "是", False: "否", void: "作废", stands: "有效", returned: "退还", faster: "快", slower: "慢", hard: "硬", soft: "软", obbo: "obbo",
  terminal: "终端", account: "账户", password: "密码", PIN: "PIN", key: "密钥", voucher: "票券", table: "牌桌", round: "牌局", step: "步骤", shoe: "牌靴",
  loss: "输额", minutes: "时间", stake: "注额", pay: "赔付", win: "赢", lose: "输", push: "退还", insurance: "保险", credits: "余额", cage: "兑换处", play: "桌上",
  "the house does not answer": "系统没有回应", "not found": "没有找到", "method not allowed": "不支持这样的请求", "internal server error": "系统出错", refused: "未能办理",
}

/** What is known of a part of a sentence by itself. */
function value(text: string, as?: As): string | null {
  const position = roleName(text)
  const title = Object.values(library.games).find((each) => each.title === text)
  const game = gameName(title?.name ?? text, "")
  if (as) return (as === "role" ? position : game) || null
  if (CARD.test(text)) return cardName(text)
  if (/^[\d.,:+\-−–±%…]+$/.test(text) || /^R-\d+$/.test(text) || /^[a-z]+\d? \d+\.[\d.]+$/.test(text)) return text.replace(/(\d)\.\.(?=\d)/, "$1–").replace(/\.\.$/, " 起")
  const quoted = /^'(.*)'$/.exec(text) ?? /^"(.*)"$/.exec(text)
  if (quoted) return `“${said(quoted[1] ?? "")}”`
  const held = HELD.exec(text)
  if (held) return `${said(held[1] ?? "")}（${held[2]}）`
  const outcome = outcomeName(text)
  return (
    (wagerName(text, "") || game || phaseName(text) || position || (outcome === text ? "" : outcome) || WORDS[text] || event(text)) || null
  )
}

function roleName(text: string): string | null {
  const roles: Record<string, string> = staff().roles
  return roles[text.replace(/^an? /, "")] ?? null
}

function phaseName(text: string): string | undefined {
  return (staff().phases as Record<string, string>)[text]
}

/** The name of a kind of event; those are of several words. */
function event(text: string): string {
  if (!/^[a-z]+(-[a-z]+)+$/.test(text)) return ""
  const found = eventName(text)
  return /[一-鿿]/.test(found) ? found : ""
}
