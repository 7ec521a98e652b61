import {
  type Account,
  type AccountId,
  DomainError,
  NotFound,
  RoleForbidden,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect, type SeededProduct, seedProduct, seedSession, seedToken } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { createTokenAsOperator } from '../features/command-line/create-token.ts'
import { deleteAccountAsOperator } from '../features/command-line/delete-account.ts'
import { printInvitationLink } from '../features/command-line/print-invitation-link.ts'
import { recordImport } from '../features/command-line/record-import.ts'
import { renameAccount } from '../features/command-line/rename-account.ts'
import { issueResetLinkAsOperator } from '../features/command-line/reset-password.ts'
import { resolveIdempotencyRecord } from '../features/command-line/resolve-idempotency-record.ts'
import { revokeClientAsOperator, revokeConnectionAsOperator } from '../features/command-line/revoke-oauth.ts'
import { revokeTokenAsOperator } from '../features/command-line/revoke-token.ts'
import { disableAccount, enableAccount } from '../features/command-line/set-account-status.ts'
import { signOutAccount } from '../features/command-line/sign-out-account.ts'
import { unlinkProvider } from '../features/command-line/unlink-provider.ts'
import { executeForOperator } from './execute-for-operator.ts'

describeEachDialect('a change by an operator', (database) => {
  let seeded: SeededProduct
  let owner: Pick<Account, 'id'>
  beforeEach(async () => {
    seeded = await seedProduct(database)
    owner = seeded.people.owner.account
  })
  const entriesOf = async (operation: string) =>
    (await database.store.audit.list({ limit: 200 })).filter((entry) => entry.operation === operation)

  it('records an operator’s change with the operator as its actor and the command line as its channel', async () => {
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

  it('writes nothing, not even an audit entry, if an operator has nothing to change', async () => {
    const before = await entriesOf('account enable')
    expect(await executeForOperator(enableAccount, { id: owner.id }, database)).toBeUndefined()
    expect(await entriesOf('account enable')).toEqual(before)
  })

  it('commits neither an operator’s change nor its audit entry when the transaction fails', async () => {
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

  it('deletes members, but not the last owner of a product', async () => {
    const deleting = executeForOperator(deleteAccountAsOperator, { id: owner.id }, database)
    await expect(deleting).rejects.toThrow(RoleForbidden)
    const { id } = seeded.people.viewer.account
    expect(await executeForOperator(deleteAccountAsOperator, { id }, database)).toMatchObject({ keys: 0 })
    expect(await database.store.accounts.find(id)).toBeUndefined()
  })

  it('rejects an operator’s change of an account or token that does not exist', async () => {
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

  it('ends the sessions of an account that it unlinks from its provider', async () => {
    const { account } = seeded.people.owner
    const at = timestamp(database.clock.now())
    const identity = { issuer: 'https://id.example', subject: account.id, email: account.email, linked_at: at }
    await database.store.transaction((tx) => tx.store.externalIdentities.link({ ...identity, account: account.id }))
    await seedSession(database, account)
    expect(await executeForOperator(unlinkProvider, { id: account.id }, database)).toEqual({
      unlinked: 1,
      signed_out: 1,
    })
    expect(await database.control.sessions.list(account.id, at)).toEqual([])
    expect(await executeForOperator(unlinkProvider, { id: account.id }, database)).toBeUndefined()
  })

  it('revokes a token once and disables the tokens below it', async () => {
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

  it('creates a token for an account and records its scopes, but not its secret', async () => {
    const request = { name: 'Reports', scopes: ['analytics:read' as const], products: { mode: 'all' as const } }
    const created = await executeForOperator(createTokenAsOperator, { account: owner.id, request }, database)
    const { id } = created?.token ?? {}
    const [entry] = (await entriesOf('token create')).filter(({ subject }) => subject === id)
    expect(entry?.changes).toContainEqual({ path: 'scopes', from: null, to: ['analytics:read'] })
    expect(JSON.stringify(entry)).not.toContain(created?.secret.reveal())
  })

  it('creates no token for products that do not belong to the account', async () => {
    const request = {
      name: 'x',
      scopes: ['analytics:read' as const],
      products: { mode: 'selected' as const, ids: [database.ids.product()] },
    }
    const creating = executeForOperator(createTokenAsOperator, { account: owner.id, request }, database)
    await expect(creating).rejects.toThrow(DomainError)
  })

  it('issues no reset link for a disabled account', async () => {
    await executeForOperator(disableAccount, { id: owner.id }, database)
    const issue = async () => Promise.reject(new Error('not asked for'))
    expect(await executeForOperator(issueResetLinkAsOperator, { id: owner.id, issue }, database)).toBeUndefined()
  })

  it('prints no link of an invitation that does not exist', async () => {
    const linkOf = async () => Promise.reject(new Error('not asked for'))
    const request = { member: database.ids.member(), linkOf }
    expect(await executeForOperator(printInvitationLink, request, database)).toBeUndefined()
    expect((await entriesOf('invitation link')).filter(({ subject }) => subject === request.member)).toEqual([])
  })

  it('records nothing for an OAuth client, a connection or a record that does not exist', async () => {
    const store = database.control.store
    const id = `none-${database.ids.account()}`
    expect(await executeForOperator(revokeClientAsOperator, { id }, { ...database, store })).toBeUndefined()
    expect(await executeForOperator(revokeConnectionAsOperator, { id }, { ...database, store })).toBeUndefined()
    const resolving = executeForOperator(resolveIdempotencyRecord, { id, as: 'executed' }, { ...database, store })
    await expect(resolving).rejects.toThrow(NotFound)
    const entries = await database.store.audit.list({ limit: 200 })
    expect(entries.filter(({ subject }) => subject === id)).toEqual([])
  })

  it('records an import once, also when two processes record it at the same time', async () => {
    const finished = { id: `imp_${seeded.product}`, product: seeded.product, events: 2, crawlerHits: 1 }
    const record = () => executeForOperator(recordImport, finished, database)
    const recorded = await Promise.all([record(), record()])
    expect(recorded.filter((result) => result !== undefined)).toEqual([finished])
    expect(await record()).toBeUndefined()
    const entries = (await entriesOf('import')).filter(({ product }) => product === seeded.product)
    expect(entries).toMatchObject([{ id: `aud_${finished.id}`, summary: 'Import 3 rows from a file.' }])
  })
})
