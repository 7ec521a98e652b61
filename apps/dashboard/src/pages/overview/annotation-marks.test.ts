import { expect, it } from 'vitest'
import { marksOf } from './annotation-marks.ts'

const annotation = (date: string) => ({
  id: `ann_${date}`,
  date,
  title: 'Launch',
  created_at: '2026-01-01T00:00:00Z',
  revision: 1,
  updated_at: '2026-01-01T00:00:00Z',
})
const points = (...starts: string[]) =>
  starts.map((start) => ({ start, complete: true, value: 1, state: 'available' as const }))

it('marks an annotation at the interval that contains its day', () => {
  const weeks = points('2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z', '2026-03-16T00:00:00Z')
  expect(marksOf([annotation('2026-03-02'), annotation('2026-03-15')], weeks)).toEqual([
    { at: 0, label: '1', title: 'Launch', color: 'warning' },
    { at: 1, label: '2', title: 'Launch', color: 'warning' },
  ])
})

it('marks an annotation at the first hour of its day', () => {
  const hours = points('2026-03-02T23:00:00Z', '2026-03-03T00:00:00Z', '2026-03-03T01:00:00Z')
  expect(marksOf([annotation('2026-03-03')], hours)).toEqual([{ at: 1, label: '1', title: 'Launch', color: 'warning' }])
})

it('joins the numbers of annotations in one interval, and marks none without points', () => {
  const months = points('2026-03-01T00:00:00Z')
  expect(marksOf([annotation('2026-03-03'), annotation('2026-03-04')], months)).toEqual([
    { at: 0, label: '1, 2', title: 'Launch, Launch', color: 'warning' },
  ])
  expect(marksOf([annotation('2026-03-03')], [])).toEqual([])
})
