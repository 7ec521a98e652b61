import { AlreadyExists, type AuditEntry, NotFound, timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('the audit log', (database) => {
  let made = 0
  const entry = (change: Partial<AuditEntry> = {}): AuditEntry => {
    database.clock.advance(1)
    const [root, token] = [database.ids.token(), database.ids.token()]
    return {
      id: `aud_${++made}`,
      at: timestamp(database.clock.now()),
      actor: { kind: 'account_token', credential: token, account: database.ids.account(), lineage: [root, token] },
      operation: 'service_products_update',
      product: database.ids.product(),
      subject: 'prd_1',
      summary: 'Rename “a” to “b”.',
      changes: [{ path: 'name', from: 'a', to: { deep: ["it's", null, 1.5] } }],
      idempotency_key: `key-${made}`,
      channel: 'rest',
      address: '2001:db8::1',
      request_id: 'req_1',
      ...change,
    }
  }
  const append = async (change?: Partial<AuditEntry>) => {
    const made = entry(change)
    await database.store.audit.append(made)
    return made
  }
  const list = (filter: Omit<Parameters<typeof database.store.audit.list>[0], 'limit'>, limit = 10) =>
    database.store.audit.list({ ...filter, limit })

  it('keeps entries whole, those of an operator without credential too', async () => {
    const whole = await append()
    const bare = await append({
      actor: { kind: 'operator', credential: undefined, account: undefined, lineage: [] },
      product: undefined,
      subject: undefined,
      changes: [],
      idempotency_key: undefined,
      channel: 'cli',
      address: undefined,
      request_id: undefined,
    })
    expect(await list({}, 2)).toEqual([bare, whole])
  })

  it('reads what was not there before as null', async () => {
    const { product } = await append({ changes: [{ path: 'note', from: undefined, to: 'x' }] })
    expect((await list({ product }))[0]?.changes).toEqual([{ path: 'note', from: null, to: 'x' }])
  })

  it.each([
    ['product', ({ product }: AuditEntry) => ({ product })],
    ['account', ({ actor: { account } }: AuditEntry) => ({ account })],
    ['credential', ({ actor: { credential } }: AuditEntry) => ({ credential })],
    ['idempotency key', ({ idempotency_key }: AuditEntry) => ({ idempotency_key })],
    [
      'credential and key',
      ({ actor, idempotency_key }: AuditEntry) => ({ credential: actor.credential, idempotency_key }),
    ],
  ])('lists by %s, newest first', async (_, filterOf) => {
    const first = await append()
    await append()
    const { id: __, at: ___, ...same } = first
    const second = await append(same)
    expect(await list(filterOf(first))).toEqual([second, first])
    expect(await list(filterOf(first), 1)).toEqual([second])
    expect(await list({ ...filterOf(first), since: second.at })).toEqual([second])
    expect(await list({ ...filterOf(first), product: database.ids.product() })).toEqual([])
  })

  it('lists nothing of one owner’s key under another owner', async () => {
    const [mine, other] = [await append({ idempotency_key: 'same' }), await append({ idempotency_key: 'same' })]
    expect(await list({ credential: mine.actor.credential, idempotency_key: 'same' })).toEqual([mine])
    expect(await list({ idempotency_key: 'same' })).toEqual([other, mine])
  })

  it('holds an entry only if its change commits, and each once', async () => {
    const undone = entry()
    const failed = database.store.transaction(async (store) => {
      await store.audit.append(undone)
      throw new NotFound()
    })
    await expect(failed).rejects.toThrow(NotFound)
    expect(await list({ product: undone.product })).toEqual([])
    await database.store.audit.append(undone)
    await expect(database.store.audit.append(undone)).rejects.toThrow(AlreadyExists)
  })
})
