// What the house says no with: as it says it, with a capital and a full stop.
import type { Refusal } from "../api/client"
import { capital } from "./capital"

export function refusal(message: string): string {
  return `${capital(message)}${/[一-鿿]/.test(message) ? "。" : "."}`
}

/** Everything that is wrong, where the house says several things at once. */
export function defectsOf({ code, values, message }: Refusal): string[] {
  const parts = values["parts"]
  return code?.startsWith("several") && Array.isArray(parts) && parts.every((each) => typeof each === "string") ? parts : message.split(/; |；/)
}
