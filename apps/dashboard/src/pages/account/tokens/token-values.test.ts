import { describe, expect, it } from 'vitest'
import type { AccountToken } from '../../../api/types.ts'
import { changesIn, expiryOf, missingIn, NEW_TOKEN, type TokenValues, valuesOf } from './token-values.ts'

const TOKEN: AccountToken = {
  id: 'tok_1',
  name: 'Reader',
  prefix: 'jt_aaaaa',
  scopes: ['settings:read', 'analytics:read'],
  products: { mode: 'selected', ids: ['prd_1', 'prd_lost'] },
  parent_id: null,
  depth: 0,
  status: 'active',
  expires_at: '2027-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  revision: 3,
  updated_at: '2026-01-01T00:00:00Z',
}

describe('what is typed about a token', () => {
  const before = valuesOf(TOKEN)
  const changed = (values: Partial<TokenValues>) => changesIn({ ...before, ...values }, before)

  it('chooses nothing by itself, and says all that is missing', () => {
    expect(missingIn(NEW_TOKEN).map(({ path }) => path)).toEqual(['name', 'scopes', 'products'])
    expect(missingIn({ ...before, reach: 'selected', products: [] }).map(({ path }) => path)).toEqual(['products'])
    expect(missingIn({ ...before, end: 'date', date: '' }).map(({ path }) => path)).toEqual(['expires_at'])
    expect(missingIn(before)).toEqual([])
  })

  it('sends only what differs, so that a lost product is not asked for again', () => {
    expect(changed({})).toEqual({})
    expect(changed({ scopes: ['settings:read', 'analytics:read'] })).toEqual({})
    expect(changed({ name: 'Other' })).toEqual({ name: 'Other' })
    expect(changed({ scopes: ['analytics:read'] })).toEqual({ scopes: ['analytics:read'] })
    expect(changed({ reach: 'all' })).toEqual({ products: { mode: 'all' } })
    expect(changed({ end: 'never' })).toEqual({ expires_at: null })
  })

  it('ends with the last moment of the day that was chosen, or so many days from now', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    expect(expiryOf({ ...before, end: 'date', date: '2026-12-24' }, now)).toBe(
      new Date('2026-12-24T23:59:59').toISOString(),
    )
    const days = (Date.parse(expiryOf({ ...before, end: '90' }, now) ?? '') - now.getTime()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    expect(expiryOf(before, now)).toBe(TOKEN.expires_at)
  })
})
