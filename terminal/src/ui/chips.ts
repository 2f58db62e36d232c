// Chips: what each is worth in cents, its colours, and how a stake is made of them.

export type ChipKind = { cents: number; text: string; base: string; spot: string; ink: string }

export const CHIPS: readonly ChipKind[] = [
  { cents: 100, text: "1", base: "#D9DEE0", spot: "#5C6B73", ink: "#1B2226" },
  { cents: 500, text: "5", base: "#B23A32", spot: "#F6E9DC", ink: "#FFFFFF" },
  { cents: 2_500, text: "25", base: "#25804F", spot: "#F4EFD9", ink: "#FFFFFF" },
  { cents: 10_000, text: "100", base: "#23272E", spot: "#EDE6D2", ink: "#FFFFFF" },
  { cents: 50_000, text: "500", base: "#6A49B3", spot: "#F0E4FF", ink: "#FFFFFF" },
  { cents: 100_000, text: "1K", base: "#E0A526", spot: "#3A2A06", ink: "#241A03" },
  { cents: 500_000, text: "5K", base: "#2F72C4", spot: "#E6F1FF", ink: "#FFFFFF" },
  { cents: 1_000_000, text: "10K", base: "#C4CBD1", spot: "#8B1E2D", ink: "#1B2226" },
]

export function chip(cents: number): ChipKind {
  return CHIPS.find((each) => each.cents === cents) ?? (CHIPS[0] as ChipKind)
}

/** At most four discs, the largest on top; what is smaller than a chip lies under it all the same. */
export function pile(cents: number): ChipKind[] {
  const found: ChipKind[] = []
  let rest = cents
  for (const each of CHIPS.toReversed()) {
    while (rest >= each.cents && found.length < 4) {
      found.push(each)
      rest -= each.cents
    }
  }
  return found.length ? found : [CHIPS[0] as ChipKind]
}

/** The chips that make sense at a table: multiples of its unit, up to the most that may be staked, six at most. */
export function chipsFor(unit: number, most: number | null): ChipKind[] {
  return CHIPS.filter((each) => each.cents % unit === 0 && (most === null || each.cents <= most)).slice(0, 6)
}
