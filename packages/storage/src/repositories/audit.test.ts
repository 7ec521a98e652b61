import {
  AlreadyExists,
  type AuditEntry,
  NotFound,
  type PagePosition,
  type TokenId,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { observedOnSqlite } from '../test-support/observed-sqlite.ts'
import { rawSql } from '../test-support/raw-sql.ts'
import { auditReader } from './audit.ts'

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

  it('stores audit entries completely, with or without a credential', async () => {
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

  it('reads a missing previous value of an audit entry as null', async () => {
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
  ])('lists audit entries by %s, newest first', async (_, filterOf) => {
    const first = await append()
    await append()
    const { id: __, at: ___, ...same } = first
    const second = await append(same)
    expect(await list(filterOf(first))).toEqual([second, first])
    expect(await list(filterOf(first), 1)).toEqual([second])
    expect(await list({ ...filterOf(first), since: second.at })).toEqual([second])
    expect(await list({ ...filterOf(first), product: database.ids.product() })).toEqual([])
  })

  it('lists no audit entry of another owner with the same idempotency key', async () => {
    const [mine, other] = [await append({ idempotency_key: 'same' }), await append({ idempotency_key: 'same' })]
    expect(await list({ credential: mine.actor.credential, idempotency_key: 'same' })).toEqual([mine])
    expect(await list({ idempotency_key: 'same' })).toEqual([other, mine])
  })

  describe('the audit log of a token', () => {
    const page = (token: TokenId, limit: number, after?: PagePosition) =>
      database.store.audit.pageForToken(token, { limit, ...(after && { after }) })

    it('lists audit entries by a token, by its descendants and about it once each, newest first', async () => {
      const [root, child, other] = [database.ids.token(), database.ids.token(), database.ids.token()]
      const by = (token: TokenId, lineage: readonly TokenId[]) => ({
        kind: 'account_token' as const,
        credential: token,
        account: database.ids.account(),
        lineage,
      })
      const made = await append({ actor: by(root, [root]), subject: child })
      const below = await append({ actor: by(child, [root, child]) })
      const toItself = await append({ actor: by(root, [root]), subject: root })
      await append({ actor: by(other, [other]), subject: other })
      expect((await page(root, 10)).rows).toEqual([toItself, below, made])
      expect((await page(child, 10)).rows).toEqual([below, made])
      expect((await page(database.ids.token(), 10)).rows).toEqual([])
    })

    it('pages through the audit entries of a token without gaps or repeats, also at equal times', async () => {
      const token = database.ids.token()
      const at = timestamp(database.clock.now())
      const made = []
      for (let i = 0; i < 7; i++) made.push(await append({ subject: token, at }))
      const seen: string[] = []
      let after: PagePosition | undefined
      do {
        const { rows, next } = await page(token, 3, after)
        seen.push(...rows.map(({ id }) => id))
        after = next
      } while (after)
      expect(seen).toEqual(
        made
          .map(({ id }) => id)
          .sort()
          .reverse(),
      )
    })
  })

  it('pages through the audit entries of a product, newest first', async () => {
    const product = database.ids.product()
    const made = [await append({ product }), await append({ product }), await append({ product })]
    await append()
    const first = await database.store.audit.pageForProduct(product, { limit: 2 })
    expect(first.rows).toEqual([made[2], made[1]])
    const after = first.next
    expect(after).toBeDefined()
    const last = await database.store.audit.pageForProduct(product, { limit: 2, ...(after && { after }) })
    expect(last).toEqual({ rows: [made[0]], next: undefined })
  })

  it('pages through the audit entries of an account outside of products, newest first', async () => {
    const account = database.ids.account()
    const actor = { kind: 'session', credential: undefined, account, lineage: [] } as const
    const made = [await append({ actor, product: undefined }), await append({ actor, product: undefined })]
    await append({ actor, product: database.ids.product() })
    await append({ product: undefined })
    const first = await database.store.audit.pageForAccount(account, { limit: 1 })
    expect(first.rows).toEqual([made[1]])
    const after = first.next
    const last = await database.store.audit.pageForAccount(account, { limit: 1, ...(after && { after }) })
    expect(last).toEqual({ rows: [made[0]], next: undefined })
  })

  // PostgreSQL would read tables this small from end to end.
  it.runIf(database.dialect === 'sqlite')(
    'reads each page of the audit log from an index, without sorting',
    async () => {
      for (const [where, order, index] of [
        ["audit_entries where product_id = 'prd_1' and (at, id) < ('9', 'x')", 'at desc, id desc', 'by_product'],
        [
          "audit_entries where account_id = 'acc_1' and product_id is null and (at, id) < ('9', 'x')",
          'at desc, id desc',
          'audit_entries_of_account',
        ],
        [
          "audit_entry_tokens where token_id = 't' and (at, entry_id) < ('9', 'x')",
          'at desc, entry_id desc',
          'PRIMARY',
        ],
      ] as const) {
        const sql = `explain query plan select * from ${where} order by ${order} limit 51`
        const plan = JSON.stringify(await rawSql(database.config, sql))
        expect(plan).toContain(index)
        expect(plan).not.toContain('TEMP B-TREE')
      }
    },
  )

  it.runIf(database.dialect === 'sqlite')('counts an operation without reading the others of its account', async () => {
    const { actor } = await append()
    const account = actor.account ?? database.ids.account()
    const since = timestamp(0)
    const { result, plans } = await observedOnSqlite(database.config, (on) =>
      auditReader(on).countBy(account, 'service_products_update', since),
    )
    expect(result).toBe(1)
    expect(plans.join('\n')).toContain('audit_entries_by_operation (account_id=? AND operation=? AND at>?)')
  })

  it('stores an audit entry only if its change commits, and only once', async () => {
    const undone = entry()
    const failed = database.store.transaction(async ({ store }) => {
      await store.audit.append(undone)
      throw new NotFound()
    })
    await expect(failed).rejects.toThrow(NotFound)
    expect(await list({ product: undone.product })).toEqual([])
    await database.store.audit.append(undone)
    await expect(database.store.audit.append(undone)).rejects.toThrow(AlreadyExists)
  })
})
