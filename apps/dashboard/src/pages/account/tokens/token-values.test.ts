import { describe, expect, it } from 'vitest'
import type { AccountToken } from '../../../api/types.ts'
import { diffToken, expiryOf, findMissing, NEW_TOKEN, scopesOf, type TokenValues, valuesOf } from './token-values.ts'

const TOKEN: AccountToken = {
  id: 'tok_1',
  name: 'Reader',
  prefix: 'jt_aaaaa',
  scopes: ['settings:read', 'analytics:read'],
  products: { mode: 'selected', ids: ['prd_1', 'prd_lost'] },
  read_only: false,
  toolsets: null,
  preview_first: false,
  approval: false,
  parent_id: null,
  depth: 0,
  status: 'active',
  expires_at: '2027-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  allowed_networks: [],
  last_used_network: null,
  last_used_operation: null,
  revision: 3,
  updated_at: '2026-01-01T00:00:00Z',
}

describe('the values of the token form', () => {
  const before = valuesOf(TOKEN)
  const changed = (values: Partial<TokenValues>) => diffToken({ ...before, ...values }, before)

  it('preselects nothing and lists every missing field', () => {
    expect(findMissing(NEW_TOKEN).map(({ path }) => path)).toEqual(['name', 'scopes', 'products'])
    expect(findMissing({ ...before, mode: 'selected', products: [] }).map(({ path }) => path)).toEqual(['products'])
    expect(findMissing({ ...before, end: 'date', date: '' }).map(({ path }) => path)).toEqual(['expires_at'])
    expect(findMissing(before)).toEqual([])
  })

  it('leaves out the scope to create products if products are selected', () => {
    const full: TokenValues = { ...before, scopes: ['analytics:read', 'products:write'] }
    expect(scopesOf({ ...full, mode: 'all' })).toEqual(['analytics:read', 'products:write'])
    expect(scopesOf({ ...full, mode: 'selected' })).toEqual(['analytics:read'])
    expect(findMissing({ ...full, scopes: ['products:write'] }).map(({ path }) => path)).toEqual(['scopes'])
  })

  it('sends only what changed, so that a product without membership is not requested again', () => {
    expect(changed({})).toEqual({})
    expect(changed({ scopes: ['settings:read', 'analytics:read'] })).toEqual({})
    expect(changed({ name: 'Other' })).toEqual({ name: 'Other' })
    expect(changed({ scopes: ['analytics:read'] })).toEqual({ scopes: ['analytics:read'] })
    expect(changed({ mode: 'all' })).toEqual({ products: { mode: 'all' } })
    expect(changed({ readOnly: true })).toEqual({ read_only: true })
    expect(changed({ toolsets: ['team', 'analytics'] })).toEqual({ toolsets: ['analytics', 'team'] })
    expect(changed({ previewFirst: true })).toEqual({ preview_first: true })
    expect(changed({ approval: true })).toEqual({ approval: true })
    expect(changed({ end: 'never' })).toEqual({ expires_at: null })
  })

  it('sets the expiry to the end of the chosen day, or to a number of days from now', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    expect(expiryOf({ ...before, end: 'date', date: '2026-12-24' }, now)).toBe(
      new Date('2026-12-24T23:59:59').toISOString(),
    )
    const days = (Date.parse(expiryOf({ ...before, end: '90' }, now) ?? '') - now.getTime()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    expect(expiryOf(before, now)).toBe(TOKEN.expires_at)
  })
})
