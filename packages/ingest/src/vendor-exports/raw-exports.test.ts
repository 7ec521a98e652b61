import { expect, it } from 'vitest'
import { exportBench } from './test-support/export-fixture.ts'
import { ga4Events, matomoVisits, simpleAnalyticsRows } from './test-support/raw-exports.ts'

const bench = exportBench()

const dailyNumbers = (product: string) =>
  bench.engine.rows(
    `SELECT toString(toDate(ts)) AS day, toUInt32(countIf(kind = 'pageview')) AS pageviews,
toUInt32(countIf(kind = 'custom')) AS customs, toUInt32(uniqExactIf(visitor, kind != 'engagement')) AS visitors,
toUInt32(sum(engaged_ms)) AS engaged_ms
FROM events WHERE product_id = '${product}' GROUP BY day ORDER BY day`,
  )

it('imports the visits of the Live API of Matomo, day by day', async () => {
  const { json, days } = matomoVisits('2026-03-01', 6)
  expect(await bench.text('prd_matomo', json)).toMatchObject({ source: 'matomo', site: '1', from: '2026-03-01' })
  expect(await dailyNumbers('prd_matomo')).toEqual(days)
})

it('counts the times of actions of Matomo from the time of their visit, since the zone of the site shifts them', async () => {
  const { json } = matomoVisits('2026-03-01', 1)
  await bench.text('prd_shift', json)
  const [, , first, second] = await bench.events(
    'prd_shift',
    'toString(ts) AS at, path, toStringCutToZero(country) AS country, region, browser_version, device, os, source',
  )
  expect(first).toEqual({
    at: '2026-03-01 22:30:00.000',
    path: '/',
    country: 'FR',
    region: 'FR-IDF',
    browser_version: 'Chrome 126',
    device: 'mobile',
    os: 'macOS',
    source: 'Google',
  })
  expect(second?.at).toBe('2026-03-01 22:31:00.000')
})

it('lists the amounts of events that are not plain digits or have no currency, and imports the events without them', async () => {
  const at = Date.parse('2026-03-01T10:00:00Z') / 1000
  const order = (revenue: string) => ({
    type: 'ecommerceOrder',
    url: 'https://example.com/thanks',
    timestamp: at,
    revenue,
  })
  const visit = (idVisit: string, siteCurrency: string, ...actionDetails: object[]) => ({
    ...{ idSite: '1', idVisit, visitorId: idVisit, siteCurrency, firstActionTimestamp: at, actionDetails },
  })
  const json = JSON.stringify([
    visit('1', 'EUR', order('25.50'), order('-3'), order('1,000.00'), order('0'), order('')),
    visit('2', '', order('9')),
  ])
  const { leftOut } = await bench.text('prd_amounts', json)
  expect(leftOut).toMatchObject([
    { what: 'amounts that are not plain digits', count: 1 },
    { what: 'amounts without the code of a currency', count: 1 },
  ])
  const stored = await bench.events('prd_amounts', 'toString(revenue) AS revenue, currency')
  expect(stored.map(({ revenue, currency }) => `${revenue} ${currency}`).toSorted()).toEqual(
    ['-3 EUR', '0 ', '0 ', '0 ', '0 ', '25.5 EUR'].toSorted(),
  )
})

it.each(['2026-02-30T10:00:00.000Z', '2026-04-31T10:00:00.000Z', '2026-03-01T25:00:00.000Z'])(
  'rejects an export with the time %s, which is in no calendar, naming the line',
  async (time) => {
    const csv = `added_iso,hostname,path,session_id,datapoint\n${time},example.com,/,s1,pageview\n`
    await expect(bench.text('prd_noday', csv)).rejects.toThrow(/line 2: added_iso: must be a time/)
  },
)

it.each(['ndjson', 'array'] as const)(
  'imports the events of the BigQuery export of Google Analytics as %s, day by day',
  async (shape) => {
    const { events, days } = ga4Events('2026-03-01', 4)
    const text =
      shape === 'array' ? JSON.stringify(events, null, 1) : events.map((event) => JSON.stringify(event)).join('\n')
    const product = `prd_bq${shape}`
    expect(await bench.text(product, text)).toMatchObject({
      source: 'ga4',
      from: '2026-03-01',
      to: '2026-03-04',
      leftOut: [],
    })
    expect(await dailyNumbers(product)).toEqual(days)
    const names = await bench.engine.rows(
      `SELECT DISTINCT name FROM events WHERE product_id = '${product}' AND kind = 'custom' ORDER BY name`,
    )
    expect(names).toEqual([{ name: 'purchase' }])
    const [purchase] = (await bench.events(product, 'name, toString(revenue) AS revenue, currency, props')).filter(
      ({ name }) => name === 'purchase',
    )
    expect(purchase).toEqual({
      name: 'purchase',
      revenue: '12.5',
      currency: 'EUR',
      props: { currency: 'EUR', plan: 'team' },
    })
  },
)

it('imports the events of the BigQuery export of Google Analytics from Parquet', async () => {
  const { events, days } = ga4Events('2026-03-01', 3)
  const file = `${bench.directory}/events.parquet`
  await bench.engine.run(
    `INSERT INTO FUNCTION file('${file}', 'Parquet') SELECT * FROM format(JSONEachRow, '${events
      .map((event) => JSON.stringify(event))
      .join('\n')
      .replaceAll('\\', '\\\\')
      .replaceAll("'", "\\'")}')`,
  )
  expect(await bench.run('prd_bqparquet', file)).toMatchObject({ source: 'ga4', from: '2026-03-01', to: '2026-03-03' })
  expect(await dailyNumbers('prd_bqparquet')).toEqual(days)
})

it('imports the data points of Simple Analytics with the time on their pages, day by day', async () => {
  const { csv, days } = simpleAnalyticsRows('2026-03-01', 4)
  const summary = await bench.text('prd_sa', csv)
  expect(summary).toMatchObject({ source: 'simple-analytics', site: 'example.com', from: '2026-03-01' })
  expect(await dailyNumbers('prd_sa')).toEqual(days)
  expect(summary.leftOut).toEqual([{ what: 'rows of robots', count: 4, lines: expect.any(Array) }])
  expect(summary.leftOut[0]?.lines).toHaveLength(4)
})

it('adds nothing for a file that is imported a second time', async () => {
  const { json } = matomoVisits('2026-03-01', 2)
  const { csv } = simpleAnalyticsRows('2026-03-01', 2)
  await bench.text('prd_again', json)
  await expect(bench.text('prd_again', json)).rejects.toThrow(
    /nothing to import; left out: \d+ events that came before/,
  )
  await bench.text('prd_again', csv)
  await expect(bench.zip('prd_again', { 'a/b.csv': csv })).rejects.toThrow(/events that came before/)
})
