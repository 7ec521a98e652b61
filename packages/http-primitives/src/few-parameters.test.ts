import { expect, it } from 'vitest'
import { hasTooManyParameters, PARAMETERS_MAX } from './few-parameters.ts'

it('allows as many parameters as the limit, empty ones included, and not one more', () => {
  const queryOf = (count: number, parameter = 'a=1') => Array(count).fill(parameter).join('&')
  for (const parameter of ['a=1', 'a', '']) {
    expect(hasTooManyParameters(queryOf(PARAMETERS_MAX, parameter))).toBe(false)
    expect(hasTooManyParameters(queryOf(PARAMETERS_MAX + 1, parameter))).toBe(true)
  }
  expect(hasTooManyParameters('')).toBe(false)
})
