import { expect, it } from 'vitest'
import { hasMoreValues } from './json-values.ts'

const has = (value: unknown, max: number) => hasMoreValues(Buffer.from(JSON.stringify(value)), max)

it.each([
  ['an object', { a: 1, b: 2, c: 3 }, 3],
  ['a list', [1, 2, 3], 3],
  ['nested lists', [[[[]]]], 4],
  ['texts with brackets, commas, quotes and backslashes', ['[,"\\{', '\\', '"', '{[ü,'], 4],
])('counts the values of %s and stops beyond the limit', (_what, value, count) => {
  expect(has(value, count)).toBe(false)
  expect(has(value, count - 1)).toBe(true)
})

it('counts nothing of a text that is too short to hold more values', () => {
  expect(hasMoreValues(Buffer.from('[[[['), 4)).toBe(false)
})
