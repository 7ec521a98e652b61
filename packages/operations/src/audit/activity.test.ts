import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { productActivity } from '../features/products/activity.ts'
import { updateProduct } from '../features/products/update.ts'
import { tokenActivity } from '../features/tokens/activity.ts'
import { updateToken } from '../features/tokens/update.ts'
import { type By, type Called, type CallingScenario, scenarioOn } from '../test-support/index.ts'

describeEachDialect('activity', (database) => {
  let on: CallingScenario
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
  })

  const rename = async (by: By, name: string) => {
    await on.confirm(by, updateProduct, { body: { name } })
    database.clock.advance(1_000)
  }
  const ofToken = (token_id: string, query = {}) => on.call(owner, tokenActivity, { path: { token_id }, query })
  const ofProduct = (query = {}, by = owner) => on.call(by, productActivity, { query })
  const summaries = ({ data }: Called) => data.map(({ summary }: { summary: string }) => summary)

  it('lists what a token and its descendants did and what was done to the token, newest first', async () => {
    const root = await on.token({ scopes: [...SCOPES] })
    const child = await on.token({ scopes: ['settings:write'], parent: root.token })
    await rename(root, 'One')
    await rename(child, 'Two')
    await on.call(owner, updateToken, { path: { token_id: root.token.id }, body: { name: 'Bot' } })
    const { data, page } = await ofToken(root.token.id)
    expect(page).toEqual({ limit: 50, next_cursor: null })
    expect(data).toMatchObject([
      { operation: 'dashboard_tokens_update', channel: 'dashboard', product: null, actor: { kind: 'session' } },
      { operation: 'service_products_update', channel: 'rest', actor: { credential: child.token.id } },
      {
        product: on.product,
        actor: { kind: 'account_token', credential: root.token.id, name: on.people.owner.account.name },
        changes: [{ path: 'name', from: 'Example', to: 'One' }],
        address: '192.0.2.7',
      },
    ])
    expect(summaries(await ofToken(child.token.id))).toEqual(['Rename “One” to “Two”.'])
    expect(JSON.stringify(data)).not.toContain(root.secret)
  })

  it('returns the activity of a product page by page, for its admins only', async () => {
    for (const name of ['One', 'Two', 'Three']) await rename(on.owner, name)
    const admin = await on.person('admin')
    const first = await ofProduct({ limit: 2 }, admin)
    expect(summaries(first)).toEqual(['Rename “Two” to “Three”.', 'Rename “One” to “Two”.'])
    const last = await ofProduct({ limit: 2, cursor: first.page?.next_cursor }, admin)
    expect(summaries(last)).toEqual(['Rename “Example” to “One”.'])
    expect(last.page?.next_cursor).toBeNull()
    for (const role of ['editor', 'viewer'] as const)
      expect((await ofProduct({}, await on.person(role))).code).toBe('role_forbidden')
  })

  it('returns not_found for the activity of a token or product of another account, or of an unknown one', async () => {
    const other = await scenarioOn(database)
    const { token } = await other.token({ scopes: ['team:read'] })
    for (const id of [token.id, 'tok_nobody', 'x', "tok_' OR '1'='1"])
      expect((await ofToken(id)).code).toBe('not_found')
    expect((await ofProduct({}, await other.person('owner'))).code).toBe('not_found')
  })

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ limit: 'many' }, 'limit'],
    [{ cursor: 'AAAA' }, 'cursor'],
    [{ cursor: 'x'.repeat(600) }, 'cursor'],
    [{ cursor: '' }, 'cursor'],
    [{ since: '2026' }, 'since'],
  ])('rejects a list of activity with %j and names the parameter', async (query, field) => {
    const { token } = await on.token({ scopes: ['team:read'] })
    for (const answer of [await ofToken(token.id, query), await ofProduct(query)])
      expect(answer).toMatchObject({ code: 'invalid_request', fields: [field] })
  })
})
