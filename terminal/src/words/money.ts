// Amounts as people read them. Cents are whole numbers everywhere; only here do they become text.
import type { Language } from "../prefs.svelte"

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const MINUS = "−"

/** `$1,250`, and cents only where there are any. */
export function money(cents: number): string {
  return `${cents < 0 ? MINUS : ""}$${plain(Math.abs(cents))}`
}

/** With its sign always: `+$100`, `−$25`; nothing is `$0`. */
export function net(cents: number): string {
  return cents > 0 ? `+${money(cents)}` : money(cents)
}

/** Cents of what somebody has typed, such as `25`, `12.5` or `$1,250.00`; nothing where it is no amount. */
export function typed(text: string): number | null {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return null
  const cents = Number(found[1]?.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"))
  return cents > 0 ? cents : null
}

/** Without the sign of the currency. */
export function plain(cents: number): string {
  return cents % 100 ? exact.format(cents / 100) : whole.format(cents / 100)
}

/** `$5–5,000`. */
export function limits(minimum: number, maximum: number | null | undefined, language: Language): string {
  if (maximum == null) return language === "zh" ? `${money(minimum)} 起` : `from ${money(minimum)}`
  return `${money(minimum)}–${plain(maximum)}`
}

/** The same for a small field: `5–10K`; the currency stands beside its row. */
export function limitsBrief(minimum: number, maximum: number | null | undefined, language: Language): string {
  return maximum == null ? `${brief(minimum, language)}+` : `${brief(minimum, language)}–${brief(maximum, language)}`
}

/** The same to be heard: `$5 to $5,000`. */
export function limitsSaid(minimum: number, maximum: number | null | undefined, language: Language): string {
  if (maximum == null) return limits(minimum, maximum, language)
  return language === "zh" ? `${money(minimum)} 至 ${money(maximum)}` : `${money(minimum)} to ${money(maximum)}`
}

/** From ten thousand on in thousands, where that is exact: `10K`, `1.5M`, `1万`. */
function brief(cents: number, language: Language): string {
  const steps: [number, string][] = language === "zh" ? [[100_000_000, "亿"], [10_000, "万"]] : [[1_000_000, "M"], [1_000, "K"]]
  for (const [step, name] of steps) {
    const parts = cents / 100 / step
    if (cents >= 1_000_000 && parts >= 1 && Number.isInteger(parts * 10)) return `${parts}${name}`
  }
  return plain(cents)
}

/** `8:1` is `8 to 1`, or `1 赔 8`; `-1:2` is the half of a stake that is lost. */
export function pays(text: string | null | undefined, language: Language): string {
  if (!text) return "–"
  if (text === "push") return language === "zh" ? "退还" : "push"
  if (text === "-1:2") return language === "zh" ? "输一半" : "lose half"
  const [won, staked] = text.split(":").map((each) => whole.format(Number(each)))
  return language === "zh" ? `${staked} 赔 ${won}` : `${won} to ${staked}`
}

/** What the best and the least of several rows pay, in one. */
export function range(rows: readonly string[], language: Language): string {
  const paid = rows.filter((each) => each !== "push")
  const ones = paid.filter((each) => each.endsWith(":1")).map((each) => Number(each.split(":")[0]))
  if (ones.length !== paid.length || ones.length < 2) return rows.map((each) => pays(each, language)).join(" · ")
  const [least, most] = [Math.min(...ones), Math.max(...ones)].map((each) => whole.format(each))
  return language === "zh" ? `1 赔 ${least}–${most}` : `${least}–${most} to 1`
}

/** So many standard deviations, with their sign: `−2.3 σ`. */
export function sigmas(deviation: number, digits = 1): string {
  const text = fixed(deviation, digits)
  return `${deviation > 0 && Number(text) ? "+" : ""}${text} σ`
}

export function percent(share: number, digits = 2): string {
  return `${fixed(share * 100, digits)} %`
}

/** What rounds to nothing has no sign. */
function fixed(value: number, digits: number): string {
  return value.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", MINUS)
}
