import { textsIn } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { watchOf } from './kinds/index.ts'

it('the preview of an alert says in a whole sentence when it is sent', () => {
  const rules = [
    [
      { kind: 'spike', span: 'hour', percent: 100, minimum: 50 },
      'when an hour has 100% more visitors than usual, and at least 50',
    ],
    [
      { kind: 'drop', span: 'day', percent: 40, minimum: 100 },
      'when a day has 40% fewer visitors than usual, if at least 100 are usual',
    ],
    [{ kind: 'goal', goal: 'Sign-up', count: 1 }, 'when the goal “Sign-up” has 1 conversion in a day'],
    [{ kind: 'errors', measure: 'errors', span: 'hour', limit: 40 }, 'when an hour has more than 40 script errors'],
    [{ kind: 'errors', measure: 'lcp', span: 'day', limit: 2500 }, 'when the LCP of a day is above 2500 ms'],
    [{ kind: 'errors', measure: 'cls', span: 'hour', limit: 0.25 }, 'when the CLS of an hour is above 0.25'],
    [{ kind: 'silent', hours: 3 }, 'when no event arrives for 3 hours in which events are usual'],
  ] as const
  for (const [rule, words] of rules) expect(watchOf(rule).inWords(textsIn('en').say)).toBe(words)
})
