import { expect, it } from 'vitest'
import type { Condition } from '../filters.ts'
import { conditionOf, draftOf } from './draft-condition.ts'

it('keeps a condition unchanged until it is edited', () => {
  const conditions: readonly Condition[] = [
    { dimension: 'title', operator: 'is', values: ['Pricing', ''] },
    { dimension: 'property:plan', operator: 'contains', values: ['pro'], scope: 'visitor', case_sensitive: false },
  ]
  for (const condition of conditions) expect(conditionOf(draftOf(condition))).toEqual(condition)
})

it('adds a typed value to the values of a filter when it is applied, and keeps each value once', () => {
  const draft = draftOf({ dimension: 'page', operator: 'is', values: ['/a'] })
  expect(conditionOf({ ...draft, typed: '/b' })).toMatchObject({ values: ['/a', '/b'] })
  expect(conditionOf({ ...draft, typed: '/a' })).toMatchObject({ values: ['/a'] })
})

it('names what a draft of a condition lacks', () => {
  expect(conditionOf(draftOf(undefined))).toEqual({ missing: 'values' })
  expect(conditionOf({ ...draftOf(undefined), kind: 'property', typed: 'x' })).toEqual({ missing: 'property' })
})

it('leaves out the scope of visits for an attribute of visits', () => {
  const draft = { ...draftOf({ dimension: 'source', operator: 'is', values: ['Google'] }), scope: 'visit' } as const
  expect(conditionOf(draft)).toEqual({ dimension: 'source', operator: 'is', values: ['Google'] })
})

it('a condition treats blanks as no value, and never filters by a page without a path', () => {
  expect(conditionOf({ ...draftOf(undefined), typed: '  ' })).toEqual({ missing: 'values' })
  expect(conditionOf({ ...draftOf(undefined), values: [''] })).toEqual({ missing: 'values' })
  const none = { dimension: 'utm_source', operator: 'is', values: [''] } as const
  expect(conditionOf(draftOf(none))).toEqual(none)
})
