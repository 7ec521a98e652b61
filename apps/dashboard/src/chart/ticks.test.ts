import { expect, it } from 'vitest'
import { dayTicks, evenTicks } from './ticks.ts'

it('labels every interval when there is room, and otherwise every nth', () => {
  expect(evenTicks(12, 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(evenTicks(12, 6)).toEqual([0, 2, 4, 6, 8, 10])
  expect(evenTicks(30, 5)).toEqual([0, 6, 12, 18, 24])
})

it('labels the first hour of each day, also of a day with 25 hours', () => {
  const hours = (day: string, count: number) => Array.from({ length: count }, () => `2026-10-${day}T00:00:00+01:00`)
  const starts = [...hours('24', 24), ...hours('25', 25), ...hours('26', 24)]
  expect(dayTicks(starts, 5)).toEqual([0, 24, 49])
  expect(dayTicks(starts, 2)).toEqual([0, 49])
})
