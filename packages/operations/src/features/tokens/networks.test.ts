import { type AccountToken, DAY_MS, HOUR_MS, timestamp } from '@footfall/core-domain'
import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededToken } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { authenticate } from '../../calls/authenticate.ts'
import { createUsageRecorder, recordUse } from '../../calls/usage.ts'
import { type CallingScenario, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { createProductKey } from '../keys/create.ts'
import { createIntakeKey } from '../keys/create-intake.ts'
import { updateProductKey } from '../keys/update.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'
import { updateToken } from './update.ts'

const OFFICE = '203.0.113.0/24'
const INSIDE = '203.0.113.7'
const OUTSIDE = '198.51.100.1'
const CHILD = { name: 'Child', scopes: ['analytics:read'], products: { mode: 'all' } }

describeEachDialect('the networks of credentials', (database) => {
  let on: CallingScenario
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
  })

  const outcomeFrom = (secret: string, address: string | undefined) =>
    authenticate(secret, servicesOn(database), { address }).then(
      () => 'accepted',
      ({ code }) => code,
    )
  const rootIn = async (networks: readonly string[]): Promise<SeededToken> => {
    const body = { name: 'Root', scopes: [...SCOPES], products: { mode: 'all' }, allowed_networks: networks }
    const { data } = await on.call(owner, createToken, { body })
    return { token: data.result, secret: data.secret }
  }
  const acting = (secret: string) => authenticate(secret, servicesOn(database), { address: INSIDE })
  const edit = (token: AccountToken, allowed_networks: unknown) =>
    on.call(owner, updateToken, { path: { token_id: token.id }, body: { allowed_networks } })
  const statusOf = async ({ token }: SeededToken) => (await database.store.tokens.find(token.id))?.token.status

  it('a token is accepted from its networks only, by the address that connected', async () => {
    const { token, secret } = await rootIn([INSIDE, '2001:DB8::1/64', `${INSIDE}/24`])
    expect(token.allowed_networks).toEqual([`${INSIDE}/32`, '2001:db8::/64', OFFICE])
    for (const address of [INSIDE, `::ffff:${INSIDE}`, '2001:db8::abcd'])
      expect(await outcomeFrom(secret, address)).toBe('accepted')
    for (const address of [OUTSIDE, `::ffff:${OUTSIDE}`, '2001:db8:0:1::1', '', undefined])
      expect(await outcomeFrom(secret, address)).toBe('credential_not_accepted')
  })

  it('a Website API key is accepted from its networks only, and its networks can be changed', async () => {
    const body = { name: 'Board', scopes: ['analytics:read'], allowed_networks: [OFFICE] }
    const { data } = await on.call(owner, createProductKey, { body })
    const { result, secret } = data
    expect([await outcomeFrom(secret, INSIDE), await outcomeFrom(secret, OUTSIDE)]).toEqual([
      'accepted',
      'credential_not_accepted',
    ])
    const change = { path: { key_id: result.id }, body: { allowed_networks: [OUTSIDE], revision: 1 } }
    const changed = await on.call(owner, updateProductKey, change)
    expect(changed.data.result).toMatchObject({ allowed_networks: [`${OUTSIDE}/32`], revision: 2 })
    expect([await outcomeFrom(secret, INSIDE), await outcomeFrom(secret, OUTSIDE)]).toEqual([
      'credential_not_accepted',
      'accepted',
    ])
    expect((await on.call(owner, updateProductKey, change)).code).toBe('revision_conflict')
  })

  it('what a token delegates has its networks, and may only narrow them', async () => {
    const root = await rootIn([OFFICE])
    const by = await acting(root.secret)
    const delegate = (networks: object) => on.confirm(by, createToken, { body: { ...CHILD, ...networks } })
    expect((await delegate({})).data.result.allowed_networks).toEqual([OFFICE])
    const narrower = await delegate({ allowed_networks: ['203.0.113.128/25'] })
    expect(narrower.data.result.allowed_networks).toEqual(['203.0.113.128/25'])
    for (const allowed_networks of [[], ['203.0.112.0/23'], [OUTSIDE], [OFFICE, '::/0']])
      expect((await delegate({ allowed_networks })).code).toBe('delegation_exceeded')
    const issue = (networks: object) =>
      on.confirm(by, createProductKey, { body: { name: 'Board', scopes: ['analytics:read'], ...networks } })
    const { result: key } = (await issue({})).data
    expect(key.allowed_networks).toEqual([OFFICE])
    expect((await issue({ allowed_networks: [OUTSIDE] })).code).toBe('delegation_exceeded')
    const widen = { path: { key_id: key.id }, body: { allowed_networks: [] } }
    expect((await on.call(owner, updateProductKey, widen)).code).toBe('delegation_exceeded')
  })

  it('fewer networks disable what a token has delegated, and more networks do not', async () => {
    const root = await rootIn([OFFICE])
    const { data } = await on.confirm(await acting(root.secret), createToken, { body: CHILD })
    const child = { token: data.result, secret: data.secret }
    expect((await edit(root.token, [OFFICE, OUTSIDE])).data.result.allowed_networks).toHaveLength(2)
    expect(await statusOf(child)).toBe('active')
    expect((await edit(child.token, [OFFICE, OUTSIDE])).data.state).toBe('executed')
    expect((await edit(child.token, [])).code).toBe('delegation_exceeded')
    await edit(root.token, [OFFICE])
    expect(await statusOf(child)).toBe('disabled')
    expect(await outcomeFrom(child.secret, INSIDE)).toBe('invalid_token')
  })

  it('a change of the networks ends what was let in under the earlier ones', async () => {
    const root = await rootIn([OFFICE])
    const before = await acting(root.secret)
    await edit(root.token, [OUTSIDE])
    expect((await on.confirm(before, createToken, { body: CHILD })).code).toBe('invalid_token')
  })

  it.each([
    ['a text', '203.0.113.0/24', 'allowed_networks'],
    ['null', null, 'allowed_networks'],
    ['21 networks', Array.from({ length: 21 }, (_, i) => `203.0.113.${i}`), 'allowed_networks'],
    ['a hostname', [OFFICE, 'example.com'], 'allowed_networks.1'],
    ['a prefix too long', ['203.0.113.0/33'], 'allowed_networks.0'],
    ['a number', [7], 'allowed_networks.0'],
    ['an injection', ["' or '1'='1"], 'allowed_networks.0'],
    ['an empty text', [''], 'allowed_networks.0'],
    ['a megabyte', ['1'.repeat(1_000_000)], 'allowed_networks.0'],
    ['full-width digits', ['２０３.0.113.0/24'], 'allowed_networks.0'],
  ])('rejects %s for the networks wherever they are set, and names the field', async (_, allowed_networks, field) => {
    const { token } = await on.token({ scopes: [...SCOPES] })
    const key = await on.key({})
    const answers = [
      await on.call(owner, createToken, { body: { ...CHILD, allowed_networks } }),
      await edit(token, allowed_networks),
      await on.call(owner, createProductKey, { body: { name: 'K', scopes: ['analytics:read'], allowed_networks } }),
      await on.call(owner, createIntakeKey, { body: { name: 'K', kind: 'payment', allowed_networks } }),
      await on.call(owner, updateProductKey, { path: { key_id: key.key.id }, body: { allowed_networks } }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ code: 'invalid_request', fields: [field] })
  })

  it('records the network and the operation of the last use, and when each scope was used, in one batch', async () => {
    const { token, secret } = await rootIn([])
    const { lastUses } = database.control
    const batches: number[] = []
    const recording = {
      record: async (uses: Parameters<typeof lastUses.record>[0]) => {
        batches.push(uses.length)
        await lastUses.record(uses)
      },
    }
    const usage = createUsageRecorder(recording, database.clock)
    const principal = await authenticate(secret, { ...servicesOn(database), usage }, { address: '2001:db8:1:2::7' })
    const did = { operation: 'service_analytics_query', scopes: ['analytics:read'] }
    for (let i = 0; i < 100; i++) recordUse(usage, principal, did, '2001:db8:1:2::7')
    recordUse(usage, owner, did, INSIDE)
    expect(batches).toEqual([])
    await usage.flush()
    expect(batches).toEqual([1])
    const [listed] = (await on.call(owner, listTokens)).data.filter(({ id }: AccountToken) => id === token.id)
    const at = timestamp(database.clock.now())
    const expected = { last_used_at: at, last_used_network: '2001:db8:1::/48', last_used_operation: did.operation }
    expect(listed).toMatchObject({ ...expected, revision: 1 })
    expect([...(await database.store.scopeUses.ofToken(token.id)).uses]).toEqual([['analytics:read', at]])
    // The same scope is written once an hour.
    database.clock.advance(HOUR_MS - 1)
    recordUse(usage, principal, did, INSIDE)
    await usage.flush()
    expect((await database.store.scopeUses.ofToken(token.id)).uses.get('analytics:read')).toBe(at)
    expect((await database.store.tokens.find(token.id))?.token.last_used_network).toBe('203.0.113.0/24')
    database.clock.advance(DAY_MS)
    recordUse(usage, principal, did, INSIDE)
    await usage.flush()
    const later = timestamp(database.clock.now())
    expect((await database.store.scopeUses.ofToken(token.id)).uses.get('analytics:read')).toBe(later)
  })
})
