import { existing, TokenId } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect, seedReport } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { updateAccount } from '../account/update.ts'
import { updateAccountReport } from '../account-reports/update.ts'
import { updateProduct } from '../products/update.ts'
import { updateTokenPolicy } from '../token-policy/update.ts'
import { tokenActivity } from '../tokens/activity.ts'
import { createToken } from '../tokens/create.ts'
import { updateToken } from '../tokens/update.ts'
import { accountActivity } from './account-activity.ts'
import { undoChange } from './undo.ts'
import { undoAccountChange } from './undo-account.ts'

const CHILD = { name: 'Child', scopes: ['team:read'], products: { mode: 'all' } }

describeEachDialect('undo of changes of an account', (database) => {
  let on: CallingScenario
  let owner: Principal
  let token: string
  beforeEach(async () => {
    database.clock.advance(1_000)
    on = await scenarioOn(database)
    owner = await on.person('owner')
    token = (await on.token({ scopes: ['team:read', 'settings:read', 'tokens:write'] })).token.id
  })

  const change = (body: Record<string, unknown>) => on.call(owner, updateToken, { path: { token_id: token }, body })
  const newest = async () => {
    database.clock.advance(1_000)
    const [entry] = (await on.call(owner, tokenActivity, { path: { token_id: token }, query: { limit: 1 } })).data
    return entry as { readonly id: string; readonly can_undo: boolean }
  }
  const undo = (entry: string, by: Principal = owner) => on.call(by, undoAccountChange, { path: { entry } })
  const stored = async () => existing(await database.store.tokens.find(TokenId.parse(token))).token

  it('restores the scopes and the name of a token, in one previewed change', async () => {
    const before = await stored()
    await change({ name: 'Narrow', scopes: ['team:read'], read_only: true })
    const { id, can_undo } = await newest()
    expect(can_undo).toBe(true)
    const preview = await on.preview(owner, undoAccountChange, { path: { entry: id } })
    expect(preview.data.summary).toMatch(/^Undo: Change /)
    expect(preview.data.changes).toContainEqual({ path: 'name', from: 'Narrow', to: before.name })
    expect((await stored()).name).toBe('Narrow')
    expect((await undo(id)).data.result).toMatchObject({ entry: id, operation: 'dashboard_tokens_update' })
    const { name, scopes, read_only } = before
    const after = await stored()
    expect(after).toMatchObject({ name, read_only })
    expect(after.scopes.toSorted()).toEqual(scopes.toSorted())
    expect((await undo(id)).code).toBe('revision_conflict')
  })

  it('leaves the child tokens disabled that the change of a token disabled', async () => {
    const { child, parent } = await on.confirm(on.owner, createToken, { body: CHILD }).then(({ data }) => ({
      child: TokenId.parse(data.result.id),
      parent: TokenId.parse(data.result.parent_id),
    }))
    database.clock.advance(1_000)
    await on.call(owner, updateToken, { path: { token_id: parent }, body: { read_only: true } })
    const [entry] = (await database.store.audit.pageForToken(parent, { limit: 1 })).rows
    expect((await undo(existing(entry).id)).code).toBeUndefined()
    expect(existing(await database.store.tokens.find(parent)).token).toMatchObject({ read_only: false })
    expect(existing(await database.store.tokens.find(child)).token).toMatchObject({ status: 'disabled' })
  })

  it('rejects the opposite where the token was changed since, by two people at the same time as well', async () => {
    await change({ name: 'Second' })
    const { id } = await newest()
    const answers = await Promise.all([undo(id), undo(id), change({ name: 'Third' })])
    expect(answers.filter(({ code }) => code === undefined)).not.toHaveLength(3)
    await change({ name: 'Fourth' })
    expect((await undo(id)).code).toBe('revision_conflict')
    expect((await stored()).name).toBe('Fourth')
  })

  it('restores a report about all products', async () => {
    const report = (await seedReport(database, { account: on.people.owner.account.id })).id
    database.clock.advance(1_000)
    const { code } = await on.call(owner, updateAccountReport, { path: { report }, body: { name: 'Renamed' } })
    expect(code).toBeUndefined()
    const [entry] = await database.store.audit.list({ account: on.people.owner.account.id, limit: 1 })
    expect((await undo(existing(entry).id)).data.result.result).not.toMatchObject({ name: 'Renamed' })
  })

  it('restores the token policy', async () => {
    await on.call(owner, updateTokenPolicy, { body: { max_lifetime_days: 30 } })
    database.clock.advance(1_000)
    await on.call(owner, updateTokenPolicy, { body: { max_lifetime_days: 90, require_expiry: true } })
    database.clock.advance(1_000)
    const [entry] = await database.store.audit.list({ account: on.people.owner.account.id, limit: 1 })
    const { data } = await undo(existing(entry).id)
    expect(data.result.result).toMatchObject({ max_lifetime_days: 30, require_expiry: false })
    expect((await undo(existing(entry).id)).code).toBe('revision_conflict')
  })

  const newestOfAccount = async () => {
    database.clock.advance(1_000)
    const { data } = await on.call(owner, accountActivity, { query: { limit: 1 } })
    return existing<{ readonly id: string; readonly operation: string; readonly can_undo: boolean }>(data[0])
  }

  it('restores the name of the account and leaves its language, and undoes that undo', async () => {
    const { id: account, name } = on.people.owner.account
    await on.call(owner, updateAccount, { body: { name: 'Renamed' } })
    const { id, can_undo } = await newestOfAccount()
    expect(can_undo).toBe(true)
    const preview = await on.preview(owner, undoAccountChange, { path: { entry: id } })
    expect(preview.data).toMatchObject({
      summary: `Undo: Rename the account from “${name}” to “Renamed”.`,
      changes: [{ path: 'name', from: 'Renamed', to: name }],
    })
    expect((await undo(id)).data.result.result).toMatchObject({ name, language: null })
    expect((await database.store.accounts.find(account))?.name).toBe(name)
    expect((await undo(id)).code).toBe('revision_conflict')
    expect((await undo((await newestOfAccount()).id)).data.result.result).toMatchObject({ name: 'Renamed' })
  })

  it('rejects undoing a change of the account on which a newer change builds, also one of the operator', async () => {
    const { id: account } = on.people.owner.account
    await on.call(owner, updateAccount, { body: { name: 'Second' } })
    const { id } = await newestOfAccount()
    await database.store.transaction(({ store }) => store.accounts.rename(account, 'By the operator'))
    expect((await undo(id)).code).toBe('revision_conflict')
    await on.call(owner, updateAccount, { body: { language: 'de' } })
    const language = await newestOfAccount()
    expect((await undo(language.id)).data.result.result).toMatchObject({ name: 'By the operator', language: null })
  })

  it('says why a new token cannot be undone', async () => {
    await on.confirm(on.owner, createToken, { body: CHILD })
    const created = await newestOfAccount()
    expect(await undo(created.id)).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('cannot be undone: it is not an update'),
    })
  })

  it('lists the changes of the account with those that can be undone, and none of a product or of another account', async () => {
    await on.confirm(on.owner, updateProduct, { body: { name: 'Product' } })
    await on.call(await on.person('admin'), updateAccount, { body: { name: 'Another person' } })
    database.clock.advance(1_000)
    await on.call(owner, updateTokenPolicy, { body: { max_lifetime_days: 30 } })
    await change({ name: 'Renamed' })
    database.clock.advance(1_000)
    const first = await on.call(owner, accountActivity, { query: { limit: 1 } })
    const second = await on.call(owner, accountActivity, { query: { cursor: first.page?.next_cursor } })
    const listed = [...first.data, ...second.data]
    expect(listed.map(({ operation }: { operation: string }) => operation).toSorted()).toEqual([
      'dashboard_token_policy_update',
      'dashboard_tokens_update',
    ])
    for (const { id } of listed) expect((await undo(id)).code).toBeUndefined()
    expect((await on.call(on.owner, accountActivity)).code).toBe('credential_not_accepted')
  })

  it('belongs to the account that made the change, and to no product', async () => {
    await change({ name: 'Renamed' })
    const { id } = await newest()
    expect((await undo(id, await on.person('admin'))).code).toBe('not_found')
    expect((await on.call(owner, undoChange, { path: { entry: id } })).code).toBe('not_found')
    await on.confirm(on.owner, updateProduct, { body: { name: 'Product' } })
    const [ofProduct] = await database.store.audit.list({ product: on.product, limit: 1 })
    expect((await undo(existing(ofProduct).id)).code).toBe('not_found')
    expect(
      (await on.call(on.owner, undoAccountChange, { path: { entry: id } }, { confirm: true, key: 'k' })).code,
    ).toBe('credential_not_accepted')
  })

  it.each(['aud_', 'aud_nobody', 'x', "aud_' OR '1'='1", '', 'aud_😀', `aud_${'a'.repeat(60)}`])(
    'answers not_found for the entry %j',
    async (entry) => expect((await undo(entry)).code).toBe('not_found'),
  )
})
