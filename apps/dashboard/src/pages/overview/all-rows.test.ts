import { expect, it } from 'vitest'
import type { Metric } from '../../api/types.ts'
import { firstOrder, metricsOf, searchedRows, searchFilters, shownColumns } from './all-rows.ts'
import { csvOf } from './all-rows-csv.ts'

const row = (key: string, value: number | null) => ({
  key,
  visitors: value,
  values: [{ value, state: value === null ? 'withheld' : 'available' } as const],
})

it('queries paths that contain a text, ignoring case', () => {
  expect(JSON.parse(searchFilters('page', 'pric', []).filters ?? '')).toEqual([
    { dimension: 'page', operator: 'contains', values: ['pric'], case_sensitive: false },
  ])
  expect(searchFilters('page', '', [])).toEqual({})
})

it('finds a country by its name, although its value is a code', () => {
  expect(searchFilters('country', 'germ', [])).toEqual({})
  expect(searchedRows('country', [row('DE', 2), row('FR', 1)], 'germ')).toEqual([row('DE', 2)])
})

it('leaves the cell of a withheld value empty, and prevents a path from being a formula', () => {
  const csv = csvOf({ dimension: 'page', metrics: ['visitors'], total: 4 }, [row('=cmd()', 2), row('/b', null)])
  expect(csv.split('\r\n').slice(1, 3)).toEqual(["'=cmd(),'=cmd(),2,0.5,,", '/b,/b,,,,'])
})

it('a file has the change of a share in percentage points, and says so', () => {
  const changed = (value: number, previous: number) => ({
    ...row('/a', value),
    previous: [previous],
    change: [(value - previous) / previous],
  })
  const linesOf = (metric: Metric, value: number, previous: number) =>
    csvOf({ dimension: 'page', metrics: [metric], total: undefined }, [changed(value, previous)]).split('\r\n')
  const [header, line] = linesOf('bounce_rate', 0.5, 0.4)
  expect(header).toContain('Change (percentage points)')
  expect(line).toBe('/a,/a,0.5,,0.4,10')
  expect(linesOf('visitors', 5, 4)).toEqual([expect.not.stringContaining('points'), '/a,/a,5,,4,0.25', ''])
})

it('offers time on page and scroll depth of pages, and conversions, rate and revenue of sources and campaigns', () => {
  expect(metricsOf('page', [])).toEqual(expect.arrayContaining(['time_on_page', 'scroll_depth']))
  for (const dimension of ['source', 'utm_campaign', 'entry_page'] as const) {
    expect(metricsOf(dimension, [])).toEqual(expect.arrayContaining(['conversions', 'conversion_rate', 'revenue']))
  }
})

it('offers time on page and scroll depth of the values of a property', () => {
  expect(metricsOf('property:author', [])).toEqual(expect.arrayContaining(['time_on_page', 'scroll_depth']))
})

it('offers only metrics of conversions while a goal is chosen', () => {
  const filters = [{ dimension: 'goal', operator: 'is', values: ['Signup'], scope: 'visit' }] as const
  expect(metricsOf('source', filters)).toEqual(['conversions', 'conversion_rate', 'revenue'])
})

it('leaves out the columns that are turned off, but never all of them', () => {
  expect(shownColumns(['visitors', 'revenue'], new Set(['revenue']))).toEqual(['visitors'])
  expect(shownColumns(['visitors', 'revenue'], new Set(['revenue', 'visitors']))).toEqual(['visitors'])
})

it('sorts first by the metric of the page if the table has it', () => {
  expect(firstOrder(['visitors', 'revenue'], 'revenue')).toBe('revenue:desc')
  expect(firstOrder(['visitors', 'events'], 'revenue')).toBe('visitors:desc')
})
