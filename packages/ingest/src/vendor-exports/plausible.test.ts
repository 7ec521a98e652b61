import { expect, it } from 'vitest'
import { exportBench } from './test-support/export-fixture.ts'
import { plausibleExport } from './test-support/plausible-export.ts'

const bench = exportBench('Europe/Berlin')

it('imports every value of an export of Plausible, day by day', async () => {
  const { files, days } = plausibleExport('2026-03-01', 40)
  const summary = await bench.zip('prd_days', files)
  expect(summary).toMatchObject({ source: 'plausible', site: null, from: '2026-03-01', to: '2026-04-09', events: 0 })
  expect(
    await bench.numbers('prd_days', '', 'visitors, visits, pageviews, events, bounces, visit_seconds, import, source'),
  ).toEqual(
    days.map(({ day, visitors, visits, pageviews, bounces, seconds }) => ({
      day,
      ...{ visitors: String(visitors), visits: String(visits), pageviews: String(pageviews), bounces: String(bounces) },
      events: String(pageviews + 6),
      visit_seconds: seconds,
      import: expect.stringMatching(/^imp_/),
      source: 'plausible',
    })),
  )
  const visits = (dimension: string) =>
    bench.engine.rows(
      `SELECT toString(day) AS day, sum(visits) AS visits FROM imported_days WHERE product_id = 'prd_days' AND dimension = '${dimension}' GROUP BY day ORDER BY day`,
    )
  for (const dimension of ['channel', 'source', 'country', 'device', 'browser', 'os', 'entry_page', 'exit_page'])
    expect(await visits(dimension), dimension).toEqual(
      days.map((one) => ({ day: one.day, visits: String(one.visits) })),
    )
})

it('counts the imported values and days that are older than the product keeps', async () => {
  const { files } = plausibleExport('2023-11-11', 20)
  const { tooOld, figures, from } = await bench.zip('prd_old', files, { dryRun: true })
  expect(from).toBe('2023-11-11')
  expect(tooOld).toMatchObject({ events: 0, figures: figures / 2 })
  expect(tooOld.days.toSorted()).toEqual(Array.from({ length: 10 }, (_, i) => `2023-11-${11 + i}`))
})

it('names sources, browsers, systems, devices and places of Plausible as those of collected events', async () => {
  const { files } = plausibleExport('2026-03-01', 1)
  const summary = await bench.zip('prd_names', files)
  const keys = async (dimension: string) => (await bench.numbers('prd_names', dimension, 'key')).map(({ key }) => key)
  expect(await keys('source')).toEqual(['', 'Google', 'X', 'letter'])
  expect(await keys('channel')).toEqual(['Direct', 'Email', 'Organic Search', 'Organic Social'])
  expect(await keys('referrer')).toEqual(['', 'google.com', 't.co'])
  expect(await keys('utm_source')).toEqual(['', 'letter'])
  expect(await keys('browser')).toEqual(['Chrome', 'Microsoft Edge'])
  expect(await keys('browser_version')).toEqual(['Chrome 120', 'Microsoft Edge 119'])
  expect(await keys('os')).toEqual(['Windows', 'macOS'])
  expect(await keys('os_version')).toEqual(['Windows 10', 'macOS 14.1'])
  expect(await keys('device')).toEqual(['desktop', 'mobile'])
  expect(await keys('country')).toEqual(['DE', 'US'])
  expect(await keys('region')).toEqual(['', 'DE-BE', 'US-CA'])
  expect(await keys('event')).toEqual(['Outbound Link: Click', 'Signup'])
  expect(await keys('property:url')).toEqual(['https://other.example/'])
  expect(summary.leftOut).toEqual([
    {
      what: 'events named engagement, which the script of Plausible sends on its own',
      count: 1,
      lines: [{ entry: 'imported_custom_events_20260301_20260301.csv', line: 4 }],
    },
    {
      what: 'cities, which the export gives by their number only',
      count: 2,
      lines: [
        { entry: 'imported_locations_20260301_20260301.csv', line: 2 },
        { entry: 'imported_locations_20260301_20260301.csv', line: 3 },
      ],
    },
  ])
})

it('adds up rows of one day and key in a table of Plausible, and counts a copy of a table once', async () => {
  const pages = `date,hostname,page,visits,visitors,pageviews
2026-03-01,a.example,/pricing,3,2,5
2026-03-01,b.example,/pricing,4,4,7
2026-03-01,a.example,/pricing,1,1,2
`
  const visitors = `date,visitors,pageviews,bounces,visits,visit_duration
2026-03-01,5,10,2,6,60
2026-03-01,2,4,1,2,30
`
  const customs = `date,name,link_url,path,visitors,events
2026-03-01,Signup,,,2,3
2026-03-01,Signup,,,1,1
`
  await bench.zip('prd_added', {
    'imported_pages.csv': pages,
    'imported_visitors.csv': visitors,
    'imported_custom_events.csv': customs,
    'imported_custom_events_20260301_20260301.csv': customs,
  })
  expect(await bench.numbers('prd_added', 'page', 'key, pageviews, visits')).toEqual([
    { day: '2026-03-01', key: '/pricing', pageviews: '14', visits: '8' },
  ])
  expect(await bench.numbers('prd_added', 'event', 'key, events')).toEqual([
    { day: '2026-03-01', key: 'Signup', events: '4' },
  ])
  expect(await bench.numbers('prd_added', '', 'visitors, visits, pageviews, bounces, visit_seconds, events')).toEqual([
    { day: '2026-03-01', visitors: '7', visits: '8', pageviews: '14', bounces: '3', visit_seconds: 90, events: '18' },
  ])
})

it('leaves out the bounces of a Plausible row that has more bounces than visits, and names the line', async () => {
  const visitors = `date,visitors,pageviews,bounces,visits,visit_duration
2026-03-01,5,9,8,6,60
2026-03-02,5,9,6,6,60
`
  const summary = await bench.zip('prd_bounces', { 'imported_visitors.csv': visitors })
  expect(summary.leftOut).toEqual([
    {
      what: 'bounces of rows with more of them than visits',
      count: 1,
      lines: [{ entry: 'imported_visitors.csv', line: 2 }],
    },
  ])
  expect(await bench.numbers('prd_bounces', '', 'visitors, visits, bounces')).toEqual([
    { day: '2026-03-01', visitors: '5', visits: '6', bounces: null },
    { day: '2026-03-02', visitors: '5', visits: '6', bounces: '6' },
  ])
})

it.each([
  ['imported_visitors_20260301_20260301.csv', 'visits'],
  ['example.com/imported_visitors.csv', 'date'],
  ['imported_pages.csv', 'page'],
])('rejects an export of Plausible whose table %s lacks the column %s, naming both', async (name, column) => {
  const header = 'date,hostname,page,visitors,pageviews,bounces,visits,visit_duration'
  const without = header.split(',').filter((one) => one !== column)
  const { files } = plausibleExport('2026-03-01', 1)
  const rejected = bench.zip('prd_lacking', { ...files, [name]: `${without}\n` })
  await expect(rejected).rejects.toThrow(`${name} line 1: ${column}: is missing`)
  expect(await bench.numbers('prd_lacking', '', 'visits')).toEqual([])
})
