import { expect, it } from 'vitest'
import { valueTicks } from './value-ticks.ts'

it('puts a tick at or above the highest value', () => {
  expect(valueTicks(5_600, true)).toEqual([0, 2_000, 4_000, 6_000])
  expect(valueTicks(4_000, true)).toEqual([0, 1_000, 2_000, 3_000, 4_000])
  expect(valueTicks(0.4722, false)).toEqual([0, 0.2, 0.4, 0.6])
  for (const highest of [1, 3, 7, 9.99, 101, 12_345, 10 ** 9, 0.001]) {
    const ticks = valueTicks(highest, false)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks.length).toBeLessThanOrEqual(5)
  }
})

it('puts ticks of counts only at whole numbers', () => {
  for (const highest of [1, 2, 3, 5, 9, 10, 11]) {
    expect(valueTicks(highest, true).every(Number.isInteger)).toBe(true)
  }
})

it('keeps a line of zeros apart from the upper edge', () => {
  expect(valueTicks(0, true)).toEqual([0, 1])
  expect(valueTicks(Number.MIN_VALUE, true)).toEqual([0, 1])
})
