import { describe, expect, it } from 'vitest'
import { problemWords } from './connection-problem.ts'
import { parseReturn } from './search.ts'

describe('coming back from the provider', () => {
  it.each([
    [{ connected: 1 }, { connected: 1 }],
    [{ problem: 'denied' }, { problem: 'denied' }],
    [{ connected: '1' }, {}],
    [{ connected: true }, {}],
    [{ problem: '<b>' }, {}],
    [{ problem: 7 }, {}],
    [{ problem: 'x'.repeat(41) }, {}],
    [{ other: 'x' }, {}],
  ])('with %j is read as %j', (search, read) => {
    const { connected, problem } = parseReturn(search)
    expect({ connected, problem }).toEqual({ connected: undefined, problem: undefined, ...read })
  })

  it('says something of every problem, also of one that is not known here', () => {
    expect(problemWords('denied').what).not.toBe(problemWords('expired').what)
    expect(problemWords('constructor')).toEqual(problemWords('a_new_one'))
  })
})
