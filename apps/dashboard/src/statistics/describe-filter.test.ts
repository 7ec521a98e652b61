import { expect, it } from 'vitest'
import { describeFilter } from './describe-filter.ts'
import type { Condition } from './filters.ts'

const page: Condition = { dimension: 'page', operator: 'is', values: ['/pricing'] }

it('describes a condition by dimension, operator and values', () => {
  expect(describeFilter(page)).toBe('Page is /pricing')
  expect(describeFilter({ dimension: 'country', operator: 'is_not', values: ['DE', 'FR'] })).toBe(
    'Country is not Germany or France',
  )
  expect(describeFilter({ ...page, operator: 'contains', case_sensitive: false })).toBe(
    'Page contains /pricing (any case)',
  )
})

it('shows an empty value as (none), or by its name if it has one', () => {
  expect(describeFilter({ ...page, values: [''] })).toBe('Page is (none)')
  expect(describeFilter({ dimension: 'source', operator: 'is', values: [''] })).toBe('Source is Direct')
})

it('says whether a visit or a visitor has an event, or has none', () => {
  expect(describeFilter({ ...page, scope: 'visit' })).toBe('Visit has: Page is /pricing')
  expect(describeFilter({ ...page, operator: 'is_not', scope: 'visit' })).toBe('Visit has no: Page is /pricing')
  expect(describeFilter({ ...page, operator: 'not_contains', scope: 'visitor' })).toBe(
    'Visitor has no: Page contains /pricing',
  )
  expect(describeFilter({ dimension: 'device', operator: 'is', values: ['tv'], scope: 'visit' })).toBe('Device is TV')
})

it('joins alternatives with “or”', () => {
  expect(describeFilter({ any: [page, { ...page, values: ['/'] }] })).toBe('Page is /pricing, or Page is /')
})
