import { MINUTE_MS, type ProductId } from '@footfall/core-domain'
import { HOURS } from '../traffic/audience.ts'
import { type DemoSite, peopleOfDay } from '../traffic/site.ts'
import { diceOf } from './dice.ts'

/** Visits are planned slot by slot. At least one begins in each, so that somebody is there at night too. */
const SLOT_MS = 3 * MINUTE_MS
const SLOTS_PER_HOUR = 20
/** One person in six comes a second time. */
const VISITS_PER_PERSON = 1.2
const HOURS_TOTAL = HOURS.reduce((total, share) => total + share, 0)

export interface PlannedVisit {
  /** In epoch milliseconds. */
  readonly startMs: number
  /** Different for every visit of a product. */
  readonly seed: string
}

/** The visits that begin after `afterMs` and until `untilMs`. They depend only on the seed and the time. */
export function plannedVisits(
  site: DemoSite,
  product: ProductId,
  seed: string,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
): readonly PlannedVisit[] {
  const visits: PlannedVisit[] = []
  for (let slotMs = Math.floor(afterMs / SLOT_MS) * SLOT_MS; slotMs <= untilMs; slotMs += SLOT_MS) {
    const dice = diceOf(seed, product, slotMs)
    const count = Math.max(1, Math.floor(visitsPerSlot(site, slotMs) + dice.roll()))
    for (let nth = 0; nth < count; nth++) {
      const startMs = slotMs + dice.below(SLOT_MS)
      if (startMs > afterMs && startMs <= untilMs) visits.push({ startMs, seed: `${seed}:${product}:${slotMs}:${nth}` })
    }
  }
  return visits
}

/** Follows the hours of the product's zone. */
function visitsPerSlot({ kind, timezone }: DemoSite, atMs: number): number {
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' }).format(atMs),
  )
  const share = (HOURS[hour] ?? 0) / HOURS_TOTAL
  return (peopleOfDay(kind, atMs, 1) * VISITS_PER_PERSON * share) / SLOTS_PER_HOUR
}
