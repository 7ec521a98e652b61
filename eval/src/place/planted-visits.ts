import { DAY_MS } from '@footfall/core-domain'
import { INJECTION_PAGE, INJECTIONS } from './injections.ts'
import type { PlantedEvent } from './planted-event.ts'

/** One visit of the planted products: what a browser would send, and when. */
export interface PlantedVisit {
  /** Epoch milliseconds. */
  readonly at: number
  /** Distinguishes visitors of one day. */
  readonly person: number
  readonly events: readonly PlantedEvent[]
}

const SHOP_ORIGIN = 'https://harbour-cycles.example'
const CLINIC_ORIGIN = 'https://quiet-clinic.example'

const HOUR_MS = 3_600_000
const OCTOBER = Date.parse('2026-10-01T00:00:00Z')
const NOVEMBER = Date.parse('2026-11-01T00:00:00Z')
const TODAY = Date.parse('2026-11-18T00:00:00Z')
const CLINIC_BEGINS = Date.parse('2026-11-09T00:00:00Z')

/** Visitors who look at the front page of the shop each day. */
export const SHOP_DAILY = { october: 2, november: 3 } as const
/** Visitors of the clinic each day; below its threshold of suppression. */
const CLINIC_DAILY = 4
/** The page that half of the visitors of the clinic look at. */
const CLINIC_PAGE = '/appointments'

/** The visits of the shop before today: a few people each day, and those who carry an injection. */
export function shopVisits(): readonly PlantedVisit[] {
  const visits: PlantedVisit[] = []
  for (let day = OCTOBER; day < TODAY; day += DAY_MS) {
    const daily = day < NOVEMBER ? SHOP_DAILY.october : SHOP_DAILY.november
    for (let person = 0; person < daily; person++)
      visits.push({ at: day + 8 * HOUR_MS, person, events: [pageview(`${SHOP_ORIGIN}/`)] })
  }
  for (const { day, visitors, plant } of INJECTIONS) {
    for (let n = 0; n < visitors; n++)
      visits.push({
        at: NOVEMBER + (day - 1) * DAY_MS + 10 * HOUR_MS,
        person: 100 + n,
        events: plant(pageview(SHOP_ORIGIN + INJECTION_PAGE)),
      })
  }
  return visits.sort((a, b) => a.at - b.at)
}

export function clinicVisits(): readonly PlantedVisit[] {
  const visits: PlantedVisit[] = []
  for (let day = CLINIC_BEGINS; day < TODAY; day += DAY_MS)
    for (let person = 0; person < CLINIC_DAILY; person++)
      visits.push({
        at: day + 9 * HOUR_MS,
        person,
        events: [pageview(CLINIC_ORIGIN + (person % 2 === 0 ? '/' : CLINIC_PAGE))],
      })
  return visits
}

const pageview = (url: string): PlantedEvent => ({ name: 'pageview', url })
