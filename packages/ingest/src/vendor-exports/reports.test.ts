import { expect, it } from 'vitest'
import { exportBench } from './test-support/export-fixture.ts'

const bench = exportBench('Europe/Berlin')

const COMMENTS = (from: string, to: string) =>
  `# ----------------------------------------\n# Reports snapshot\n# Account: Example\n# Property: example.com\n# ----------------------------------------\n#\n# Start date: ${from}\n# End date: ${to}\n`

it('imports the tables with days of a report of Google Analytics, day by day', async () => {
  const csv = `${COMMENTS('20260301', '20260303')}Nth day,Active users,Sessions,Engaged sessions,Average session duration,Views
0000,10,12,9,30.5,40
0001,20,22,15,31,60
0002,5,5,5,0,5

# Start date: 20260301
# End date: 20260303
Country,Active users
Germany,30
`
  const summary = await bench.text('prd_nth', csv)
  expect(summary).toMatchObject({ source: 'ga4', from: '2026-03-01', to: '2026-03-03', figures: 3 })
  expect(summary.leftOut).toEqual([{ what: 'rows of tables without days', count: 1, lines: [{ entry: '', line: 17 }] }])
  expect(await bench.numbers('prd_nth', '', 'visitors, visits, pageviews, bounces, visit_seconds, events')).toEqual([
    {
      day: '2026-03-01',
      visitors: '10',
      visits: '12',
      pageviews: '40',
      bounces: '3',
      visit_seconds: 366,
      events: null,
    },
    {
      day: '2026-03-02',
      visitors: '20',
      visits: '22',
      pageviews: '60',
      bounces: '7',
      visit_seconds: 682,
      events: null,
    },
    { day: '2026-03-03', visitors: '5', visits: '5', pageviews: '5', bounces: '0', visit_seconds: 0, events: null },
  ])
})

it('imports an exploration of Google Analytics without its total row and its automatic events', async () => {
  const csv = `# ----------------------------------------\n# Free form 1\n# example.com - GA4\n# 20260301-20260302\n# ----------------------------------------

Date,Event name,Event count,Active users,Totals
,,30,12,Grand total
20260301,session_start,10,9
20260301,page_view,12,9
20260301,sign_up,2,2
20260302,user_engagement,6,5
20260302,sign_up,1,1
`
  const summary = await bench.text('prd_exploration', csv)
  expect(await bench.numbers('prd_exploration', 'event', 'key, events, visitors')).toEqual([
    { day: '2026-03-01', key: 'pageview', events: '12', visitors: '9' },
    { day: '2026-03-01', key: 'sign_up', events: '2', visitors: '2' },
    { day: '2026-03-02', key: 'sign_up', events: '1', visitors: '1' },
  ])
  expect(await bench.numbers('prd_exploration', '', 'visitors')).toEqual([])
  expect(summary.leftOut).toMatchObject([
    { what: 'session_start, first_visit and user_engagement, which are not custom events', count: 2 },
  ])
})

it('imports responses of the Data API of Google Analytics with countries by their codes, and rejects an incomplete one', async () => {
  const report = {
    dimensionHeaders: [{ name: 'date' }, { name: 'country' }, { name: 'city' }],
    metricHeaders: [
      { name: 'sessions', type: 'TYPE_INTEGER' },
      { name: 'activeUsers', type: 'TYPE_INTEGER' },
    ],
    rows: [
      ['20260301', 'Germany', 'Berlin', '7', '6'],
      ['20260301', 'Germany', 'Hamburg', '3', '3'],
      ['20260301', 'Türkiye', 'Istanbul', '2', '1'],
    ].map(([date, country, city, sessions, users]) => ({
      dimensionValues: [{ value: date }, { value: country }, { value: city }],
      metricValues: [{ value: sessions }, { value: users }],
    })),
    rowCount: 3,
    kind: 'analyticsData#runReport',
  }
  await bench.text('prd_api', JSON.stringify(report, null, 2))
  const part = JSON.stringify({ ...report, rowCount: 10_001 })
  await expect(bench.text('prd_part', part)).rejects.toThrow('rowCount: is 10001, but the answer has 3 rows')
  expect(await bench.numbers('prd_api', 'country', 'key, visits, visitors')).toEqual([
    { day: '2026-03-01', key: 'DE', visits: '10', visitors: null },
    { day: '2026-03-01', key: 'TR', visits: '2', visitors: null },
  ])
  expect(await bench.numbers('prd_api', 'city', 'keys, visits, visitors')).toEqual([
    { day: '2026-03-01', keys: ['Berlin', '', 'DE'], visits: '7', visitors: '6' },
    { day: '2026-03-01', keys: ['Hamburg', '', 'DE'], visits: '3', visitors: '3' },
    { day: '2026-03-01', keys: ['Istanbul', '', 'TR'], visits: '2', visitors: '1' },
  ])
})

