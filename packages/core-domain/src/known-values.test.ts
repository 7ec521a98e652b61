import { expect, it } from 'vitest'
import { folded, knownValue } from './known-values.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  names: [`${String(hour).padStart(2, '0')}:00`],
}))
const GOALS = [
  { value: 'plan 12', names: [] },
  { value: 'signup', names: ['Signed up (v1.2)'] },
]

it.each([
  ['-1', HOURS],
  ['+8', HOURS],
  ['1.2', HOURS],
  ['1 2', HOURS],
  ['0.8', HOURS],
  ['08.00', HOURS],
  ['plan 1.2', GOALS],
  ['Signed up (v12)', GOALS],
])('takes %j for no other number', (given, vocabulary) => {
  expect(knownValue(given, vocabulary)).toBeUndefined()
})

it.each([
  [' 8 ', HOURS, '8'],
  ['08:00', HOURS, '8'],
  ['Plan-12', GOALS, 'plan 12'],
  ['signed-up, V1.2', GOALS, 'signup'],
])('understands %j in spite of case and punctuation', (given, vocabulary, value) => {
  expect(knownValue(given, vocabulary)).toBe(value)
})

it.each([
  ['Côte d’Ivoire', 'cotedivoire'],
  ['U.S.', 'us'],
  ['R&D', 'randd'],
  ['1.2-beta', '1.2beta'],
  ['-', '-'],
])('folds %j to its letters and numbers', (name, folds) => {
  expect(folded(name)).toBe(folds)
})
