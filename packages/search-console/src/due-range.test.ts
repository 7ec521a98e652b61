import type { LocalDate } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { firstDue, months } from './due-range.ts'

const day = (text: string) => text as LocalDate
const first = (today: string, syncedOn?: string, lastDay?: string) =>
  firstDue(day(today), {
    syncedOn: syncedOn === undefined ? undefined : day(syncedOn),
    lastDay: lastDay === undefined ? undefined : day(lastDay),
  })

describe('the first day due', () => {
  it.each([
    ['2026-11-20', '2025-07-20'],
    // February has no 30th.
    ['2026-06-30', '2025-03-02'],
  ])('the first due day is sixteen months before %s at first: %s', (today, expected) => {
    expect(first(today)).toBe(expected)
  })

  it.each([
    ['2026-05-20', '2026-05-01'],
    ['2026-05-03', '2026-04-29'],
    ['2020-01-01', '2025-07-20'],
  ])('the first due day after an interrupted first sync up to %s is %s', (lastDay, expected) => {
    expect(first('2026-11-20', undefined, lastDay)).toBe(expected)
  })

  it.each([
    ['2026-11-19', '2026-11-16', '2026-11-12'],
    ['2026-11-19', '2026-08-01', '2026-10-19'],
    ['2026-11-19', undefined, '2026-10-19'],
    ['2024-01-01', '2023-12-29', '2025-07-20'],
  ])('the first due day after a sync on %s with rows up to %s is %s', (syncedOn, lastDay, expected) => {
    expect(first('2026-11-20', syncedOn, lastDay)).toBe(expected)
  })
})

describe('months', () => {
  it('divides a date range at the end of every month, in order', () => {
    expect(months(day('2027-12-31'), day('2028-03-01'))).toEqual([
      { from: '2027-12-31', to: '2027-12-31' },
      { from: '2028-01-01', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-01' },
    ])
  })

  it('returns no month for an empty date range', () => {
    expect(months(day('2028-01-02'), day('2028-01-01'))).toEqual([])
  })
})
