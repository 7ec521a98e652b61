import {
  type AccountId,
  type AlertId,
  type EngineShare,
  HOUR_MS,
  MINUTE_MS,
  type ProductId,
  type Reports,
  ServiceUnavailable,
  type StoredAlert,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductOf } from '@footfall/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AlertDependencies, evaluateDueAlerts } from './evaluate-due-alerts.ts'

const START = Date.parse('2026-11-20T12:05:00Z')
const USUAL = 100

describeEachDialect('alerts that are due', (database) => {
  let product: ProductId
  let owner: AccountId
  /** Visitors of the last hour; the weeks before are as usual. */
  let visitors: number
  let firstDay: string
  let freshUntil: number | undefined
  let failure: Error | undefined
  const failures: unknown[] = []
  const shares: EngineShare[] = []
  let ended = 0

  const reports = {
    async query(_scope: unknown, { from }: { readonly from: string }) {
      if (failure !== undefined) throw failure
      const now = database.clock.now()
      const isToday = from === timestamp(now).slice(0, 10)
      const series = Array.from({ length: 24 }, (_, hour) => ({
        start: `${from}T${String(hour).padStart(2, '0')}:00:00Z`,
        ...(from < firstDay
          ? { value: null, state: 'unavailable' }
          : { value: isToday ? visitors : USUAL, state: 'available' }),
      }))
      const state = from < firstDay ? 'unavailable' : 'available'
      const data = { metric: 'visitors', state, value: 24 * USUAL, series }
      return { data, meta: { fresh_until: timestamp(freshUntil ?? now) } }
    },
    goals: () => Promise.reject(new Error('no goal is asked for')),
  } as unknown as Reports

  const dependencies = (): AlertDependencies => ({
    ...database,
    analytics: {
      forCaller({ share }) {
        shares.push(share)
        return { reports, end: () => ended++ }
      },
    },
    baseUrl: 'https://stats.example',
    onFailure: (_, error) => failures.push(error),
  })
  const evaluateNow = () => evaluateDueAlerts(dependencies())
  const find = async (id: AlertId) => {
    const found = await database.store.alerts.find(product, id)
    if (found === undefined) throw new Error('the alert is gone')
    return found
  }
  const notified = async (id: AlertId) => {
    const far = timestamp(Date.parse('2030-01-01T00:00:00Z'))
    const taken = await database.store.transaction((tx) =>
      tx.store.deliveries.take(timestamp(database.clock.now()), far, 100),
    )
    return taken.filter(({ source }) => source === id).map(({ message }) => message.data.type)
  }

  async function insert(change: Partial<StoredAlert> = {}): Promise<AlertId> {
    const id = database.ids.alert()
    const at = timestamp(database.clock.now())
    await database.store.alerts.insert({
      id,
      product,
      name: 'Spikes',
      rule: { kind: 'spike', span: 'hour', percent: 100, minimum: 50 },
      target: { kind: 'email', addresses: ['reader@example.com'] },
      due_at: at,
      active_since: undefined,
      last_judgement: undefined,
      created_at: at,
      revision: 1,
      updated_at: at,
      ...change,
    })
    return id
  }

  beforeEach(async () => {
    database.clock.set(START)
    const seeded = await seedProduct(database)
    product = seeded.product
    owner = seeded.people.owner.account.id
    shares.splice(0)
    ended = 0
    visitors = 3 * USUAL
    firstDay = '2026-01-01'
    freshUntil = undefined
    failure = undefined
    failures.splice(0)
  })
  afterEach(async () => {
    for (const { id } of await database.store.alerts.list(product)) await database.store.alerts.remove(product, id)
  })

  it('a due alert notifies once when its condition begins and once when it ends, however long it lasts', async () => {
    const id = await insert()
    await evaluateNow()
    expect(await notified(id)).toEqual(['alert_started'])
    for (let hour = 1; hour <= 3; hour++) {
      database.clock.advance(HOUR_MS)
      await evaluateNow()
    }
    expect(await notified(id)).toEqual([])
    visitors = USUAL
    database.clock.advance(HOUR_MS)
    await evaluateNow()
    expect(await notified(id)).toEqual(['alert_ended'])
    expect(await find(id)).toMatchObject({ active_since: undefined, last_judgement: { value: USUAL, usual: USUAL } })
  })

  it('an alert is evaluated once per hour', async () => {
    const id = await insert()
    expect(await evaluateNow()).toBe(1)
    database.clock.advance(30 * MINUTE_MS)
    expect(await evaluateNow()).toBe(0)
    expect((await find(id)).due_at).toBe('2026-11-20T13:05:00.000Z')
  })

  it('an overdue alert is evaluated once, for now, after the service was down for days', async () => {
    const id = await insert()
    database.clock.advance(5 * 24 * HOUR_MS)
    expect(await evaluateNow()).toBe(1)
    expect(await notified(id)).toEqual(['alert_started'])
  })

  it('a due alert notifies once when two replicas evaluate it at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => insert()))
    const evaluated = await Promise.all([evaluateNow(), evaluateNow()])
    expect(evaluated[0] + evaluated[1]).toBe(8)
    const counts = []
    for (const id of ids) counts.push((await find(id)).active_since !== undefined)
    expect(counts).toEqual(Array(8).fill(true))
    const far = timestamp(Date.parse('2030-01-01T00:00:00Z'))
    const taken = await database.store.transaction((tx) =>
      tx.store.deliveries.take(timestamp(database.clock.now()), far, 100),
    )
    expect(
      taken
        .map(({ source }) => source)
        .filter((id) => ids.some((own) => own === id))
        .sort(),
    ).toEqual([...ids].sort())
  })

  it('a product with many due alerts delays no alert of another product', async () => {
    for (let i = 0; i < 25; i++) await insert()
    database.clock.advance(1)
    const { product: other } = await seedProduct(database)
    const late = await insert({ product: other })
    const [now, later] = [database.clock.now(), database.clock.now() + HOUR_MS].map((ms) => timestamp(ms))
    if (now === undefined || later === undefined) throw new Error('there are two instants')
    const taken = await database.store.transaction((tx) => tx.store.alerts.take(now, later, 20))
    expect(taken).toHaveLength(20)
    expect(taken.map(({ id }) => id)).toContain(late)
  })

  it('due alerts of an account with many products delay no alert of another account', async () => {
    for (let i = 0; i < 25; i++) await insert({ product: await seedProductOf(database, { id: owner }) })
    database.clock.advance(1)
    const { product: other } = await seedProduct(database)
    const late = await insert({ product: other })
    const [now, later] = [timestamp(database.clock.now()), timestamp(database.clock.now() + HOUR_MS)]
    const taken = await database.store.transaction((tx) => tx.store.alerts.take(now, later, 20))
    expect(taken.map(({ id }) => id)).toContain(late)
  })

  it('an alert is evaluated with the share of the account that owns its product, and its slot is released', async () => {
    await insert()
    await evaluateNow()
    expect(shares).toContainEqual({ account: owner, person: 'service', credential: 'service' })
    expect(ended).toBe(shares.length)
  })

  it('another replica evaluates an alert whose replica died, and notifies once', async () => {
    const id = await insert()
    const now = database.clock.now()
    const [dead] = await database.store.transaction((tx) =>
      tx.store.alerts.take(timestamp(now), timestamp(now + 5 * MINUTE_MS), 20),
    )
    expect(dead?.id).toBe(id)
    expect(await evaluateNow()).toBe(0)
    database.clock.advance(6 * MINUTE_MS)
    expect(await evaluateNow()).toBe(1)
    expect(await notified(id)).toEqual(['alert_started'])
    // The first one was only slow, and comes back with what it evaluated.
    if (dead === undefined) throw new Error('nothing was taken')
    const late = { due_at: timestamp(now), active_since: timestamp(now), last_judgement: undefined }
    expect(await database.store.transaction((tx) => tx.store.alerts.evaluated(dead, late))).toBe(false)
  })

  it('an alert with too little history is not evaluated and reports that', async () => {
    const id = await insert()
    firstDay = '2026-11-01'
    await evaluateNow()
    expect((await find(id)).last_judgement).toMatchObject({ problem: 'too_little_history', value: null, usual: null })
    expect(await notified(id)).toEqual([])
  })

  it('an alert waits for events that are still to be counted', async () => {
    const id = await insert()
    freshUntil = START - 10 * MINUTE_MS
    await evaluateNow()
    expect(await find(id)).toMatchObject({
      due_at: timestamp(START + 2 * MINUTE_MS),
      last_judgement: { problem: 'not_counted_yet' },
    })
    freshUntil = undefined
    database.clock.advance(2 * MINUTE_MS)
    await evaluateNow()
    expect(await notified(id)).toEqual(['alert_started'])
  })

  it('an alert stays due during an outage of the warehouse, while others are evaluated', async () => {
    const id = await insert()
    failure = new ServiceUnavailable(new Error('away'))
    expect(await evaluateNow()).toBe(0)
    expect(failures).toEqual([failure])
    failure = undefined
    database.clock.advance(6 * MINUTE_MS)
    expect(await evaluateNow()).toBe(1)
    expect(await notified(id)).toEqual(['alert_started'])
  })

  it('a disabled alert is not evaluated, and addresses that unsubscribed are not notified', async () => {
    const disabled = await insert({ due_at: undefined })
    const unsubscribed = await insert()
    await database.store.transaction((tx) =>
      tx.store.emailOptOuts.add(unsubscribed, 'reader@example.com', timestamp(START)),
    )
    expect(await evaluateNow()).toBe(1)
    expect((await find(disabled)).last_judgement).toBeUndefined()
    expect((await find(unsubscribed)).active_since).toBeDefined()
    expect(await notified(unsubscribed)).toEqual([])
  })
})
