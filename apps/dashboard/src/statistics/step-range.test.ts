import { expect, it } from 'vitest'
import { rangeOfIntervals, stepRange } from './step-range.ts'

const KEPT = { today: '2026-11-24', retention: { available_from: '2026-01-01' } }

it('steps to the range of as many days before and after', () => {
  const week = { from: '2026-11-03', to: '2026-11-09', ...KEPT }
  expect(stepRange(week, 'earlier')).toEqual({ from: '2026-10-27', to: '2026-11-02' })
  expect(stepRange(week, 'later')).toEqual({ from: '2026-11-10', to: '2026-11-16' })
  const day = { from: '2026-03-01', to: '2026-03-01', ...KEPT }
  expect(stepRange(day, 'earlier')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
})

it('steps from whole months to whole months, whatever their length', () => {
  const february = { from: '2026-02-01', to: '2026-02-28', ...KEPT }
  expect(stepRange(february, 'earlier')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(stepRange(february, 'later')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  const quarter = { from: '2026-04-01', to: '2026-06-30', ...KEPT }
  expect(stepRange(quarter, 'later')).toEqual({ from: '2026-07-01', to: '2026-09-30' })
})

it('ends a later range today at the latest, and knows none after it', () => {
  const days = { from: '2026-11-08', to: '2026-11-19', ...KEPT }
  expect(stepRange(days, 'later')).toEqual({ from: '2026-11-13', to: '2026-11-24' })
  expect(stepRange({ from: '2026-11-24', to: '2026-11-24', ...KEPT }, 'later')).toBeUndefined()
  expect(stepRange({ from: '2026-11-01', to: '2026-11-30', ...KEPT }, 'later')).toBeUndefined()
})

it('knows no range before the days that are kept', () => {
  expect(stepRange({ from: '2026-01-01', to: '2026-01-05', ...KEPT }, 'earlier')).toBeUndefined()
})

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map((day) => `${day}T00:00:00+01:00`)
const SHOWN = { from: '2026-11-01', to: '2026-11-04' }

it('opens the days of the intervals that were chosen in a chart', () => {
  expect(rangeOfIntervals(DAYS, { first: 1, last: 1 }, 'day', SHOWN)).toEqual({ from: '2026-11-02', to: '2026-11-02' })
  expect(rangeOfIntervals(DAYS, { first: 1, last: 2 }, 'day', SHOWN)).toEqual({ from: '2026-11-02', to: '2026-11-03' })
})

it('opens no days but those that a chart shows', () => {
  const weeks = ['2026-10-26T00:00:00+01:00', '2026-11-02T00:00:00+01:00']
  expect(rangeOfIntervals(weeks, { first: 0, last: 0 }, 'week', SHOWN)).toEqual({
    from: '2026-11-01',
    to: '2026-11-01',
  })
  expect(rangeOfIntervals(weeks, { first: 1, last: 1 }, 'week', SHOWN)).toEqual({
    from: '2026-11-02',
    to: '2026-11-04',
  })
  const month = { from: '2026-10-10', to: '2026-11-20' }
  expect(rangeOfIntervals(['2026-10-01'], { first: 0, last: 0 }, 'month', month)).toEqual({
    from: '2026-10-10',
    to: '2026-10-31',
  })
})

it('opens nothing where the chart shows these days already, or has no such interval', () => {
  expect(rangeOfIntervals(DAYS, { first: 0, last: 3 }, 'day', SHOWN)).toBeUndefined()
  expect(rangeOfIntervals(DAYS, { first: 7, last: 9 }, 'day', SHOWN)).toBeUndefined()
  const hours = ['2026-11-01T00:00:00+01:00', '2026-11-01T01:00:00+01:00']
  const oneDay = { from: '2026-11-01', to: '2026-11-01' }
  expect(rangeOfIntervals(hours, { first: 1, last: 1 }, 'hour', oneDay)).toBeUndefined()
})
