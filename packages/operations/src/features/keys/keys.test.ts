import { HOUR_MS, timestamp } from '@footfall/core-domain'
import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { realtime } from '../analytics/realtime.ts'
import { listFunnels } from '../funnels/list.ts'
import { createProductKey } from './create.ts'
import { createIntakeKey } from './create-intake.ts'
import { listProductKeys } from './list.ts'

describeEachDialect('Website API keys', (database) => {
  let on: CallingScenario
  let admin: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    admin = await on.person('admin')
  })

  it.each(['payment', 'crawler_intake', 'ingest'] as const)(
    'creates a key of the kind %s, which reads nothing',
    async (kind) => {
      const { data } = await on.call(admin, createIntakeKey, { body: { name: 'Sender', kind } })
      expect(data).toMatchObject({ result: { kind, scopes: [], status: 'active' }, secret_returned_once: true })
      for (const operation of [realtime, listProductKeys])
        expect((await on.call(data.secret, operation)).code).toBe('credential_not_accepted')
    },
  )

  it('creates a key of the kind api by default, which reads what its scopes allow', async () => {
    const body = { name: 'Board', scopes: ['funnels:read', 'analytics:read'] }
    const { data } = await on.call(admin, createProductKey, { body })
    expect(data.result).toMatchObject({ kind: 'api', scopes: ['analytics:read', 'funnels:read'] })
    expect((await on.call(data.secret, listFunnels)).data).toEqual([])
  })

  it('a key expires at its time, is listed as expired from then on, and leaves room for another', async () => {
    const at = database.clock.now()
    const expires_at = timestamp(at + HOUR_MS)
    const body = { name: 'Board', scopes: ['funnels:read'], expires_at: '2026-11-20T14:00:00+01:00' }
    expect(expires_at).toBe('2026-11-20T13:00:00.000Z')
    const { data } = await on.call(admin, createProductKey, { body })
    expect(data.result).toMatchObject({ status: 'active', expires_at })
    database.clock.set(at + HOUR_MS - 1)
    expect((await on.call(data.secret, listFunnels)).data).toEqual([])
    database.clock.set(at + HOUR_MS)
    expect((await on.call(data.secret, listFunnels)).code).toBe('invalid_token')
    expect((await on.call(admin, listProductKeys)).data).toEqual([
      { ...data.result, status: 'expired', last_used_at: null },
    ])
    expect(await database.store.productKeys.count(on.product)).toBe(0)
    database.clock.set(at)
  })

  it('a key that a token creates expires with the token at the latest, which is the default', async () => {
    const expires_at = timestamp(database.clock.now() + HOUR_MS)
    const token = await on.token({ scopes: [...SCOPES], expires_at })
    const create = (end: object) =>
      on.confirm(token, createProductKey, { body: { name: 'Board', scopes: ['funnels:read'], ...end } })
    expect((await create({})).data.result.expires_at).toBe(expires_at)
    const sooner = timestamp(database.clock.now() + HOUR_MS / 2)
    expect((await create({ expires_at: sooner })).data.result.expires_at).toBe(sooner)
    const later = timestamp(database.clock.now() + HOUR_MS + 1)
    expect((await create({ expires_at: later })).code).toBe('delegation_exceeded')
    const lasting = await on.token({ scopes: [...SCOPES] })
    const { data } = await on.confirm(lasting, createProductKey, { body: { name: 'Board', scopes: ['funnels:read'] } })
    expect(data.result).not.toHaveProperty('expires_at')
  })

  it('previews a key with what its kind does and when it expires', async () => {
    const { data } = await on.preview(admin, createIntakeKey, { body: { name: 'Checkout', kind: 'payment' } })
    expect(data).toMatchObject({
      state: 'previewed',
      summary: 'Create the payment key “Checkout” on “Example”.',
      warnings: [
        'Everyone who has the key can record payments of this product. It ends when the account that creates it is no longer an admin of “Example”.',
      ],
    })
    expect(await database.store.productKeys.count(on.product)).toBe(0)
  })

  it.each([
    ['no scope', { kind: 'api', scopes: [] }, 'scopes'],
    ['neither kind nor scopes', {}, 'scopes'],
    ['the kind payment', { kind: 'payment', scopes: ['analytics:read'] }, 'kind'],
    ['an unknown kind', { kind: 'admin', scopes: [] }, 'kind'],
    ['null for a kind', { kind: null, scopes: ['analytics:read'] }, 'kind'],
    ['a scope beyond reading', { kind: 'api', scopes: ['settings:write'] }, 'scopes.0'],
    ['a text for scopes', { kind: 'api', scopes: 'analytics:read' }, 'scopes'],
    ['100 scopes', { kind: 'api', scopes: Array(100).fill('analytics:read') }, 'scopes'],
    ['no name', { name: undefined, scopes: ['analytics:read'] }, 'name'],
    ['an empty name', { name: ' ', scopes: ['analytics:read'] }, 'name'],
    ['a list for a name', { name: [], scopes: ['analytics:read'] }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121), scopes: ['analytics:read'] }, 'name'],
    ['control characters in the name', { name: 'a\u0007', scopes: ['analytics:read'] }, 'name'],
    ['an end in the past', { scopes: ['analytics:read'], expires_at: '2026-11-20T11:59:59Z' }, 'expires_at'],
    ['an end that is not an instant', { scopes: ['analytics:read'], expires_at: '2027-01-01' }, 'expires_at'],
    ['null for its end', { scopes: ['analytics:read'], expires_at: null }, 'expires_at'],
    ['an unknown field', { scopes: ['analytics:read'], issuer: 'tok_1' }, 'issuer'],
  ])('rejects a reading key with %s and names the field', async (_, given, field) => {
    const rejected = await on.call(admin, createProductKey, { body: { name: 'Key', ...given } })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: expect.arrayContaining([field]) })
    expect(await database.store.productKeys.count(on.product)).toBe(0)
  })

  it.each([
    ['a scope', { kind: 'payment', scopes: ['analytics:read'] }, 'scopes'],
    ['an empty list of scopes', { kind: 'crawler_intake', scopes: [] }, 'scopes'],
    ['the kind api', { kind: 'api' }, 'kind'],
    ['no kind', {}, 'kind'],
    ['null for a kind', { kind: null }, 'kind'],
    ['a name of 121 characters', { name: 'x'.repeat(121), kind: 'payment' }, 'name'],
    ['a list for a name', { name: [], kind: 'payment' }, 'name'],
    ['an unknown field', { kind: 'payment', issuer: 'tok_1' }, 'issuer'],
  ])('rejects an intake key with %s and names the field', async (_, given, field) => {
    const rejected = await on.call(admin, createIntakeKey, { body: { name: 'Key', ...given } })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: expect.arrayContaining([field]) })
    expect(await database.store.productKeys.count(on.product)).toBe(0)
  })
})
