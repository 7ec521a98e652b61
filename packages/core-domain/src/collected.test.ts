import { describe, expect, it } from 'vitest'
import { CollectedEvent } from './collected.ts'

const named = (name: string) =>
  CollectedEvent.safeParse({ product: 'prd_1', name, url: 'https://example.com/' }).error?.issues.map(
    ({ path, message }) => [path.join('.'), message],
  )

describe('the name of a collected event', () => {
  it.each(['Sign up', 'pageview\u200b', 'tab\there', '👩‍🚀'])(
    'the name of a collected event may contain what is removed on arrival: %j',
    (name) => {
      expect(named(name)).toBeUndefined()
    },
  )

  it.each(['', ' ', '\u200b', '\u202e\u2066\ufeff', '\u0000\n', '\u{e0041}'])(
    'the name of a collected event must contain something visible: %j',
    (name) => {
      expect(named(name)).toEqual([['name', 'must not be empty']])
    },
  )

  it('the name of a collected event has at most 120 characters', () => {
    expect(named('x'.repeat(120))).toBeUndefined()
    expect(named('x'.repeat(121))).toEqual([['name', 'must have at most 120 characters']])
  })
})
