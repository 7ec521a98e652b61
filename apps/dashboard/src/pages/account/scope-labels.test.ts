import { expect, it } from 'vitest'
import { ALL_SCOPES, SCOPE_WORDS, summaryOf } from './scope-labels.ts'

// That there are words for every scope is for the compiler to see: the scopes come from the API's own types.
it('has a place for every scope that has words, once', () => {
  expect([...ALL_SCOPES].sort()).toEqual(Object.keys(SCOPE_WORDS).sort())
})

it('says in few words what a token reads and what it changes', () => {
  expect(summaryOf(['analytics:read'])).toBe('Reads statistics. Changes nothing.')
  expect(summaryOf(['funnels:write', 'team:read', 'funnels:read'])).toBe('Reads funnels and team. Changes funnels.')
  expect(summaryOf(ALL_SCOPES)).toBe('Everything an agent may do.')
})
