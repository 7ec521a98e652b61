import { StateReason, ValueState } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { stateWords } from './describe-state.ts'

it('has words, and no number, for every reason there is', () => {
  for (const reason of [...StateReason.options, null]) {
    for (const state of ValueState.options.filter((name) => name !== 'available')) {
      const words = stateWords({ state, reason })
      expect(words?.short).toMatch(/^[A-Z][a-z ]+$/)
      expect(words?.why).toMatch(/^[A-Z].*\.$/)
    }
  }
})

it('has nothing to say where there is a number', () => {
  expect(stateWords({ state: 'available', reason: null })).toBeUndefined()
})
