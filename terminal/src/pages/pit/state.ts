// What a table does now, in a word: paused and closing are marked, since nobody may take them for a table in play.
import type { TableOnFloor } from "../../api/types"
import { staff } from "../../words/staff"
import { w } from "./words"

export type TableState = {
  text: string
  tone: "open" | "quiet" | "warn" | "bad"
  /** What stands out of the row, and not by its colour alone. */
  mark?: "paused" | "closing" | "closed"
}

export function stateOf(each: TableOnFloor): TableState {
  const { brief } = each
  if (brief.stopped) return { text: w().stopped(brief.stopped), tone: "bad" }
  if (each.paused) return { text: w().paused(each.paused), tone: "warn", mark: "paused" }
  if (each.closing) return { text: w().closing, tone: "warn", mark: "closing" }
  if (brief.closed) return { text: w().closed(brief.closed), tone: "quiet", mark: "closed" }
  if (each.held) return { text: each.approvals ? w().waitsApproval : w().held, tone: "warn" }
  if (!brief.phase) return { text: w().betweenRounds, tone: "quiet" }
  return { text: staff().phases[brief.phase], tone: brief.phase === "betting" ? "open" : "quiet" }
}