it('reports which countries and devices of a report of Google Analytics are unknown', async () => {
  const csv =
    'Date,Country,Device category,Sessions\n20260301,Atlantis,desktop,4\n20260301,Germany,toaster,2\n20260301,(not set),,1\n'
  const { leftOut } = await bench.text('prd_unmapped', csv)
  expect(leftOut.map(({ what, count, lines }) => [what, count, lines[0]?.line])).toEqual([
    ['values of "Country" that are not known here', 1, 2],
    ['values of "Device category" that are not known here', 1, 3],
  ])
})

it('does not add two reports of the same days, and never adds users of pages or sources', async () => {
  const byChannel =
    'Date,Session default channel group,Sessions,Active users\n20260301,Direct,4,3\n20260301,Email,2,2\n'
  const byPage = 'Date,Page path,Views,Active users\n20260301,/,9,5\n20260301,/a?b=c,3,2\n20260301,/a,1,1\n'
  const byDay = 'Date,Sessions,Active users,Views\n20260301,6,5,13\n'
  await bench.zip('prd_reports', {
    'channels.csv': byChannel,
    'pages.csv': byPage,
    'again.csv': byPage,
    'day.csv': byDay,
  })
  expect(await bench.numbers('prd_reports', '', 'visitors, visits, pageviews')).toEqual([
    { day: '2026-03-01', visitors: '5', visits: '6', pageviews: '13' },
  ])
  expect(await bench.numbers('prd_reports', 'page', 'key, pageviews')).toEqual([
    { day: '2026-03-01', key: '/', pageviews: '9' },
    { day: '2026-03-01', key: '/a', pageviews: '4' },
  ])
  // A later report of the same day by another dimension comes in; the total of the day stays.
  const later = await bench.text('prd_reports', 'Date,Device category,Sessions\n20260301,mobile,6\n20260302,mobile,1\n')
  expect(later).toMatchObject({ from: '2026-03-01', to: '2026-03-02', figures: 2 })
  await expect(bench.text('prd_reports', byDay)).rejects.toThrow(/1 rows of days that were imported before/)
})

it('imports the hours of Fathom, which are UTC, into days of the product, and adds up only additive metrics', async () => {
  const csv = `datetime,hostname,pathname,referrer_hostname,country_code,browser,device_type,pageviews,visits,uniques
2026-03-01 22:00:00,https://example.com,/,www.google.com,DE,Chrome,Phone,3,2,2
2026-03-01 22:00:00,https://example.com,/a,,DE,Chrome,Desktop,1,0,0
2026-03-01 23:00:00,https://blog.example.com,/,,CH,Firefox,Desktop,2,1,1
`
  const summary = await bench.text('prd_fathom', csv)
  expect(summary).toMatchObject({ source: 'fathom', site: 'example.com', from: '2026-03-01', to: '2026-03-02' })
  expect(await bench.numbers('prd_fathom', '', 'pageviews, visits, visitors')).toEqual([
    { day: '2026-03-01', pageviews: '4', visits: null, visitors: null },
    { day: '2026-03-02', pageviews: '2', visits: null, visitors: null },
  ])
  expect(await bench.numbers('prd_fathom', 'source', 'key, pageviews')).toEqual([
    { day: '2026-03-01', key: '', pageviews: '1' },
    { day: '2026-03-01', key: 'Google', pageviews: '3' },
    { day: '2026-03-02', key: '', pageviews: '2' },
  ])
})

it('treats a file of Fathom as one by day if every time is midnight, and as one by hour otherwise', async () => {
  const header = 'timestamp,pageviews,visits,uniques\n'
  await bench.text('prd_fathommidnight', `${header}2026-03-01 00:00:00,30,12,10\n2026-03-02 00:00:00,8,4,4\n`)
  expect(await bench.numbers('prd_fathommidnight', '', 'pageviews, visits, visitors')).toEqual([
    { day: '2026-03-01', pageviews: '30', visits: '12', visitors: '10' },
    { day: '2026-03-02', pageviews: '8', visits: '4', visitors: '4' },
  ])
  await bench.text('prd_fathomhours', `${header}2026-03-01 00:00:00,30,12,10\n2026-03-01 01:00:00,8,4,4\n`)
  expect(await bench.numbers('prd_fathomhours', '', 'pageviews, visits, visitors')).toEqual([
    { day: '2026-03-01', pageviews: '38', visits: '16', visitors: null },
  ])
})

