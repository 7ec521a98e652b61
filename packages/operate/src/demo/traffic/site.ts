import type { TimeZone } from '@footfall/core-domain'
import {
  type Acquisition,
  DOCS_ACQUISITIONS,
  type Entry,
  LAUNCH_ACQUISITIONS,
  WEBSITE_ACQUISITIONS,
} from './acquisition.ts'
import { WEEKDAYS } from './audience.ts'
import { DOCS_JOURNEYS, DOCS_SLUGS, type Journey, WEBSITE_JOURNEYS, WEBSITE_SLUGS } from './journeys.ts'
import { DEMO_PRODUCTS, type DemoKind } from './plan.ts'

/** What a demo product that has traffic looks like to its visitors. */
export interface DemoSite {
  readonly kind: Exclude<DemoKind, 'silent'>
  readonly timezone: TimeZone
  /** The first one is used most. */
  readonly hostnames: readonly [string, ...string[]]
  readonly acquisitions: readonly Acquisition[]
  readonly launchAcquisitions: readonly Acquisition[]
  readonly journeys: Partial<Record<Entry, readonly Journey[]>>
  readonly slugs: readonly string[]
  readonly currency: string
  readonly tracker: string
}

const TRACKER = '0.1.0'

/** Visitors per day at the start; at the end there are `GROWTH` times as many. */
const PEOPLE: Readonly<Record<DemoSite['kind'], number>> = { website: 620, docs: 260 }
const GROWTH = 1.7

export function demoSite(kind: DemoSite['kind']): DemoSite {
  const control = DEMO_PRODUCTS.find((candidate) => candidate.kind === kind)
  if (control === undefined) throw new Error(`The demo has no product of the kind ${kind}.`)
  const [first = 'example.com', ...others] = control.domains.domains.map(({ hostname }) => hostname)
  const website = kind === 'website'
  return {
    kind,
    timezone: control.timezone,
    hostnames: [first, ...others],
    acquisitions: website ? WEBSITE_ACQUISITIONS : DOCS_ACQUISITIONS,
    launchAcquisitions: website ? LAUNCH_ACQUISITIONS : [],
    journeys: website ? WEBSITE_JOURNEYS : DOCS_JOURNEYS,
    slugs: website ? WEBSITE_SLUGS : DOCS_SLUGS,
    currency: control.preferences.currency,
    tracker: TRACKER,
  }
}

/** Visitors of a day without a launch. `progress` is 0 on the first day of the demo and 1 on the day it was made. */
export function peopleOfDay(kind: DemoSite['kind'], dayMs: number, progress: number): number {
  const weekday = (new Date(dayMs).getUTCDay() + 6) % 7
  return Math.round(PEOPLE[kind] * (1 + (GROWTH - 1) * progress) * (WEEKDAYS[weekday] ?? 1))
}
