import { DAY_MS, type ProductId, QuotaExceeded } from '@footfall/core-domain'
import type { Effect } from '@footfall/idempotency'
import {
  commitClaim,
  describeEachDialect,
  seedFunnel,
  seedProduct,
  type TestDatabase,
  testDatabase,
} from '@footfall/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmations, confirmed, resolveIn } from '../test-support/confirmations.ts'
import { rawSql } from '../test-support/raw-sql.ts'
import type { ControlTransaction } from '../transactional-store.ts'

const LEASE_MS = 30_000

/** An effect that leaves a row, and so can be counted. */
function creating(database: TestDatabase, product: ProductId) {
  return async ({ store }: ControlTransaction): Promise<Effect<string>> => {
    const { id } = await seedFunnel({ ...database, store }, product)
    return { answer: `${id} with its secret`, result: JSON.stringify(id) }
  }
}

describeEachDialect('a confirmed change', (database) => {
  let product: ProductId
  let effect: ReturnType<typeof creating>
  let run = 0
  /** Keys are not reused between tests: they share the database. */
  const key = (name = 'key') => `${name}-${run}`
  const effects = () => database.store.funnels.count(product)

  beforeEach(async () => {
    run++
    product = (await seedProduct(database)).product
    effect = creating(database, product)
  })

  it('executes a confirmed change once when it is sent a hundred times at once, and returns the same result to all', async () => {
    const { confirm } = confirmations(database)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => confirm(confirmed(key()), effect)))
    expect(await effects()).toBe(1)
    const kinds = Object.groupBy(outcomes, ({ kind }) => kind)
    expect(kinds.executed).toHaveLength(1)
    expect(kinds.replayed).toHaveLength(99)
    const [funnel] = (await database.store.funnels.list(product, { limit: 1 })).rows
    expect(new Set(kinds.replayed?.map((replayed) => JSON.stringify(replayed)))).toEqual(
      new Set([
        JSON.stringify({
          kind: 'replayed',
          result: JSON.stringify(funnel?.id),
          expiresAt: database.clock.now() + DAY_MS,
        }),
      ]),
    )
  })

  it('executes a confirmed change once when several processes receive it at once', async () => {
    const processes = [database.control, database.open(), database.open()].map((one) => confirmations(database, one))
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => processes[i % processes.length]?.confirm(confirmed(key()), effect)),
    )
    expect(await effects()).toBe(1)
    expect(Object.groupBy(outcomes, (outcome) => outcome?.kind ?? 'none')).toMatchObject({
      executed: { length: 1 },
      replayed: { length: 29 },
    })
  })

  it('treats the same idempotency key of two owners as two changes', async () => {
    const { confirm } = confirmations(database)
    const outcomes = await Promise.all(
      ['tok_1', 'tok_2'].map((owner) => confirm(confirmed(key(), 'input', owner), effect)),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['executed', 'executed'])
    expect(await effects()).toBe(2)
  })

  it.each([
    ['other input', 'other', 'create'],
    ['another operation', 'input', 'remove'],
  ])('rejects a confirmed change with %s under a used key', async (_, input, operation) => {
    const { confirm } = confirmations(database)
    await confirm(confirmed(key()), effect)
    expect(await confirm(confirmed(key(), input, 'tok_1', operation), effect)).toEqual({ kind: 'arguments_differ' })
    expect(await effects()).toBe(1)
  })

  it('leaves neither change nor record of a rejected confirmed change, and accepts its key again', async () => {
    const { confirm } = confirmations(database)
    const rejected = confirm(confirmed(key()), async (tx) => {
      await effect(tx)
      throw new QuotaExceeded('funnels', 0)
    })
    await expect(rejected).rejects.toThrow(QuotaExceeded)
    expect(await effects()).toBe(0)
    expect(await database.control.idempotency.read(confirmed(key()))).toBeUndefined()
    expect(await confirm(confirmed(key(), 'other'), effect)).toMatchObject({ kind: 'executed' })
  })

  it.each([
    ['a millisecond before its 24 hours end', DAY_MS - 1, 'replayed', 1],
    ['when its 24 hours end', DAY_MS, 'executed', 2],
    ['a millisecond after its 24 hours end', DAY_MS + 1, 'executed', 2],
  ])('a confirmed change that is sent again %s is %s', async (_, later, kind, expected) => {
    const { confirm } = confirmations(database)
    await confirm(confirmed(key(kind)), effect)
    database.clock.advance(later)
    expect(await confirm(confirmed(key(kind)), effect)).toMatchObject({ kind })
    expect(await effects()).toBe(expected)
  })

  it('reports a change that an earlier version claimed and lost as unknown, and never frees its key', async () => {
    const claimedAt = database.clock.now()
    const dead = { ...confirmed(key()), id: key('dead'), claimedAt, leaseUntil: claimedAt + LEASE_MS }
    await commitClaim(database.config, dead)
    const { confirm } = confirmations(database, database.control, { waitMs: 0 })
    expect(await confirm(confirmed(key()), effect)).toEqual({ kind: 'still_executing' })
    for (const later of [LEASE_MS, 2 * DAY_MS]) {
      database.clock.advance(later)
      await database.control.idempotency.purge(database.clock.now())
      expect(await confirm(confirmed(key()), effect)).toEqual({ kind: 'outcome_unknown', claimedAt })
    }
    expect(await effects()).toBe(0)
  })

  it.each([
    ['not-executed', 'executed', 1],
    ['executed', 'resolved_executed', 0],
  ] as const)(
    'a change that an operator resolved as %s is %s when it is sent again',
    async (resolution, kind, expected) => {
      const claimedAt = database.clock.now()
      const dead = { ...confirmed(key(kind)), id: key(kind), claimedAt, leaseUntil: claimedAt + LEASE_MS }
      await commitClaim(database.config, dead)
      database.clock.advance(LEASE_MS)
      await resolveIn(database.control, dead.id, resolution, database.clock.now())
      const resolvedAt = database.clock.now()
      database.clock.advance(2 * DAY_MS)
      await database.control.idempotency.purge(database.clock.now())
      const outcome = await confirmations(database).confirm(confirmed(key(kind)), effect)
      expect(outcome).toMatchObject(kind === 'executed' ? { kind } : { kind, resolvedAt })
      expect(await effects()).toBe(expected)
    },
  )

  it('lists no record of a confirmed change while its transaction is open', async () => {
    const listed = async () => (await database.control.idempotencyAdmin.list({ now: 0, limit: 1000 })).length
    const before = await listed()
    const outcome = await confirmations(database).confirm(confirmed(key()), async (tx) => {
      const done = await effect(tx)
      expect(await listed()).toBe(before)
      return done
    })
    expect(outcome).toMatchObject({ kind: 'executed' })
    expect(await listed()).toBe(before + 1)
  })

  it('executes a confirmed change in one process while another waits for it, and lets both share the result', async () => {
    const other = confirmations(database, database.open())
    let waiting: Promise<unknown> | undefined
    const first = await confirmations(database).confirm(confirmed(key()), async (tx) => {
      const done = await effect(tx)
      waiting ??= other.confirm(confirmed(key()), effect)
      if (database.dialect === 'postgres') await somebodyWaits(database)
      return done
    })
    expect(first).toMatchObject({ kind: 'executed' })
    expect(await waiting).toMatchObject({ kind: 'replayed' })
    expect(await effects()).toBe(1)
  })
})