it('imports the days of Fathom with all their metrics if no column splits them', async () => {
  const day =
    'date,pageviews,visits,uniques,avg_duration,bounce_rate\n2026-03-01,30,12,10,45.5,0.25\n2026-03-02,8,4,4,10,0.5\n'
  const browsers = 'date,browser,pageviews,visits,uniques\n2026-03-01,Chrome,20,8,7\n2026-03-01,Safari,10,4,3\n'
  await bench.zip('prd_fathomdays', { 'pageviews-browser.csv': browsers, 'pageviews-site-totals.csv': day })
  expect(await bench.numbers('prd_fathomdays', '', 'pageviews, visits, visitors, visit_seconds, bounces')).toEqual([
    { day: '2026-03-01', pageviews: '30', visits: '12', visitors: '10', visit_seconds: 546, bounces: '3' },
    { day: '2026-03-02', pageviews: '8', visits: '4', visitors: '4', visit_seconds: 40, bounces: '2' },
  ])
  expect(await bench.numbers('prd_fathomdays', 'browser', 'key, visitors')).toEqual([
    { day: '2026-03-01', key: 'Chrome', visitors: '7' },
    { day: '2026-03-01', key: 'Safari', visitors: '3' },
  ])
})

it('does not treat an unknown metric of Google Analytics as a dimension, so that the totals of the day stay', async () => {
  const csv = `${COMMENTS('20260301', '20260301')}Date,Sessions,Bounces,Scrolled users,My own metric,Active users
20260301,6,2,1,3,5
`
  const { leftOut } = await bench.text('prd_metric', csv)
  expect(await bench.numbers('prd_metric', '', 'visitors, visits')).toEqual([
    { day: '2026-03-01', visitors: '5', visits: '6' },
  ])
  expect(leftOut.map(({ what }) => what)).toEqual(
    ['Bounces', 'Scrolled users', 'My own metric'].map((name) => `columns "${name}", which Footfall has no metric for`),
  )
  const report = {
    dimensionHeaders: [{ name: 'date' }],
    metricHeaders: [{ name: 'customEvent:points' }, { name: 'sessions' }, { name: 'keyEvents:purchase' }],
    rows: [{ dimensionValues: [{ value: '20260301' }], metricValues: ['-5.5', '6', '1'].map((value) => ({ value })) }],
  }
  await bench.text('prd_metricapi', JSON.stringify(report))
  expect(await bench.numbers('prd_metricapi', '', 'visits')).toEqual([{ day: '2026-03-01', visits: '6' }])
})

it('rejects a report with a column of numbers that may be a metric or split the rows, naming entry and column', async () => {
  const ga4 = `${COMMENTS('20260301', '20260301')}Date,My numbers,Sessions\n20260301,4,6\n`
  await expect(bench.zip('prd_numbers', { 'free-form.csv': ga4 })).rejects.toThrow(
    /^free-form\.csv line 9: "My numbers": is an unknown column of numbers/,
  )
  const fathom = 'date,pageviews,visits,uniques,exits\n2026-03-01,30,12,10,4\n'
  await expect(bench.zip('prd_numbers', { 'totals.csv': fathom })).rejects.toThrow(
    /^totals\.csv line 1: "exits": is an unknown column of numbers/,
  )
  expect(await bench.numbers('prd_numbers', '', 'visits')).toEqual([])
})

it('lists the rows of a report that are split by unknown columns', async () => {
  const csv = `${COMMENTS('20260301', '20260301')}Date,Campaign ID,Sessions\n20260301,17,6\n\nDate,Sessions\n20260301,8\n`
  const { leftOut } = await bench.text('prd_split', csv)
  expect(leftOut).toEqual([
    { what: 'rows split by columns that Footfall has no dimension for', count: 1, lines: [{ entry: '', line: 10 }] },
  ])
  expect(await bench.numbers('prd_split', '', 'visits')).toEqual([{ day: '2026-03-01', visits: '8' }])
})

it('adds up rows of one day and key in a file of Fathom', async () => {
  await bench.text('prd_fathomrows', 'date,pageviews,visits,uniques\n2026-03-01,30,12,10\n2026-03-01,5,2,2\n')
  expect(await bench.numbers('prd_fathomrows', '', 'pageviews, visits')).toEqual([
    { day: '2026-03-01', pageviews: '35', visits: '14' },
  ])
})
