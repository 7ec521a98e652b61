import { describe, expect, it } from 'vitest'
import { closest, nearest, otherNamesOf } from './nearest.ts'

describe('names similar to another one', () => {
  it.each([
    ['visitrs', ['visitors', 'visits'], ['visitors', 'visits']],
    ['utmSource', ['utm_medium', 'utm_source'], ['utm_source']],
    ['PAGE', ['page', 'exit_page'], ['page', 'exit_page']],
    ['/pirce', ['/', '/price', '/pricing'], ['/price']],
    ['search', ['Direct', 'Organic Search', 'Paid Search'], ['Paid Search', 'Organic Search']],
    ['de', ['en-GB', 'de-CH', 'DE-de', 'dex'], ['de-CH', 'DE-de']],
    ['nothing like it', ['visitors', 'visits'], []],
    ['', ['visitors'], []],
  ])('finds the names similar to %j by case, letters, beginning and part', (asked, names, near) => {
    expect(nearest(asked, { names })).toEqual(near)
  })

  it('finds a similar name by another name of it', () => {
    const otherNames = otherNamesOf({ page: ['url'], source: ['came from'] })
    expect(nearest('URL', { names: ['source', 'page'], otherNames })).toEqual(['page'])
    expect(nearest('came_from', { names: ['page', 'source'], otherNames })).toEqual(['source'])
  })

  it('suggests at most three similar names', () => {
    expect(nearest('utm', { names: ['utm_a', 'utm_b', 'utm_c', 'utm_d'] })).toEqual(['utm_a', 'utm_b', 'utm_c'])
  })

  it('compares the first two thousand names', () => {
    const names = (before: number) => [...Array.from({ length: before }, (_, i) => `${i}`), 'visitors']
    expect(nearest('visitrs', { names: names(1_999) })).toEqual(['visitors'])
    expect(nearest('visitrs', { names: names(2_000) })).toEqual([])
  })

  it('compares long texts by their beginnings', () => {
    expect(nearest(`/${'a'.repeat(100_000)}`, { names: [`/${'a'.repeat(90_000)}`] })).toHaveLength(1)
  })

  it.each([
    ['organik', ['Direct', 'Organic Search', 'Organic Social'], ['Organic Search', 'Organic Social', 'Direct']],
    ['8', ['1', '2', '5', '6', '7'], ['7', '6', '5']],
    ['nothing like it', ['a', 'b', 'c', 'd'], ['a', 'b', 'c']],
    ['anything', [], []],
  ])('the closest of few names to %j are suggested however far they are', (asked, names, offered) => {
    expect(closest(asked, names)).toEqual(offered)
  })
})
