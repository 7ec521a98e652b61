import { Filters } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { CONDITIONS_MAX, type Filter, filtersOf, OPERATORS, SCOPES, withFilter } from './filters.ts'

const page: Filter = { dimension: 'page', operator: 'is', values: ['/pricing'] }

it('accepts every filter that the service accepts', () => {
  for (const operator of OPERATORS) {
    const filters = SCOPES.map((scope): Filter => ({ ...page, operator, scope, case_sensitive: false }))
    const asked = [...filters, { any: [page, page] }]
    expect(Filters.parse(asked)).toEqual(asked)
    expect(filtersOf(asked)).toEqual(asked)
  }
})

it('keeps no more conditions than the service accepts, and a group whole or not at all', () => {
  const group: Filter = { any: Array.from({ length: 15 }, () => page) }
  expect(filtersOf([group, group, page])).toEqual([group])
  expect(filtersOf(Array.from({ length: 30 }, () => page))).toHaveLength(CONDITIONS_MAX)
})

it('replaces a condition of the same dimension, operator and scope, and keeps the others', () => {
  const visit: Filter = { ...page, scope: 'visit' }
  const group: Filter = { any: [page] }
  const added = { ...page, values: ['/'] }
  expect(withFilter([page, visit, group], added)).toEqual([visit, group, added])
})

it('leaves out a filter that an empty form made, and keeps one for the rows without a value', () => {
  const empty: Filter = { dimension: 'page', operator: 'is', values: [''] }
  const none: Filter = { dimension: 'title', operator: 'is', values: [''] }
  expect(filtersOf([empty, none])).toEqual([none])
})
