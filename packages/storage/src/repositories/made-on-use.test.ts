import { expect, it } from 'vitest'
import { madeOnUse } from './made-on-use.ts'

function counting() {
  const calls: string[] = []
  const make = madeOnUse<[string], { readonly first: object; readonly second: object }>({
    first(from) {
      calls.push(`first of ${from}`)
      return {}
    },
    second(from) {
      calls.push(`second of ${from}`)
      return {}
    },
  })
  return { calls, make }
}

it('makes a member when it is first read, and once for each object', () => {
  const { calls, make } = counting()
  const [a, b] = [make('a'), make('b')]
  expect(calls).toEqual([])
  expect(a.first).toBe(a.first)
  expect(a.first).not.toBe(b.first)
  expect(calls).toEqual(['first of a', 'first of b'])
})

it('lets nobody replace a member', () => {
  const { make } = counting()
  const made = make('a')
  const { first } = made
  expect(Reflect.set(made, 'first', {})).toBe(false)
  expect(made.first).toBe(first)
})
