// A pay as it is typed.

/** One more or one less to the same stake: `8:1` becomes `9:1`, `19:20` becomes `20:20`; what is no ratio stays. */
export function step(text: string, by: 1 | -1): string {
  const found = /^(\d+)(?:(\s*:\s*|\s+to\s+|\s+for\s+)(\d+))?$/.exec(text.trim() === "push" ? "0:1" : text.trim())
  if (!found) return text
  const [, won = "0", sign = ":", staked = "1"] = found
  return `${Math.max(0, Number(won) + by)}${sign}${staked}`
}
