import { type DomainError, LocalDate, ServiceUnavailable, timestamp } from '@footfall/core-domain'
import { committingStore, describeEachDialect, seedAccount, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControlData, openStore } from './open-store.ts'
import { confirmed } from './test-support/confirmations.ts'
import { flakyServer } from './test-support/flaky-server.ts'
import { rawSql } from './test-support/raw-sql.ts'

const AT = timestamp(0)

/** One call of every method, with arguments that would do. */
function everyMethod(control: ControlData): (() => Promise<unknown>)[] {
  const { trackingProfiles, salts, payments, idempotency, idempotencyAdmin, lastUses, migrate } = control
  const store = committingStore(control.store)
  const claim = { ...confirmed('x'), id: 'x', claimedAt: 0, leaseUntil: 1 }
  const page = { limit: 1 }
  const [account, product, token] = ['acc_1' as never, 'prd_1' as never, 'tok_1' as never]
  const entity = { id: 'x', email: 'x', scopes: [], products: { mode: 'all' }, parent_id: null } as never
  const secret = { secret_hash: 'x', prefix: 'x' }
  const visible = { mode: 'all' } as const
  return [
    () => store.accounts.insert(entity),
    () => store.accounts.find(account),
    () => store.accounts.findByEmail('x'),
    () => store.accounts.list(),
    () => store.accounts.memberships(account, visible),
    () => store.accounts.putPassword(account, 'x', AT),
    () => store.accounts.findPassword(account),
    () => store.products.insert(entity, { member: 'mbr_1' as never, account }),
    () => store.products.findFor(account, product),
    () => store.products.find(product),
    () => store.products.listFor(account, visible, page),
    () => store.products.rename(product, 'x', AT),
    () => store.products.countOwnedBy(account),
    () => store.products.all(),
    () => store.settings.get(product, 'domains'),
    () => store.settings.put(product, 'domains', { domains: [] }, AT),
    () => store.apps.insert(product, entity),
    () => store.apps.list(product),
    () => store.funnels.insert(product, entity),
    () => store.funnels.list(product, page),
    () => store.funnels.find(product, 'x' as never),
    () => store.funnels.replace(product, 'x' as never, entity, AT),
    () => store.funnels.remove(product, 'x' as never),
    () => store.funnels.count(product),
    () => store.members.insert(product, entity),
    () => store.members.list(product, page),
    () => store.members.find(product, 'x' as never),
    () => store.members.findByEmail(product, 'x'),
    () => store.members.setRole(product, 'x' as never, 'viewer', AT),
    () => store.members.remove(product, 'x' as never),
    () => store.members.count(product),
    () => store.members.countOwners(product),
    () => store.productKeys.insert(product, entity, secret, undefined),
    () => store.productKeys.list(product, page),
    () => store.productKeys.findByHash('x'),
    () => store.productKeys.find(product, 'x' as never),
    () => store.productKeys.revoke(product, 'x' as never, AT),
    () => store.productKeys.count(product),
    () => store.productKeys.issuedBy(product, account, 1),
    () => store.productKeys.disableIssuedBy(product, account, 'x', AT),
    () => store.tokens.insert(account, entity, secret),
    () => store.tokens.findByHash('x'),
    () => store.tokens.listSubtree(token, page),
    () => store.tokens.listForAccount(account),
    () => store.tokens.find(token),
    () => store.tokens.count(account),
    () => store.tokens.dependents(token),
    () => store.tokens.revoke(token, 'x', AT),
    () => store.annotations.insert(product, entity),
    () => store.annotations.list(product),
    () => store.integrations.list(product),
    () => store.integrations.connection(product, 'google_search_console'),
    () => store.integrations.due('google_search_console', AT),
    () => store.integrations.put({ ...(entity as object), product } as never),
    () => store.audit.append({ actor: { lineage: [] }, changes: [] } as never),
    () => store.audit.list({ limit: 1 }),
    () => store.outbox.enqueue(entity),
    () => store.outbox.take(AT, AT, 1),
    () => store.outbox.delivered('x', AT),
    () => store.outbox.failed('x', AT, 'x'),
    () => store.outbox.purge(AT),
    () => lastUses.record([{ kind: 'token', id: 'tok_1', at: AT }]),
    () => store.transaction(async ({ store: { accounts } }) => accounts.list()),
    () => store.ping(),
    () => trackingProfiles.find('prd_1'),
    () => salts.salts(LocalDate.parse('2026-11-20')),
    () => payments.claim(product, 'x', 'x', AT, 'key_1' as never),
    () => payments.complete(product, 'x'),
    () => idempotency.read(claim),
    () => store.transaction((tx) => idempotency.claimWithin(tx, claim, 1)),
    () =>
      store.transaction((tx) => idempotency.completeWithin(tx, claim, { result: '', completedAt: 1, expiresAt: 1 })),
    () => idempotency.removeExpired(claim, 1),
    () => idempotency.purge(1),
    () => idempotencyAdmin.list({ now: 1, limit: 1 }),
    () => idempotencyAdmin.inspect('x', 1),
    () => store.transaction((tx) => tx.idempotency.resolve('x', 'executed', 1)),
    () => migrate(),
  ]
}

