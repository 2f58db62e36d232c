// Gaming days by their dates, as the house's clocks have them.
import type { Report } from "../../../api/types"

const DAY = 86_400_000

/** The date on which the day of a report begins, where the house is: `2026-05-01`. */
export function dateOf(report: Pick<Report, "since" | "calendar">): string {
  // Swedish writes dates as the house does.
  return new Date(report.since / 1000).toLocaleDateString("sv-SE", { timeZone: report.calendar.zone ?? "UTC" })
}

/** The date so many days on. */
export function beside(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}
