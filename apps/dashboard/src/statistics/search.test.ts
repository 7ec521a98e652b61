import { defaultParseSearch } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import {
  chosenTab,
  keepReportSearch,
  keepSearchAcrossProducts,
  parseFunnels,
  parseOverview,
  parseReport,
  shownTabs,
} from './search.ts'

it('reads every valid search parameter', () => {
  const search = {
    period: '7d',
    compare: 'none',
    tz: 'Asia/Tokyo',
    filters: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }],
    metric: 'bounce_rate',
    interval: 'hour',
    pages: 'exit_page',
    all: 'property:plan',
    table: true,
  }
  expect(parseOverview(search)).toEqual(search)
})

it('reads the links that the API puts into overviews', () => {
  const filters = [{ dimension: 'page', operator: 'is', values: ['/ä b?&='] }]
  const written = new URLSearchParams({
    from: '2026-11-01',
    to: '2026-11-07',
    tz: 'Asia/Tokyo',
    compare: 'previous_period_weekdays',
    filters: JSON.stringify(filters),
  })
  expect(parseOverview(defaultParseSearch(`?${written}`))).toEqual({
    ...{ from: '2026-11-01', to: '2026-11-07', tz: 'Asia/Tokyo', compare: 'previous_period_weekdays', filters },
  })
})

it('shows the chosen tab of a card, and the first of the cards whose tab is not chosen or is of another card', () => {
  const shown = (search: Parameters<typeof parseOverview>[0]) =>
    Object.fromEntries(shownTabs(parseOverview(search)).map(({ card, tab }) => [card, tab]))
  expect(shown({ places: 'map', goals: 'country' })).toEqual({ ...shown({}), places: 'map' })
  expect(shown({})).toMatchObject({ places: 'country', goals: 'goal', sources: 'source' })
  expect(Object.keys(chosenTab('places', 'map'))).toEqual(['places'])
})

/** What is left of an address, without the names of what was left out. */
const valuesOf = ({ ignored: _, ...values }: ReturnType<typeof parseOverview>) => values

it('ignores each invalid search parameter and keeps the valid ones', () => {
  for (const nonsense of ['x', '', 7, null, [], {}, true, 'x'.repeat(10_000), ['is'], { period: '7d' }]) {
    const search = {
      period: nonsense,
      from: nonsense,
      to: nonsense,
      compare: nonsense,
      tz: nonsense,
      filters: nonsense,
      metric: nonsense,
      interval: nonsense,
      pages: nonsense,
      all: nonsense,
      unknown: nonsense,
    }
    expect({ nonsense, parsed: valuesOf(parseOverview(search)) }).toEqual({ nonsense, parsed: {} })
    expect(valuesOf(parseOverview({ ...search, metric: 'visits' }))).toEqual({ metric: 'visits' })
  }
})

it('ignores dates that are not a valid date range', () => {
  expect(parseReport({ from: '2026-01-01', to: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  for (const search of [
    { from: '2026-01-31', to: '2026-01-01' },
    { from: '2026-01-01' },
    { to: '2026-01-01' },
    { from: '2026-02-30', to: '2026-03-01' },
  ]) {
    expect(valuesOf(parseReport(search))).toEqual({})
  }
})

it('keeps valid filters and leaves out invalid ones', () => {
  const good = { dimension: 'country', operator: 'is_not', values: ['DE', ''] }
  const filters = [
    good,
    null,
    'page',
    { ...good, dimension: 'color' },
    { ...good, dimension: 'property:' },
    { ...good, operator: 'like' },
    { ...good, values: [] },
    { ...good, values: [3] },
    { ...good, values: ['x'.repeat(2_049)] },
    { ...good, more: 1 },
  ]
  expect(parseReport({ filters })).toEqual({ filters: [good], ignored: ['filters'] })
  expect(parseReport({ filters: Array.from({ length: 30 }, () => good) }).filters).toHaveLength(20)
})

it('names the ignored parameters until the reader opens another page', () => {
  const search = {
    period: '31d',
    filters: [{ dimension: 'color', operator: 'is', values: ['red'] }],
    metric: 'clicks',
  }
  const parsed = parseOverview(search)
  expect(parsed.ignored).toEqual(['period', 'filters', 'metric'])
  expect(parseOverview(parsed).ignored).toEqual(['period', 'filters', 'metric'])
  expect(parseReport(search).ignored).toEqual(['period', 'filters'])
  expect(keepReportSearch(search).ignored).toBeUndefined()
  expect(parseOverview({ period: '30d', filters: [] }).ignored).toBeUndefined()
  expect(parseReport({ ignored: ['color'] }).ignored).toBeUndefined()
})

it('accepts a custom comparison only with two days in order', () => {
  const custom = { compare: 'custom', compare_from: '2026-01-01', compare_to: '2026-01-31' }
  expect(parseReport(custom)).toEqual(custom)
  expect(parseReport({ ...custom, compare_to: undefined }).ignored).toEqual(['compare', 'compare_from'])
  const turned = { ...custom, compare_from: '2026-02-01' }
  expect(parseReport(turned)).toEqual({ ignored: ['compare', 'compare_from', 'compare_to'] })
  expect(valuesOf(parseReport({ ...custom, compare: 'none' }))).toEqual({ compare: 'none' })
})

it('reads the dimension by which funnels are shown', () => {
  expect(parseFunnels({ by: 'property:plan' })).toEqual({ by: 'property:plan' })
  expect(parseFunnels({ by: 'color' })).toEqual({ ignored: ['by'] })
})

it('keeps only the date range for the link to another page', () => {
  expect(keepReportSearch({ period: 'this_year', metric: 'visits', all: 'page', table: true })).toEqual({
    period: 'this_year',
  })
})

it('keeps the date range and the filters that another product understands, and leaves out those on pages, events and properties', () => {
  const country = { dimension: 'country', operator: 'is', values: ['DE'] }
  const page = { dimension: 'page', operator: 'is', values: ['/pricing'] }
  const plan = { dimension: 'property:plan', operator: 'is', values: ['pro'] }
  const kept = keepSearchAcrossProducts({
    period: '7d',
    tz: 'UTC',
    filters: [country, page, { any: [country, page] }, plan],
  })
  expect(kept).toMatchObject({ period: '7d', tz: 'UTC', filters: [country] })
  expect(keepSearchAcrossProducts({ filters: [page] }).filters).toBeUndefined()
  expect(keepSearchAcrossProducts({ segment: 'seg_8fKq2Lr0aZ5xYw7B1c3D' }).segment).toBeUndefined()
})
