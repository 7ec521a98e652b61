import { expect, it } from 'vitest'
import { searchedRows, searchFilters } from './all-rows.ts'
import { csvOf } from './all-rows-csv.ts'

const row = (key: string, value: number | null) => ({
  key,
  visitors: value,
  values: [{ value, state: value === null ? 'withheld' : 'available' } as const],
})

it('queries paths that contain a text, whatever their case', () => {
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