async function expectUnavailable(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const call of calls) {
    const failure = await call().then(
      () => `${call} answered`,
      (error: unknown) => error,
    )
    expect(failure, String(call)).toBeInstanceOf(ServiceUnavailable)
    expect((failure as DomainError).cause, String(call)).toBeInstanceOf(Error)
    expect((failure as DomainError).detail).toBe('The service cannot answer right now; try again shortly.')
  }
}

describeEachDialect('a store whose database is closed', (database) => {
  it('rejects every method of a closed store as unavailable, with the cause inside the error', async () => {
    const control = database.open()
    await control.store.ping()
    await control.store.close()
    await expectUnavailable(everyMethod(control))
    await control.store.close()
  })
})

describe('an outage of PostgreSQL', () => {
  const database = testDatabase('postgres')
  let server: Awaited<ReturnType<typeof flakyServer>>
  let control: ControlData
  const connectionErrors: Error[] = []

  beforeAll(async () => {
    if (!('postgres' in database.config)) throw new Error('This suite is about PostgreSQL.')
    server = await flakyServer(database.config.postgres.url)
    control = openStore(
      { postgres: { url: server.url, poolMax: 4 } },
      { ...database, onConnectionError: (error) => connectionErrors.push(error) },
    )
  })
  afterAll(async () => {
    await control.store.close()
    await server.unplug()
  })

  const terminate = (which: 'idle' | 'idle in transaction') =>
    rawSql(
      database.config,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = '${which}'`,
    )
  const openThree = () => Promise.all([control.store.ping(), control.store.ping(), control.store.ping()])
  /** The pool has seen that its connections are dead. */
  const noticed = (count: number) => expect.poll(() => connectionErrors.length).toBeGreaterThanOrEqual(count)

  it('rejects every method during an outage of PostgreSQL, and responds again without a restart', async () => {
    const account = await seedAccount({ ...database, store: control.store })
    await server.unplug()
    await expectUnavailable(everyMethod(control))
    await server.plugIn()
    expect(await control.store.accounts.find(account.id)).toEqual(account)
    expect((await control.salts.salts(LocalDate.parse('2026-11-20'))).current).toHaveLength(32)
    expect(await control.trackingProfiles.find('prd_1')).toBeUndefined()
  })

  it('leaves the rate limiter counting in this process during an outage of PostgreSQL, and for all replicas afterwards', async () => {
    const consume = () => control.rateLimiter.consume('requests', 'tok_1', 2)
    expect(await consume()).toMatchObject({ allowed: true, remaining: 1 })
    await server.unplug()
    expect([await consume(), await consume(), await consume()].map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      false,
    ])
    await server.plugIn()
    database.clock.advance(1_000)
    expect(await consume()).toMatchObject({ allowed: true, remaining: 0 })
    expect(await consume()).toMatchObject({ allowed: false })
  })

  it('reports each idle connection that PostgreSQL ends once, and continues', async () => {
    await openThree()
    const before = connectionErrors.length
    await terminate('idle')
    await noticed(before + 3)
    await openThree()
    expect(connectionErrors).toHaveLength(before + 3)
  })

  it('rolls back a transaction whose connection PostgreSQL ends, and commits the next one', async () => {
    const id = database.ids.account()
    const account = { id, email: `${id.toLowerCase()}@example.com`, name: 'Ada', language: null, created_at: AT }
    const before = connectionErrors.length
    const cut = control.store.transaction(async ({ store: { accounts } }) => {
      await accounts.insert(account)
      await terminate('idle in transaction')
      await noticed(before + 1)
      await accounts.list()
    })
    await expect(cut).rejects.toThrow(ServiceUnavailable)
    expect(await control.store.accounts.find(id)).toBeUndefined()
    await control.store.transaction(({ store: { accounts } }) => accounts.insert(account))
    expect(await control.store.accounts.find(id)).toEqual(account)
  })
})
