import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dateOfEpochDay,
  daysBetween,
  epochDay,
  LocalDate,
  utcDate,
  yearBefore,
} from './local-date.ts'

const date = (text: string) => LocalDate.parse(text)

describe('LocalDate', () => {
  it.each([
    '2026-02-30',
    '2023-02-29',
    '2026-13-01',
    '2026-2-3',
    '+002026-02-03',
    '1969-12-31',
    '2149-01-01',
    '2026-02-03T00:00:00Z',
    '2026-02-03\n',
    '２０２６-02-03',
    '',
    20_260_203,
    null,
  ])('rejects %j as a local date', (value) => {
    expect(LocalDate.safeParse(value).success).toBe(false)
  })

  it.each(['1970-01-01', '2024-02-29', '2148-12-31'])('accepts %s as a local date', (value) => {
    expect(LocalDate.parse(value)).toBe(value)
  })
})

describe('the arithmetic of dates', () => {
  it('adds and subtracts days across the ends of months and years', () => {
    expect(addDays(date('2024-02-28'), 1)).toBe('2024-02-29')
    expect(addDays(date('2027-01-01'), -1)).toBe('2026-12-31')
  })

  it('adds months to a date, up to the last day of a shorter month', () => {
    expect(addMonths(date('2026-01-31'), 1)).toBe('2026-02-28')
    expect(addMonths(date('2026-03-15'), -15)).toBe('2024-12-15')
  })

  it('subtracts a year from a leap day to 28 February', () => {
    expect(yearBefore(date('2024-02-29'))).toBe('2023-02-28')
    expect(yearBefore(date('2026-11-20'))).toBe('2025-11-20')
  })

  it('counts the days of a date from 1970-01-01, and converts them back', () => {
    expect(epochDay(date('1970-01-02'))).toBe(1)
    expect(dateOfEpochDay(epochDay(date('2148-12-31')))).toBe('2148-12-31')
    expect(daysBetween(date('2024-02-28'), date('2024-03-01'))).toBe(2)
  })

  it('returns the date of an instant in UTC', () => {
    expect(utcDate(Date.parse('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20')
    expect(utcDate(Date.parse('2026-11-21T00:00:00.000Z'))).toBe('2026-11-21')
  })
})
