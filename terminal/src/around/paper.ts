// Words on paper, and times as they stand on it.
import { prefs } from "../prefs.svelte"
import { words } from "../words/words.svelte"

export const w = words(
  {
    print: "Print",
    voucher: "Cash-out voucher",
    made: "Made",
    at: "Terminal",
    how: "Pay it in at any terminal, or show it at the cage. Whoever has the code has the money.",
    qr: (code: string) => `QR code of voucher ${code}`,
  },
  {
    print: "打印",
    voucher: "兑现凭证",
    made: "开出时间",
    at: "终端",
    how: "可在任何终端入账，或到兑换处出示。凭码即付，请妥善保管。",
    qr: (code) => `凭证 ${code} 的二维码`,
  },
)

/** Four letters at a time, so that it can be read aloud. */
export function grouped(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-")
}

/** What a scanner or somebody's fingers made of a code: letters and digits alone, in capitals. */
export function plainCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "")
}

const DAY = 24 * 3_600_000

/** The time today; of another day with its date. */
export function when(at: number): string {
  const date = new Date(at / 1000)
  const time = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })
  return Date.now() - date.getTime() < DAY && date.getDate() === new Date().getDate() ? time : `${date.toLocaleDateString(prefs.language === "zh" ? "zh-CN" : "en-SG", { day: "numeric", month: "short" })} ${time}`
}

/** To the second, with its date. */
export function stamped(at: number): string {
  return new Date(at / 1000).toLocaleString(prefs.language === "zh" ? "zh-CN" : "en-SG", { dateStyle: "medium", timeStyle: "medium" })
}
