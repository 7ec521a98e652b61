import { expect, it } from 'vitest'
import { CONVERSION_QUESTIONS, filtersFor, isConversionView, queryFor } from './conversion-view.ts'
import type { Filter } from './filters.ts'

const SIGNUP: Filter = { dimension: 'goal', operator: 'is', values: ['Signup'], scope: 'visit' }
const GERMANY: Filter = { dimension: 'country', operator: 'is', values: ['DE'] }

it('treats a filter by goal as a conversion view, for events and visits', () => {
  expect(isConversionView([GERMANY, SIGNUP])).toBe(true)
  expect(isConversionView([{ ...SIGNUP, scope: 'event' }])).toBe(true)
  expect(isConversionView([{ dimension: 'goal', operator: 'is', values: ['Signup'] }])).toBe(true)
})

it('does not treat another filter as a conversion view', () => {
  expect(isConversionView([])).toBe(false)
  expect(isConversionView([GERMANY])).toBe(false)
  expect(isConversionView([{ ...SIGNUP, operator: 'is_not' }])).toBe(false)
  expect(isConversionView([{ ...SIGNUP, scope: 'visitor' }])).toBe(false)
  expect(isConversionView([{ any: [SIGNUP, GERMANY] }])).toBe(false)
})

it('selects the conversions of a goal for their number and rate, and its visits for every other metric', () => {
  expect(filtersFor('conversions', [GERMANY, SIGNUP])).toEqual([GERMANY, { ...SIGNUP, scope: 'event' }])
  expect(filtersFor('conversion_rate', [SIGNUP])).toEqual([{ ...SIGNUP, scope: 'event' }])
  for (const metric of ['visitors', 'revenue', 'visit_duration'] as const) {
    expect(filtersFor(metric, [{ ...SIGNUP, scope: 'event' }])).toEqual([SIGNUP])
  }
})

it('asks each metric of a view of conversions once', () => {
  expect(CONVERSION_QUESTIONS).toEqual([
    ['conversions', 'conversion_rate'],
    ['visitors', 'visits', 'revenue', 'visit_duration'],
  ])
})

it('leaves the question as it is without a filter by goal', () => {
  const query = { period: '30d', filters: JSON.stringify([GERMANY]) } as const
  expect(queryFor('conversions', { query, filters: [GERMANY] })).toBe(query)
})
