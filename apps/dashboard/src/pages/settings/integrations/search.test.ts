import { describe, expect, it } from 'vitest'
import { describeProblem } from './connection-problem.ts'
import { parseReturn } from './search.ts'

describe('the return from the provider', () => {
  it.each([
    [{ connected: 1 }, { connected: 1 }],
    [{ problem: 'denied' }, { problem: 'denied' }],
    [{ connected: '1' }, {}],
    [{ connected: true }, {}],
    [{ problem: '<b>' }, {}],
    [{ problem: 7 }, {}],
    [{ problem: 'x'.repeat(41) }, {}],
    [{ other: 'x' }, {}],
  ])('reads the return parameters %j as %j', (search, read) => {
    const { connected, problem } = parseReturn(search)
    expect({ connected, problem }).toEqual({ connected: undefined, problem: undefined, ...read })
  })

  it('describes every problem of a connection, including unknown ones', () => {
    expect(describeProblem('denied').what).not.toBe(describeProblem('expired').what)
    expect(describeProblem('constructor')).toEqual(describeProblem('a_new_one'))
  })
})
