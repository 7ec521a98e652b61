import { type AccountId, type AuditEntry, DAY_MS, timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { deleteProduct } from '../features/products/delete.ts'
import { eraseVisitor } from '../features/visitors/erase.ts'
import { scenarioOn } from '../test-support/index.ts'

describeEachDialect('limits of a day', (database) => {
  /** Appends entries of an operation to the audit log, as if the account had performed it. */
  const perform = (account: AccountId, operation: string, times: number) =>
    database.store.transaction(async (tx) => {
      const at = timestamp(database.clock.now())
      for (let i = 0; i < times; i++) await tx.store.audit.append(entry(account, operation, at))
    })
  let entries = 0
  function entry(account: AccountId, operation: string, at: AuditEntry['at']): AuditEntry {
    const actor = { kind: 'session', credential: 'ses_1', account, lineage: [] } as const
    const change = { operation, product: undefined, subject: undefined, summary: 'A change.', changes: [] }
    const rest = { idempotency_key: undefined, address: undefined, request_id: undefined }
    return { id: `aud_daily${++entries}`, at, actor, channel: 'dashboard', ...change, ...rest }
  }

  it('rejects the deletion of a product after a hundred in 24 hours, for this account', async () => {
    const on = await scenarioOn(database, { name: 'Shop' })
    const input = { body: { name: 'Shop' } }
    const owner = on.people.owner.account.id
    await perform(owner, 'dashboard_products_delete', 100)
    expect(await on.call(await on.person('owner'), deleteProduct, input)).toMatchObject({
      code: 'rate_limited',
      detail: 'An account can delete 100 products in 24 hours.',
    })
    database.clock.advance(DAY_MS + 1)
    const { data } = await on.call(await on.person('owner'), deleteProduct, input)
    expect(data).toMatchObject({ state: 'executed' })
  })

  it('rejects the erasure of a visitor after 500 in 24 hours, for this account', async () => {
    const on = await scenarioOn(database)
    const input = { body: { visitor: 'ada' } }
    await perform(on.people.admin.account.id, 'dashboard_visitors_erase', 500)
    expect((await on.call(await on.person('admin'), eraseVisitor, input)).code).toBe('rate_limited')
    const { data } = await on.call(await on.person('owner'), eraseVisitor, input)
    expect(data).toMatchObject({ state: 'executed' })
  })
})
