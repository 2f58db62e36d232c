// What staff may do at a table now, whoever of them may: asked for anew whenever the table is another.
import type { StaffOffer } from "../api/types"
import { prefs } from "../prefs.svelte"
import { staffGet } from "./staff.svelte"
import type { LiveTable } from "./table.svelte"

export class StaffOffers {
  all = $state.raw<readonly StaffOffer[]>([])
  #asked = 0

  constructor(readonly live: LiveTable) {
    // What may be declared hangs on where the round is and which cards lie, not on each wager that comes.
    $effect(() => {
      void prefs.language
      if (this.#moment) void this.look()
    })
  }

  readonly #moment = $derived.by(() => {
    const { shown } = this.live
    const round = shown?.round
    if (!shown) return ""
    return round ? `${round.number} ${round.phase} ${JSON.stringify(round.lies)} ${round.waiting} ${round.notes.length} ${shown.held}` : String(shown.version)
  })

  async look(): Promise<readonly StaffOffer[]> {
    const asked = ++this.#asked
    const found = await staffGet<StaffOffer[]>(`/api/tables/${encodeURIComponent(this.live.name)}/offers`).catch((): StaffOffer[] => [])
    // Of several answers that are under way, the one that was asked for last is good.
    if (asked === this.#asked) this.all = found
    return this.all
  }
}

/** What tells one offer from another, from one moment to the next. */
export function offerKey(offer: StaffOffer): string {
  return `${wordless(offer)}|${offer.prompt}`
}

/** The same offer in another language; null where several might be it. */
export function inOtherWords(offer: StaffOffer, all: readonly StaffOffer[]): StaffOffer | null {
  const alike = all.filter((each) => wordless(each) === wordless(offer))
  return alike.length === 1 ? (alike[0] ?? null) : null
}

function wordless(offer: StaffOffer): string {
  return [offer.command, offer.clause, offer.owner, offer.box, offer.bettors?.join()].join("|")
}