async function somebodyWaits({ config }: TestDatabase): Promise<void> {
  const waiting = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await rawSql(config, waiting))[0]?.waiting).toBe(1)
}

describe('a confirmed change on PostgreSQL', () => {
  const database = testDatabase('postgres')

  it('says that a confirmed change is executing when another process keeps its transaction open for too long', async () => {
    const { product } = await seedProduct(database)
    const effect = creating(database, product)
    const other = confirmations(database, database.open(), { waitMs: 20 })
    const outcome = await confirmations(database).confirm(confirmed('slow'), async (tx) => {
      expect(await other.confirm(confirmed('slow'), effect)).toEqual({ kind: 'still_executing' })
      return effect(tx)
    })
    expect(outcome).toMatchObject({ kind: 'executed' })
    expect(await other.confirm(confirmed('slow'), effect)).toMatchObject({ kind: 'replayed' })
    expect(await database.store.funnels.count(product)).toBe(1)
  })

  it('executes confirmed changes of different keys at once without one failing for another', async () => {
    const { product } = await seedProduct(database)
    const effect = creating(database, product)
    const processes = [confirmations(database), confirmations(database, database.open())]
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => processes[i % 2]?.confirm(confirmed(`many-${i}`), effect)),
    )
    expect(new Set(outcomes.map((outcome) => outcome?.kind))).toEqual(new Set(['executed']))
    expect(await database.store.funnels.count(product)).toBe(200)
  })
})
