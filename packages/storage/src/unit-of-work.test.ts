import type { Store, Transaction } from '@footfall/core-domain'
import { describeEachDialect, seedAccount } from '@footfall/testkit'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { ControlData, ControlTransaction } from './index.ts'

/** Methods by which the two types differ: those that write. */
type Writes<Writer, Reader> = Exclude<keyof Writer, keyof Reader>

describe('the types of the unit of work', () => {
  it('the types have no method that writes outside a transaction', () => {
    // Never called: what matters is that each line after a directive does not compile.
    const writeOutside = async ({ store, sessions, idempotencyAdmin }: ControlData, services: { store: Store }) => {
      // @ts-expect-error accounts can only be read outside a transaction
      await store.accounts.rename('acc_1', 'Ada')
      // @ts-expect-error audit entries are appended in the transaction of the change
      await store.audit.append({})
      // @ts-expect-error mail is queued in the transaction of the change
      await store.outbox.enqueue({})
      // @ts-expect-error deleted products are queued in the transaction that deletes them
      await store.productPurges.enqueue('prd_1', '')
      // @ts-expect-error sessions end in a transaction
      await sessions.remove('ses_1')
      // @ts-expect-error a record is resolved in the transaction of its audit entry
      await idempotencyAdmin.resolve('idm_1', 'executed', 0)
      // @ts-expect-error a plan reads, and writes only in its commit
      await services.store.settings.put('prd_1', 'domains', { domains: [] }, '')
      // @ts-expect-error a reader does not become writable by being passed on
      const tx: Transaction = { store, sessions }
      return tx
    }
    expect(writeOutside).toBeTypeOf('function')
  })

  it('the type of the transaction has every write', () => {
    type Tx = ControlTransaction
    expectTypeOf<Writes<Tx['store'], Store>>().toEqualTypeOf<
      'exchangedTokens' | 'keptSecrets' | 'previewUses' | 'productPurges' | 'visitorErasures'
    >()
    expectTypeOf<Writes<Tx['store']['settings'], Store['settings']>>().toEqualTypeOf<'put'>()
    expectTypeOf<Writes<Tx['store']['audit'], Store['audit']>>().toEqualTypeOf<'append'>()
    expectTypeOf<Tx['oauth']['revokeConnection']>().toBeFunction()
    expectTypeOf<Tx['idempotency']['claim']>().toBeFunction()
    expectTypeOf<Tx['idempotency']['complete']>().toBeFunction()
  })
})

describeEachDialect('a store outside a transaction', (database) => {
  it('a store has no method at run time that writes outside a transaction', async () => {
    const { store, sessions } = database.control
    expect(store.outbox).not.toHaveProperty('enqueue')
    expect(store.accounts).not.toHaveProperty('insert')
    expect(sessions).not.toHaveProperty('remove')
  })

  it('rejects a write through a transaction that has ended', async () => {
    const account = await seedAccount(database)
    const ended = await database.control.store.transaction(async (tx) => tx)
    await expect(ended.store.accounts.rename(account.id, 'Eve')).rejects.toThrow(/has ended/)
    expect(await database.store.accounts.find(account.id)).toEqual(account)
  })
})
