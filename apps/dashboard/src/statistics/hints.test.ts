import { expect, it } from 'vitest'
import type { Hint } from '../api/types.ts'
import type { Filter } from './filters.ts'
import { describeHint, distinctHints } from './hints.ts'

const pricing: Filter = { dimension: 'page', operator: 'is', values: ['/pricng', '/'] }
const germany: Filter = { dimension: 'country', operator: 'is', values: ['DE'] }

it('offers similar values in place of one that was never collected', () => {
  const hint: Hint = {
    code: 'value_never_seen',
    filter: 'filters.1',
    value: '/pricng',
    did_you_mean: ['/pricing', '/'],
  }
  expect(describeHint(hint, [germany, pricing])).toEqual({
    text: '“/pricng” was never collected.',
    suggestions: [
      { label: 'Show /pricing', filters: [germany, { ...pricing, values: ['/pricing', '/'] }] },
      { label: 'Show /', filters: [germany, { ...pricing, values: ['/'] }] },
    ],
  })
})

it('names a step of a funnel that was never collected', () => {
  const hint = { code: 'value_never_seen', filter: 'data.1.steps.0', value: '/pricng' } as const
  expect(describeHint(hint, [])?.text).toBe('The step “/pricng” was never collected.')
  const near = { ...hint, filter: 'steps.2', did_you_mean: ['/pricing'] }
  expect(describeHint(near, [])?.text).toBe('The step “/pricng” was never collected. Did you mean /pricing?')
})

it('offers to count visits if no single event meets all conditions', () => {
  const hint = { code: 'filters_exclude_each_other', suggestion: 'scope: "visit"', visits: 1_234 } as const
  const group: Filter = { any: [pricing, germany] }
  expect(describeHint(hint, [germany, pricing, group])?.suggestions).toEqual([
    {
      label: 'Count visits that meet all conditions (1,234)',
      filters: [germany, { ...pricing, scope: 'visit' }, { any: [{ ...pricing, scope: 'visit' }, germany] }],
    },
  ])
})

it('offers visits without a page for a filter that excludes the page', () => {
  const other: Filter = { dimension: 'page', operator: 'is_not', values: ['/pricing'] }
  const hint = {
    code: 'negation_about_events',
    filter: 'filters.0',
    suggestion: 'scope: "visit"',
    visits: null,
  } as const
  expect(describeHint(hint, [other])).toEqual({
    text: '“Page is not /pricing” keeps visits that have other events, too.',
    suggestions: [{ label: 'Count only visits without it', filters: [{ ...other, scope: 'visit' }] }],
  })
})

it('says nothing about a filter that was removed', () => {
  expect(describeHint({ code: 'value_never_seen', filter: 'filters.3', value: 'x' }, [germany])).toBeUndefined()
})

it('shows a hint of several metrics once', () => {
  const hint = { code: 'filters_exclude_metric', suggestion: 'scope: "visit"', visits: 3 } as const
  expect(distinctHints([hint, { ...hint }, { ...hint, filter: 'filters.0' }])).toHaveLength(2)
})
