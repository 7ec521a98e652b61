import { type AuditEntry, DAY_MS, NotFound, timestamp } from '@footfall/core-domain'
import type { Claim } from '@footfall/idempotency'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { confirmed, resolveIn } from '../test-support/confirmations.ts'

const LEASE_MS = 30_000

describeEachDialect('idempotency records for the operator', (database) => {
  let made = 0
  const now = () => database.clock.now()
  const claim = async (owner = 'tok_1'): Promise<Claim> => {
    database.clock.advance(1)
    const id = `claim-${++made}`
    const claim = { ...confirmed(`key-${made}`, 'x', owner), id, claimedAt: now(), leaseUntil: now() + LEASE_MS }
    expect(await database.control.idempotency.claim(claim)).toBeUndefined()
    return claim
  }
  const completed = async (result = '"done"'): Promise<Claim> => {
    const held = await claim()
    const completion = { result, completedAt: now(), expiresAt: now() + DAY_MS }
    await database.store.transaction((tx) => tx.idempotency.complete(held, completion))
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
    const [done, running, renewed] = [await completed(), await claim(), await claim()]
    await database.control.idempotency.renew(renewed, now() + 2 * LEASE_MS)
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
      const record = await database.control.idempotency.find(held)
      expect(record).toEqual(
        as === 'executed' ? { ...held, state: 'resolved_executed', resolvedAt: held.leaseUntil } : undefined,
      )
      expect(await database.control.idempotency.renew(held, now() + LEASE_MS)).toBe(false)
    },
  )

  it('extends the lease of an idempotency record with each renewal', async () => {
    const held = await claim()
    await database.control.idempotency.renew(held, held.leaseUntil + 10)
    await database.control.idempotency.renew(held, held.leaseUntil + 20)
    expect(await database.control.idempotency.find(held)).toMatchObject({ leaseUntil: held.leaseUntil + 20 })
    for (const as of ['executed', 'not-executed'] as const)
      await expect(resolve(held.id, as, held.leaseUntil + 19)).rejects.toMatchObject({ code: 'request_in_progress' })
    await resolve(held.id, 'not-executed', held.leaseUntil + 20)
    expect(await database.control.idempotency.find(held)).toBeUndefined()
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
    expect(await idempotency.find(done)).toMatchObject({ state: 'completed', result: '"done"' })
    expect(await idempotency.purge(end)).toBe(1)
    for (const kept of [blocked, resolved]) await idempotency.removeExpired(kept, end + 1000 * DAY_MS)
    await idempotency.purge(end + 1000 * DAY_MS)
    expect(await idempotency.find(done)).toBeUndefined()
    expect((await idempotency.find(blocked))?.state).toBe('executing')
    expect((await idempotency.find(resolved))?.state).toBe('resolved_executed')
  })

  it('renews, releases and completes a claim only with the id of that claim', async () => {
    const held = await claim()
    const { idempotency } = database.control
    const impostor = { ...held, id: 'claim-other' }
    expect(await idempotency.claim(impostor)).toEqual({ ...held, state: 'executing' })
    expect(await idempotency.renew(impostor, now() + DAY_MS)).toBe(false)
    await idempotency.release(impostor)
    const completion = { result: '1', completedAt: now(), expiresAt: now() + DAY_MS }
    expect(await database.store.transaction((tx) => idempotency.complete(tx, impostor, completion))).toBe(false)
    expect(await idempotency.find(held)).toEqual({ ...held, state: 'executing' })
    await idempotency.release(held)
    expect(await idempotency.claim(impostor)).toBeUndefined()
  })
})
