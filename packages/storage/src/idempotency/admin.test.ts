import { type AuditEntry, DAY_MS, NotFound, timestamp } from '@footfall/core-domain'
import type { Claim, KeyRef } from '@footfall/idempotency'
import { commitClaim, describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { confirmed, resolveIn } from '../test-support/confirmations.ts'

const LEASE_MS = 30_000

describeEachDialect('idempotency records for the operator', (database) => {
  let made = 0
  const now = () => database.clock.now()
  const read = (ref: KeyRef) => database.control.idempotency.read(ref)
  /** A claim of an earlier version, which committed it before its change. */
  const claim = async (owner = 'tok_1', renewedUntil?: number): Promise<Claim> => {
    database.clock.advance(1)
    const id = `claim-${++made}`
    const claim = { ...confirmed(`key-${made}`, 'x', owner), id, claimedAt: now(), leaseUntil: now() + LEASE_MS }
    await commitClaim(database.config, { ...claim, ...(renewedUntil === undefined ? {} : { renewedUntil }) })
    return claim
  }
  const completed = async (result = '"done"'): Promise<Claim> => {
    database.clock.advance(1)
    const id = `claim-${++made}`
    const held = { ...confirmed(`key-${made}`, 'x'), id, claimedAt: now(), leaseUntil: now() }
    await database.store.transaction(async (tx) => {
      await tx.idempotency.claim(held, 1_000)
      await tx.idempotency.complete(held, { result, completedAt: now(), expiresAt: now() + DAY_MS })
    })
    return held
  }
  const resolve = (id: string, as: 'executed' | 'not-executed', at = now()) => resolveIn(database.control, id, as, at)
  const inspect = (id: string) => database.control.idempotencyAdmin.inspect(id, now())
  const list = (filter: Omit<Parameters<typeof database.control.idempotencyAdmin.list>[0], 'now' | 'limit'>) =>
    database.control.idempotencyAdmin.list({ ...filter, now: now(), limit: 4 })

  beforeEach(() => database.clock.advance(10 * DAY_MS))

  it('lists idempotency records with their current status, latest claim first', async () => {
    const [resolved, blocked] = [await claim(), await claim()]
    database.clock.advance(LEASE_MS)
    await resolve(resolved.id, 'executed')
    const [done, running] = [await completed(), await claim()]
    const renewed = await claim('tok_1', now() + 3 * LEASE_MS)
    const listed = async (status?: Parameters<typeof list>[0]['status']) =>
      (await list(status ? { status } : {})).map(({ status, record }) => `${status} ${record.id}`)
    expect(await listed()).toEqual([
      `executing ${renewed.id}`,
      `executing ${running.id}`,
      `completed ${done.id}`,
      `blocked ${blocked.id}`,
    ])
    expect((await listed('blocked'))[0]).toBe(`blocked ${blocked.id}`)
    const { idempotencyAdmin } = database.control
    const counted = (status?: 'blocked' | 'executing' | 'completed' | 'resolved_executed') =>
      idempotencyAdmin.count({ ...(status && { status }), now: now() })
    const each = [
      await counted('blocked'),
      await counted('executing'),
      await counted('completed'),
      await counted('resolved_executed'),
    ]
    expect(each[1]).toBe(2)
    expect(await counted()).toBe(each.reduce((sum, count) => sum + count))
    expect(await listed('executing')).toEqual([`executing ${renewed.id}`, `executing ${running.id}`])
    expect((await listed('completed'))[0]).toBe(`completed ${done.id}`)
    expect((await listed('resolved_executed'))[0]).toBe(`resolved_executed ${resolved.id}`)
    database.clock.advance(LEASE_MS)
    expect((await listed()).slice(0, 2)).toEqual([`executing ${renewed.id}`, `blocked ${running.id}`])
  })

  it('shows an idempotency record with the audit entries of its credential and key only', async () => {
    const held = await claim('tok_mine')
    const entry = (id: string, credential: string, idempotency_key: string): AuditEntry => ({
      id: `${id}-${made}`,
      at: timestamp(now()),
      actor: { kind: 'account_token', credential, account: database.ids.account(), lineage: [] },
      operation: 'create',
      product: undefined,
      subject: 'fnl_1',
      summary: 'Create a funnel.',
      changes: [],
      idempotency_key,
      channel: 'rest',
      address: undefined,
      request_id: undefined,
    })
    const evidence = entry('a', 'tok_mine', held.key)
    await database.store.audit.append(evidence)
    await database.store.audit.append(entry('b', 'tok_other', held.key))
    await database.store.audit.append(entry('c', 'tok_mine', 'another'))
    expect(await inspect(held.id)).toEqual({
      status: 'executing',
      record: { ...held, state: 'executing' },
      evidence: [evidence],
    })
    await expect(inspect('claim-none')).rejects.toThrow(NotFound)
  })

  it.each(['executed', 'not-executed'] as const)(
    'resolves an idempotency record as %s only after its lease has ended',
    async (as) => {
      const held = await claim()
      const early = resolve(held.id, as, held.leaseUntil - 1)
      await expect(early).rejects.toMatchObject({
        code: 'request_in_progress',
        detail: expect.stringContaining('lease runs until'),
      })
      await resolve(held.id, as, held.leaseUntil)
      const record = await read(held)
      expect(record).toEqual(
        as === 'executed' ? { ...held, state: 'resolved_executed', resolvedAt: held.leaseUntil } : undefined,
      )
    },
  )

  it('resolves an idempotency record of an earlier version only after its last renewal has ended', async () => {
    const renewedUntil = now() + 2 * LEASE_MS
    const held = await claim('tok_1', renewedUntil)
    expect(await read(held)).toMatchObject({ leaseUntil: renewedUntil })
    for (const as of ['executed', 'not-executed'] as const)
      await expect(resolve(held.id, as, renewedUntil - 1)).rejects.toMatchObject({ code: 'request_in_progress' })
    await resolve(held.id, 'not-executed', renewedUntil)
    expect(await read(held)).toBeUndefined()
  })

  it('rejects resolving an idempotency record that is completed, resolved or missing', async () => {
    const [done, held] = [await completed(), await claim()]
    database.clock.advance(LEASE_MS)
    await resolve(held.id, 'executed')
    for (const as of ['executed', 'not-executed'] as const) {
      await expect(resolve(done.id, as)).rejects.toMatchObject({
        code: 'invalid_request',
        detail: expect.stringContaining('completed at'),
      })
      await expect(resolve(held.id, as)).rejects.toMatchObject({
        code: 'invalid_request',
        detail: expect.stringContaining('already'),
      })
      await expect(resolve('claim-none', as)).rejects.toThrow(NotFound)
    }
  })

  it('purges an idempotency record only if it completed, and exactly when it expires', async () => {
    const [blocked, resolved, done] = [await claim(), await claim(), await completed()]
    const end = now() + DAY_MS
    database.clock.advance(LEASE_MS)
    await resolve(resolved.id, 'executed')
    const { idempotency } = database.control
    await idempotency.purge(end - 1)
    await idempotency.removeExpired(done, end - 1)
    expect(await read(done)).toMatchObject({ state: 'completed', result: '"done"' })
    expect(await idempotency.purge(end)).toBe(1)
    for (const kept of [blocked, resolved]) await idempotency.removeExpired(kept, end + 1000 * DAY_MS)
    await idempotency.purge(end + 1000 * DAY_MS)
    expect(await read(done)).toBeUndefined()
    expect((await read(blocked))?.state).toBe('executing')
    expect((await read(resolved))?.state).toBe('resolved_executed')
  })
})
