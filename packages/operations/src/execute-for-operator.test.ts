import { type Account, type AccountId, NotFound, RoleForbidden, type TransactionalStore } from '@footfall/core-domain'
import { describeEachDialect, type SeededProduct, seedProduct, seedToken } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { executeForOperator } from './execute-for-operator.ts'
import { deleteAccountAsOperator } from './operations/operator/delete-account.ts'
import { renameAccount } from './operations/operator/rename-account.ts'
import { revokeTokenAsOperator } from './operations/operator/revoke-token.ts'
import { disableAccount, enableAccount } from './operations/operator/set-account-status.ts'
import { signOutAccount } from './operations/operator/sign-out-account.ts'

describeEachDialect('a change by an operator', (database) => {
  let seeded: SeededProduct
  let owner: Pick<Account, 'id'>
  beforeEach(async () => {
    seeded = await seedProduct(database)
    owner = seeded.people.owner.account
  })
  const entriesOf = async (operation: string) =>
    (await database.store.audit.list({ limit: 200 })).filter((entry) => entry.operation === operation)

  it('is recorded with the operator as its actor, over the command line', async () => {
    const before = (await entriesOf('account disable')).length
    expect(await executeForOperator(disableAccount, { id: owner.id }, database)).toEqual({ id: owner.id })
    expect(await database.store.accounts.status(owner.id)).toBe('disabled')
    const entries = await entriesOf('account disable')
    expect(entries).toHaveLength(before + 1)
    expect(entries.find(({ subject }) => subject === owner.id)).toMatchObject({
      actor: { kind: 'operator', lineage: [] },
      channel: 'cli',
      summary: `Disable the account ${owner.id}.`,
      changes: [{ path: 'status', from: 'active', to: 'disabled' }],
    })
  })

  it('writes nothing, not even an entry, where there is nothing to change', async () => {
    const before = await entriesOf('account enable')
    expect(await executeForOperator(enableAccount, { id: owner.id }, database)).toBeUndefined()
    expect(await entriesOf('account enable')).toEqual(before)
  })

  it('commits neither the change nor its entry when the transaction fails', async () => {
    const store: Pick<TransactionalStore, 'transaction'> = {
      transaction: (work) =>
        database.store.transaction(async (tx) => {
          await work(tx)
          throw new Error('the disk is full')
        }),
    }
    const { clock, random } = database
    const renaming = executeForOperator(renameAccount, { id: owner.id, name: 'Renamed' }, { store, clock, random })
    await expect(renaming).rejects.toThrow('the disk is full')
    expect((await database.store.accounts.find(owner.id))?.name).not.toBe('Renamed')
    expect((await entriesOf('account rename')).filter(({ subject }) => subject === owner.id)).toEqual([])
  })

  it('refuses to delete the last owner of a product, and deletes a member who is not', async () => {
    const deleting = executeForOperator(deleteAccountAsOperator, { id: owner.id }, database)
    await expect(deleting).rejects.toThrow(RoleForbidden)
    const { id } = seeded.people.viewer.account
    expect(await executeForOperator(deleteAccountAsOperator, { id }, database)).toMatchObject({ keys: 0 })
    expect(await database.store.accounts.find(id)).toBeUndefined()
  })

  it('refuses an account and a token that do not exist', async () => {
    const gone = { id: 'acc_gone' as AccountId }
    const changes = [
      executeForOperator(disableAccount, gone, database),
      executeForOperator(enableAccount, gone, database),
      executeForOperator(signOutAccount, gone, database),
      executeForOperator(deleteAccountAsOperator, gone, database),
    ]
    for (const change of await Promise.allSettled(changes))
      expect(change).toMatchObject({ status: 'rejected', reason: expect.any(NotFound) })
    const revoking = executeForOperator(revokeTokenAsOperator, { id: database.ids.token() }, database)
    await expect(revoking).rejects.toThrow(NotFound)
  })

  it('ends a token with what it delegated, once', async () => {
    const parent = await seedToken(database, seeded.people.owner.account, { scopes: ['tokens:write'] })
    const child = await seedToken(database, seeded.people.owner.account, {
      scopes: ['tokens:write'],
      parent: parent.token,
    })
    const { id } = parent.token
    expect(await executeForOperator(revokeTokenAsOperator, { id }, database)).toEqual({ tokens: 1, keys: 0 })
    expect((await database.store.tokens.find(child.token.id))?.token.status).toBe('disabled')
    expect(await executeForOperator(revokeTokenAsOperator, { id }, database)).toBeUndefined()
  })
})
