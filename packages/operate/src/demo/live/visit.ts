import type { CollectedEvent, ProductId, RequestOrigin } from '@footfall/core-domain'
import type { z } from 'zod'
import { parseJourney, type Step } from '../traffic/journeys.ts'
import { CURRENCIES, PRICES, propertiesOf } from '../traffic/properties.ts'
import type { DemoSite } from '../traffic/site.ts'
import { titleOf } from '../traffic/titles.ts'
import { userCount, userName } from '../traffic/users.ts'
import { diceOf } from './dice.ts'
import { personOf } from './people.ts'
import type { PlannedVisit } from './schedule.ts'

/** One event of a visit, as a browser would send it. */
export interface TimedEvent {
  /** In epoch milliseconds. */
  readonly atMs: number
  readonly event: z.input<typeof CollectedEvent>
  readonly origin: RequestOrigin
}

/** Users of the app are those of the days before, mostly. */
const USER_DAYS = 92

/** Below the visit timeout, so that no visit is split. */
const STAY_MAX_MS = 600_000
const STAY_MIN_MS = 3_000
const STAY_MEAN_MS = 55_000
const ACT_MIN_MS = 2_000
const ACT_RANGE_MS = 15_000
/** Pages that report how long they were in front of their reader, in percent. */
const REPORTED_PERCENT = 88

/** One visit of so many is that of a machine, which says so. */
const PEOPLE_PER_MACHINE = 40

/** The events of a visit, in their order: those of a person, or the one page that a machine looks at. */
export function eventsOf(site: DemoSite, product: ProductId, { startMs, seed }: PlannedVisit): readonly TimedEvent[] {
  const dice = diceOf(seed, 'visit')
  const person = personOf(dice)
  const [usual, other = usual] = site.hostnames
  const hostname = dice.below(100) < 92 ? usual : other
  const number = dice.below(2 ** 31)
  const way = acquisitionOf(site, dice.roll())
  const [, journey] = dice.weighted(site.journeys[way.entry] ?? [])
  const origin: RequestOrigin = {
    address: person.address,
    userAgent: person.userAgent,
    language: person.language,
    proxy: { hostname, clientAddress: 'forwarded' },
  }
  const currency = CURRENCIES[person.country] ?? site.currency
  const events: TimedEvent[] = []
  const user = diceOf(seed, 'user').below(userCount(USER_DAYS))
  const send = (atMs: number, name: string, path: string, more: Partial<TimedEvent['event']>) =>
    events.push({
      atMs,
      origin,
      event: {
        product,
        name,
        url: `https://${hostname}${path}${events.length === 0 && way.query !== '' ? `?${way.query}` : ''}`,
        title: titleOf(site.kind, path),
        width: person.width,
        version: site.tracker,
        ...(way.entry === 'app' && { visitor: userName(user) }),
        ...(way.referrer !== '' && events.length === 0 && { referrer: way.referrer }),
        ...more,
      },
    })

  let atMs = startMs
  for (const { step, stayMs } of staysOf(steps(journey, site, number), dice.roll)) {
    const paid = step.name === 'Purchase' && { revenue: { amount: PRICES[number % PRICES.length] ?? '0', currency } }
    const props = propertiesOf(step.name, number)
    send(atMs, step.name, step.path, { ...(Object.keys(props).length > 0 && { props }), ...paid })
    atMs += stayMs
    if (step.kind === 'pageview' && dice.below(100) < REPORTED_PERCENT) {
      const engaged_ms = Math.floor((stayMs * (40 + dice.below(60))) / 100)
      send(atMs - 20, 'engagement', step.path, { engaged_ms, scroll: 10 + dice.below(91) })
    }
  }
  const [first] = events
  if (first === undefined || number % PEOPLE_PER_MACHINE !== 0) return events
  return [{ ...first, event: { ...first.event, automated: true } }]
}

function acquisitionOf({ acquisitions }: DemoSite, roll: number) {
  let rest = roll * acquisitions.reduce((total, { weight }) => total + weight, 0)
  const found = acquisitions.find(({ weight }) => {
    rest -= weight
    return rest < 0
  })
  const way = found ?? acquisitions[0]
  if (way === undefined) throw new Error('The demo has no sources of visitors.')
  return way
}

/** A step on a page of articles gets one of them; an event stays on the page before it. */
function steps(journey: string, { slugs }: DemoSite, number: number): readonly Step[] {
  let pages = 0
  return parseJourney(journey).map((step) => {
    if (step.kind === 'pageview') pages++
    return { ...step, path: step.path.replace(':slug', slugs[(number + pages) % slugs.length] ?? '') }
  })
}

/** How long each step lasts. What is done on a page is done soon after it was opened. */
function staysOf(list: readonly Step[], roll: () => number) {
  return list.map((step, index) => {
    const acts = list[index + 1]?.kind === 'custom'
    const stayMs = acts
      ? ACT_MIN_MS + Math.floor(roll() * ACT_RANGE_MS)
      : Math.min(STAY_MAX_MS, STAY_MIN_MS - Math.floor(STAY_MEAN_MS * Math.log(1 - roll())))
    return { step, stayMs }
  })
}
