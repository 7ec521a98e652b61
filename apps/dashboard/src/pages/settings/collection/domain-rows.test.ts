import { describe, expect, it } from 'vitest'
import { rowsOf, withoutRow, withPrimary, withRow } from './domain-rows.ts'

const stored = rowsOf({
  domains: [
    { hostname: 'example.com', primary: true },
    { hostname: 'shop.example.com', primary: false },
  ],
})
const primaries = (rows: typeof stored) => rows.filter(({ primary }) => primary).map(({ hostname }) => hostname)
const keyOf = (hostname: string) => stored.find((row) => row.hostname === hostname)?.key ?? ''

describe('the form of domains', () => {
  it('always has exactly one primary hostname unless there are no domains', () => {
    expect(primaries(withRow([], 'first.example'))).toEqual(['first.example'])
    expect(primaries(withRow(stored, 'third.example'))).toEqual(['example.com'])
    expect(primaries(withPrimary(stored, keyOf('shop.example.com')))).toEqual(['shop.example.com'])
    expect(primaries(withoutRow(stored, keyOf('shop.example.com')))).toEqual(['example.com'])
    expect(primaries(withoutRow(stored, keyOf('example.com')))).toEqual(['shop.example.com'])
  })

  it('gives every domain a unique key', () => {
    const rows = withRow(withRow(stored))
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4)
  })
})
