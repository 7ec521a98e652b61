import { StateReason, ValueState } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { describeRows, describeState, hasNothing } from './describe-state.ts'

it('describes every state and reason without a number', () => {
  for (const reason of [...StateReason.options, null]) {
    for (const state of ValueState.options.filter((name) => name !== 'available')) {
      const stateText = describeState({ state, reason })
      expect(stateText?.short).toMatch(/^([A-Z][a-z ]+|–)$/)
      expect(stateText?.title ?? stateText?.short).toMatch(/^[A-Z][a-z ]+$/)
      expect(stateText?.why).toMatch(/^[A-Z].*\.$/)
    }
  }
})

it('names the metric that is not tracked yet', () => {
  const revenue = { state: 'unavailable', reason: 'metric_not_collected', metric: 'revenue' } as const
  expect(describeState(revenue)?.why).toBe('No revenue tracked yet.')
})

it('describes nothing for an available value', () => {
  expect(describeState({ state: 'available', reason: null })).toBeUndefined()
})

it('says once that no events exist, and shows breakdowns if some may exist', () => {
  for (const reason of ['filters_exclude_each_other', 'dimension_not_collected', 'in_the_future'] as const)
    expect(hasNothing({ state: 'unavailable', reason })).toBe(true)
  expect(hasNothing({ state: 'empty', reason: 'value_never_seen' })).toBe(true)
  expect(hasNothing({ state: 'available', reason: null })).toBe(false)
  expect(hasNothing({ state: 'withheld', reason: null })).toBe(false)
  expect(hasNothing({ state: 'unavailable', reason: 'not_fully_collected' })).toBe(false)
})

it('shows rows without a known total, and says why there are no rows', () => {
  const total = { state: 'unavailable', reason: 'not_fully_collected' } as const
  expect(describeRows(total, [{ state: 'available' }, { state: 'unavailable' }])).toBeUndefined()
  expect(describeRows(total, [{ state: 'unavailable' }])?.short).toBe('Incomplete')
})
