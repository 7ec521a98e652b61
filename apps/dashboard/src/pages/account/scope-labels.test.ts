import { expect, it } from 'vitest'
import { ALL_SCOPES, SCOPE_LABELS, summarizeScopes } from './scope-labels.ts'

// The compiler checks that every scope has a label.
it('puts every scope into exactly one group', () => {
  expect([...ALL_SCOPES].sort()).toEqual(Object.keys(SCOPE_LABELS).sort())
})

it('summarizes what a token may read and change', () => {
  expect(summarizeScopes(['analytics:read'])).toBe('Can read: Statistics. Can’t make changes.')
  expect(summarizeScopes(['funnels:write', 'team:read', 'funnels:read'])).toBe(
    'Can read: Funnels and Team. Can change: Funnels.',
  )
  expect(summarizeScopes(ALL_SCOPES)).toBe('Full access.')
})
