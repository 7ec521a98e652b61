import {
  type AccountId,
  type Analytics,
  type Delivery,
  type DeliverySubject,
  type EngineShare,
  type OverviewQuery,
  type ReportScope,
  type Reports,
  ServiceUnavailable,
  type StoredReport,
  type TimeZone,
  timestamp,
} from '@footfall/core-domain'
import { enqueueMessage, REQUESTED } from '@footfall/operations'
import { committingStore, describeEachDialect, seedProduct, seedProductOf } from '@footfall/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reportMessage } from '../test-support/messages.ts'
import { enqueueReports } from './enqueue-reports.ts'

const BERLIN = 'Europe/Berlin' as TimeZone
const DAY_MS = 86_400_000
const WEEKLY = { every: 'week', weekday: 1, hour: 8 } as const

describeEachDialect('scheduled reports', (database) => {
  const { clock, ids } = database
  const asked: { scope: ReportScope; query: OverviewQuery }[] = []
  const logged: unknown[] = []
  let outage = false
  let product: Awaited<ReturnType<typeof seedProduct>>['product']
  let account: AccountId
  const made: StoredReport[] = []
  const shares: EngineShare[] = []
  const forCaller = (answers: Reports): Pick<Analytics, 'forCaller'> => ({
    forCaller({ share }) {
      shares.push(share)
      return { reports: answers, end() {} }
    },
  })

  /** Answers the questions of a report with fixed numbers. */
  const reports = {
    async overview(scope: ReportScope, query: OverviewQuery) {
      if (outage) throw new ServiceUnavailable()
      asked.push({ scope, query })
      const visitors = {
        metric: 'visitors',
        unit: 'count',
        state: 'available',
        reason: null,
        value: 1234,
        previous: 1000,
        change: 0.234,
      }
      const comparison = {
        period: 'previous_period',
        from: '2026-11-09',
        to: '2026-11-15',
        state: 'available',
        reason: null,
      }
      const movers = { source: [], page: [], country: [], utm_campaign: [] }
      return { data: { headline: [visitors], comparison, movers }, meta: {} }
    },
    goals: async () => ({ data: { state: 'available', reason: null, visitors: 0, goals: [] }, meta: {} }),
  } as unknown as Reports

  beforeEach(async () => {
    asked.splice(0)
    shares.splice(0)
    logged.splice(0)
    outage = false
    const seeded = await seedProduct(database, { timezone: BERLIN })
    product = seeded.product
    account = seeded.people.owner.account.id
    // Monday, 23 November 2026, 07:00 in Berlin.
    clock.set(Date.parse('2026-11-23T06:00:00.000Z'))
  })
  afterEach(async () => {
    for (const { id, subject } of made.splice(0))
      await database.store.transaction(async (tx) => {
        await tx.store.deliveries.cancel(id)
        await tx.store.scheduledReports.remove(subject, id).catch(() => undefined)
      })
  })

  const insert = async (change: Partial<StoredReport> = {}): Promise<StoredReport> => {
    const at = timestamp(clock.now())
    const report: StoredReport = {
      id: ids.report(),
      subject: { product },
      name: 'Weekly',
      schedule: WEEKLY,
      timezone: BERLIN,
      target: { kind: 'email', addresses: ['reader@example.com'] },
      due_at: timestamp(Date.parse('2026-11-23T07:00:00.000Z')),
      requested_at: undefined,
      created_at: at,
      revision: 1,
      updated_at: at,
      ...change,
    }
    await database.store.transaction((tx) => tx.store.scheduledReports.insert(report))
    made.push(report)
    return report
  }
  const run = (store = database.store) =>
    enqueueReports({
      store,
      analytics: forCaller(reports),
      clock,
      ids,
      baseUrl: 'https://stats.example',
      log: { warn: (...entry) => logged.push(entry) },
    })
  const enqueued = async ({ id }: StoredReport) => {
    const later = timestamp(clock.now() + 1)
    const taken = await database.store.transaction((tx) => tx.store.deliveries.take(later, later, 100))
    return taken.filter(({ source }) => source === id)
  }
  const stored = (report: StoredReport) => database.store.scheduledReports.find(report.subject, report.id)

  it('sends a report at its hour, once, about the seven days before', async () => {
    const report = await insert()
    await run()
    expect(await enqueued(report)).toEqual([])
    clock.set(Date.parse('2026-11-23T07:00:00.000Z'))
    await run()
    await run()
    const [delivery, ...others] = await enqueued(report)
    expect(others).toEqual([])
    expect(delivery).toMatchObject({ occurrence: '2026-11-23T07:00:00.000Z', subject: { product } })
    expect(delivery?.message.subject).toContain('1,234 visitors (+23.4%)')
    expect(asked.map(({ query }) => [query.from, query.to])).toEqual([['2026-11-16', '2026-11-22']])
    expect((await stored(report))?.due_at).toBe('2026-11-30T07:00:00.000Z')
  })

  it('sends a report that was missed for weeks once, for the latest missed time', async () => {
    const report = await insert()
    clock.set(Date.parse('2026-12-16T12:00:00.000Z'))
    await run()
    const deliveries = await enqueued(report)
    expect(deliveries.map(({ occurrence }) => occurrence)).toEqual(['2026-12-14T07:00:00.000Z'])
    expect(asked.map(({ query }) => [query.from, query.to])).toEqual([['2026-12-07', '2026-12-13']])
    expect((await stored(report))?.due_at).toBe('2026-12-21T07:00:00.000Z')
  })

  it('reports the calendar month before, compared with the one before that, also when it is late', async () => {
    const report = await insert({
      schedule: { every: 'month', day: 31, hour: 8 },
      due_at: timestamp(Date.parse('2026-11-30T07:00:00Z')),
    })
    clock.set(Date.parse('2026-12-05T12:00:00.000Z'))
    await run()
    expect((await enqueued(report)).map(({ occurrence }) => occurrence)).toEqual(['2026-11-30T07:00:00.000Z'])
    expect(asked[0]?.query).toMatchObject({ from: '2026-10-01', to: '2026-10-31', period: 'last_month' })
    expect((await stored(report))?.due_at).toBe('2026-12-31T07:00:00.000Z')
  })

  it('enqueues a report once when two replicas make it at the same time', async () => {
    const report = await insert()
    clock.set(Date.parse('2026-11-23T07:00:01.000Z'))
    const replicas = [database.store, committingStore(database.open().store)]
    await Promise.all(replicas.map((store) => run(store as typeof database.store)))
    expect(await enqueued(report)).toHaveLength(1)
  })

  it('enqueues a report once when a replica is so slow that another makes it too', async () => {
    const report = await insert()
    clock.set(Date.parse('2026-11-23T07:00:01.000Z'))
    const slow = { ...reports, overview: reports.overview }
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const started = Promise.withResolvers<void>()
    slow.overview = async (...given) => {
      started.resolve()
      await held
      return reports.overview(...given)
    }
    const log = { warn: () => {} }
    const first = enqueueReports({
      store: database.store,
      analytics: forCaller(slow),
      clock,
      ids,
      baseUrl: 'https://stats.example',
      log,
    })
    await started.promise
    clock.advance(11 * 60_000)
    await run()
    release()
    await first
    expect(await enqueued(report)).toHaveLength(1)
  })

  it('makes reports of the products in turn, so that a product with many due reports delays no other product', async () => {
    for (let i = 0; i < 6; i++) await insert()
    const { product: other } = await seedProduct(database, { timezone: BERLIN })
    const due = Date.parse('2026-11-23T07:00:01.000Z')
    const late = await insert({ subject: { product: other }, due_at: timestamp(due) })
    const [now, later] = [timestamp(due), timestamp(due + DAY_MS)]
    const taken = await database.store.transaction((tx) => tx.store.scheduledReports.take(now, later, 5))
    expect(taken).toHaveLength(5)
    expect(taken.map(({ id }) => id)).toContain(late.id)
  })

  it('due reports of an account with many products delay no report of another account', async () => {
    for (let i = 0; i < 6; i++) await insert({ subject: { product: await seedProductOf(database, { id: account }) } })
    const { product: other } = await seedProduct(database, { timezone: BERLIN })
    const due = Date.parse('2026-11-23T07:00:01.000Z')
    const late = await insert({ subject: { product: other }, due_at: timestamp(due) })
    const [now, later] = [timestamp(due), timestamp(due + DAY_MS)]
    const taken = await database.store.transaction((tx) => tx.store.scheduledReports.take(now, later, 5))
    expect(taken.map(({ id }) => id)).toContain(late.id)
  })

  it('makes a report with the share of the account that owns its product', async () => {
    await insert()
    clock.set(Date.parse('2026-11-23T07:00:00.000Z'))
    await run()
    expect(shares).toEqual([{ account, person: 'service', credential: 'service' }])
  })

  it('makes a report after an outage of the warehouse', async () => {
    const report = await insert()
    clock.set(Date.parse('2026-11-23T07:00:00.000Z'))
    outage = true
    await run()
    expect(await enqueued(report)).toEqual([])
    expect(logged).toHaveLength(1)
    outage = false
    clock.advance(11 * 60_000)
    await run()
    expect((await enqueued(report)).map(({ occurrence }) => occurrence)).toEqual(['2026-11-23T07:00:00.000Z'])
  })

  it('sends a requested report in addition to its schedule, also while it is disabled', async () => {
    const report = await insert({ due_at: undefined })
    await database.store.transaction((tx) => tx.store.scheduledReports.request(report.id, timestamp(clock.now())))
    await run()
    await run()
    expect((await enqueued(report)).map(({ occurrence }) => occurrence)).toEqual([
      `${REQUESTED}2026-11-23T06:00:00.000Z`,
    ])
    expect(await stored(report)).toMatchObject({ due_at: undefined, requested_at: undefined })
  })

  it('leaves out addresses that unsubscribed from the report, or from everything', async () => {
    const addresses = ['reader@example.com', 'this@example.com', 'all@example.com']
    const report = await insert({ target: { kind: 'email', addresses } })
    await database.store.transaction(async ({ store }) => {
      await store.emailOptOuts.add(report.id, 'this@example.com', timestamp(clock.now()))
      await store.emailOptOuts.add('all', 'all@example.com', timestamp(clock.now()))
    })
    clock.set(Date.parse('2026-11-23T07:00:00.000Z'))
    await run()
    expect((await enqueued(report)).map(({ recipient }) => recipient)).toEqual([
      { kind: 'email', address: 'reader@example.com' },
    ])
  })

  it('sends at most fifty emails to one address in 24 hours, and reports the limit', async () => {
    const addresses = ['bombed@example.com']
    const many = await Promise.all(Array.from({ length: 51 }, () => insert({ target: { kind: 'email', addresses } })))
    clock.set(Date.parse('2026-11-23T07:00:00.000Z'))
    for (let i = 0; i < 12; i++) await run()
    const last = await database.store.deliveries.last(many.map(({ id }) => id))
    const states = [...last.values()].map(({ state, problem }) => `${state} ${problem}`).sort()
    expect(states.filter((state) => state === 'waiting null')).toHaveLength(50)
    expect(states[0]).toBe('failed More than 50 emails to this address in 24 hours.')
  })

  it('lets at most 2,000 messages of an account wait to be sent, of all its products together', async () => {
    const message = reportMessage()
    const waiting = (of: typeof product): readonly Delivery[] =>
      Array.from({ length: 1_000 }, (_, n) => {
        const recipient = { kind: 'email' as const, address: `r${n}@example.com` }
        const about = { source: ids.report(), subject: { product: of }, occurrence: 'early', message, recipient }
        return { id: ids.delivery(), ...about, created_at: timestamp(clock.now()) }
      })
    const other = await seedProductOf(database, { id: account })
    for (const of of [product, other])
      await database.store.transaction((tx) => tx.store.deliveries.enqueue(waiting(of)))
    clock.advance(2 * DAY_MS)
    const source = ids.report()
    const enqueue = (occurrence: string) => {
      const recipients = [{ kind: 'email' as const, address: 'reader@example.com' }]
      const late = { source, subject: { product: other }, occurrence, messageIn: () => message, recipients }
      return database.store.transaction((tx) => enqueueMessage(tx.store, { clock, ids }, late))
    }
    await enqueue('late')
    const problem = 'More than 2000 messages of this account wait to be sent.'
    expect((await database.store.deliveries.last([source])).get(source)).toMatchObject({ state: 'failed', problem })
    expect(await enqueue('approval apr_1')).toBe(0)
    await database.store.transaction(({ store }) => store.deliveries.cancelTo('r1@example.com', 'all'))
    expect(await enqueue('approval apr_2')).toBe(1)
  })

  it('reports all products of an account on which it is at least an admin, by the clock of the report', async () => {
    const subject: DeliverySubject = { account }
    const report = await insert({ subject, timezone: 'UTC' as TimeZone, due_at: timestamp(clock.now()) })
    await run()
    const [delivery] = await enqueued(report)
    expect(delivery?.message.data).toMatchObject({ type: 'report', products: [{ product: { id: product } }] })
    await database.store.transaction((tx) => tx.store.accounts.setStatus(account, 'disabled', timestamp(clock.now())))
    clock.advance(7 * DAY_MS)
    await run()
    expect((await database.store.deliveries.last([report.id])).get(report.id)?.at).not.toBe(timestamp(clock.now()))
  })

  it('moves its reports to the new time zone of a product', async () => {
    const report = await insert()
    const { revision: _, updated_at: __, ...preferences } = await database.store.settings.get(product, 'preferences')
    await database.store.transaction((tx) =>
      tx.store.settings.put(
        product,
        'preferences',
        { ...preferences, timezone: 'America/New_York' as TimeZone },
        timestamp(clock.now()),
      ),
    )
    expect(await stored(report)).toMatchObject({ timezone: 'America/New_York', due_at: '2026-11-23T13:00:00.000Z' })
  })
})
