import { type Analytics, type FunnelDefinition, FunnelResult, LocalDate, ProductId } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { runs } from '../test-support/questions.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const STARTED = Date.parse('2026-11-18T08:00:00Z')
const STEPS = ['/', '/pricing', 'signup', '/welcome'] as const
type Step = (typeof STEPS)[number]

/** A step of a person, minutes after the one before. */
interface Did {
  readonly step: Step
  readonly minutes: number
}

/** A visit of a person: from which event on they were named, and from which on no more. */
interface Visit {
  readonly did: readonly Did[]
  readonly named: number
  readonly unnamed: number
}

interface Event {
  readonly step: Step
  readonly ms: number
  /** Whose it is for a person who reads the rows. */
  readonly owner: string
}

const engine = testEngine()
let analytics: Analytics
let products = 0
let ids = 0
beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
})

/** The rows of people, each with some visits a day apart, and what a reader takes from them. */
function traffic(product: ProductId, people: readonly (readonly Visit[])[]) {
  const rows: EventRow[] = []
  const events: Event[] = []
  for (const visits of people) {
    const name = ++ids
    for (const [day, { did, named, unnamed }] of visits.entries()) {
      const visit = ++ids
      const anonymous = ++ids
      let ms = STARTED + day * 86_400_000
      const namedLater = did.length > named && unnamed > named
      for (const [i, { step, minutes }] of did.entries()) {
        ms += minutes * 60_000 + 1
        const identified = i >= named && i < unnamed
        const isPage = step.startsWith('/')
        rows.push(
          pageview(product, new Date(ms).toISOString(), {
            ...{ visitor: String(identified ? name : anonymous), identified: identified ? 1 : 0, visit: String(visit) },
            ...{ visit_starts: i === 0 ? 1 : 0, pv_seq: isPage ? i + 1 : 0, kind: isPage ? 'pageview' : 'custom' },
            ...{ name: isPage ? 'pageview' : step, path: isPage ? step : '/other' },
          }),
        )
        const isTheirs = identified || (namedLater && i < named)
        events.push({ step, ms, owner: isTheirs ? `person ${name}` : `anonymous ${anonymous}` })
      }
    }
  }
  return { rows, events }
}

async function ask(product: ProductId, funnel: FunnelDefinition, visitor_identity: 'identified' | 'daily') {
  const scope = testScope(product, { preferences: { suppression_threshold: 0, visitor_identity } })
  const range = { from: LocalDate.parse('2026-11-18'), to: LocalDate.parse('2026-11-20'), filters: [], dropOffs: true }
  const { data } = await analytics.funnels(scope, range, [funnel])
  return FunnelResult.parse(data[0]).steps
}

const ORDER: FunnelDefinition = {
  name: 'Order',
  steps: STEPS.map((match) => ({ kind: match.startsWith('/') ? 'page' : 'event', match })),
  window_minutes: 5 * 1440,
}

/** For each owner how far they came, found by trying every first step. */
function reached(events: readonly Event[], windowMinutes: number): readonly number[] {
  const furthest = [...Map.groupBy(events, ({ owner }) => owner).values()].map((own) => {
    const inOrder = own.toSorted((a, b) => a.ms - b.ms)
    return Math.max(0, ...inOrder.map((_, from) => furthestFrom(inOrder.slice(from), windowMinutes)))
  })
  return STEPS.map((_, step) => furthest.filter((steps) => steps > step).length)
}

/** Takes the first event that is the next step each time, beginning with the first of all. */
function furthestFrom(events: readonly Event[], windowMinutes: number): number {
  const [first] = events
  let steps = 0
  for (const { step, ms } of events) {
    if (steps === 0 && step !== STEPS[0]) return 0
    if (first === undefined || ms - first.ms > windowMinutes * 60_000) break
    if (step === STEPS[steps]) steps++
  }
  return steps
}

function nextProduct(): ProductId {
  products++
  return ProductId.parse(`prd_namedLater${products}`)
}

describe('a funnel of a product that identifies its visitors', () => {
  const did = STEPS.map((step) => ({ step, minutes: 1 }))

  it('a funnel counts a person once who is identified in the middle of a visit', async () => {
    const product = nextProduct()
    await insertRows(engine, traffic(product, [[{ did, named: 2, unnamed: 9 }]]).rows)
    expect((await ask(product, ORDER, 'identified')).map(({ visitors }) => visitors)).toEqual([1, 1, 1, 1])
    expect((await ask(product, ORDER, 'identified'))[1]).toMatchObject({ dropped_off: { visitors: 0 } })
  })

  it('a funnel continues in a later visit of a person who was identified in the first', async () => {
    const product = nextProduct()
    const first = { did: did.slice(0, 2), named: 1, unnamed: 9 }
    const second = { did: did.slice(2), named: 1, unnamed: 9 }
    await insertRows(engine, traffic(product, [[first, second]]).rows)
    expect((await ask(product, ORDER, 'identified')).map(({ visitors }) => visitors)).toEqual([1, 1, 1, 1])
  })

  it('a funnel attributes what follows a sign-out in the same visit to an anonymous visitor', async () => {
    const product = nextProduct()
    await insertRows(engine, traffic(product, [[{ did, named: 0, unnamed: 2 }]]).rows)
    expect((await ask(product, ORDER, 'identified')).map(({ visitors }) => visitors)).toEqual([1, 1, 0, 0])
  })

  it('a funnel recognizes nobody once visitors are anonymous', async () => {
    const product = nextProduct()
    await insertRows(engine, traffic(product, [[{ did, named: 2, unnamed: 9 }]]).rows)
    expect((await ask(product, ORDER, 'daily')).map(({ visitors }) => visitors)).toEqual([1, 1, 0, 0])
  })
})

it('the steps of people who are identified at any time are what plain TypeScript counts in the same rows', async () => {
  const some = fc.record({ step: fc.constantFrom(...STEPS), minutes: fc.constantFrom(0, 1, 7) })
  const visit = fc.record({
    did: fc.array(some, { minLength: 1, maxLength: 7 }),
    named: fc.nat(5),
    unnamed: fc.integer({ min: 1, max: 9 }),
  })
  // Many people in few products: each product costs a statement that inserts and two that read.
  const people = fc.array(fc.array(visit, { minLength: 1, maxLength: 2 }), { minLength: 10, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(people, fc.constantFrom(3, 20, 2880), async (some, window_minutes) => {
      const product = nextProduct()
      const { rows, events } = traffic(product, some)
      await insertRows(engine, rows)
      const steps = await ask(product, { ...ORDER, window_minutes }, 'identified')
      const counted = reached(events, window_minutes)
      expect(steps.map(({ visitors }) => visitors)).toEqual(counted)
      const ways = steps.map(({ dropped_off }) => dropped_off?.visitors)
      expect(ways.slice(0, -1)).toEqual(counted.slice(0, -1).map((count, i) => count - (counted[i + 1] ?? 0)))
    }),
    runs(10),
  )
})
