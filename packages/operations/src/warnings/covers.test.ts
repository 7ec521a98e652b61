import { describe, expect, it } from 'vitest'
import { coveredEntries, coveredWarnings, notCompared } from './covered.ts'
import { networkCoverage } from './networks.ts'
import { patternCovers, referrerCovers } from './patterns.ts'

describe('the coverage of a shield', () => {
  it.each([
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/*', true],
    ['/a/*', '/a/b*c', true],
    ['*', '/a*', true],
    ['*/x', '/a/*/x', true],
    ['/a*b*c', '/a-b-c', true],
    ['/a', '/a', true],
    ['/a', '/a*', false],
    ['/a/b', '/a/*', false],
    ['/a*a', '/a', false],
    ['/*b*b', '/b', false],
    ['/a/*', '/A/b', false],
    ['/x*', '/*x', false],
  ])('says whether the pattern %s covers %s: %s', (wide, narrow, covers) => {
    expect(patternCovers(wide, narrow)).toBe(covers)
  })

  it.each([
    ['example.org', 'www.example.org/offers', true],
    ['*.example.org', 'a.example.org', true],
    ['example.org/a', 'example.org', false],
    ['Example.org', 'example.ORG', true],
  ])('says whether the referrer %s covers %s: %s', (wide, narrow, covers) => {
    expect(referrerCovers(wide, narrow)).toBe(covers)
  })

  it.each([
    ['203.0.113.0/24', '203.0.113.7', true],
    ['203.0.113.0/24', '203.0.113.128/25', true],
    ['203.0.113.128/25', '203.0.113.0/24', false],
    ['203.0.113.7', '203.0.113.7/32', true],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['203.0.113.0/24', '203.0.114.7', false],
  ])('says whether the network %s covers %s: %s', (wide, narrow, covers) => {
    expect(networkCoverage()(wide, narrow)).toBe(covers)
  })

  it('compares a hundred added entries, and says how many others there are', () => {
    let compared = 0
    const entries = Array.from({ length: 500 }, (_, i) => `/${i}`)
    const covered = coveredEntries(entries, entries, () => {
      compared++
      return false
    })
    expect(compared).toBe(100 * 499)
    expect(coveredWarnings(covered, notCompared(entries))).toEqual([
      'And 400 more, which were not compared with the others.',
    ])
    expect(coveredWarnings([], notCompared(entries.slice(0, 100)))).toEqual([])
  })
})
