import { describe, expect, it } from 'vitest'
import { exportBench } from '../test-support/export-fixture.ts'
import { umamiExport } from '../test-support/umami-export.ts'

const bench = exportBench()

const fixture = umamiExport('2026-03-01', 5)
const dailyNumbers = (product: string) =>
  bench.engine.rows(
    `SELECT toString(toDate(ts)) AS day, toUInt32(countIf(kind = 'pageview')) AS pageviews,
toUInt32(countIf(kind = 'custom')) AS customs, toUInt32(uniqExact(visitor)) AS visitors, toUInt32(sum(visit_starts)) AS visits
FROM events WHERE product_id = '${product}' GROUP BY day ORDER BY day`,
  )

describe.each([
  ['CSV', fixture.csv],
  ['dump of PostgreSQL', fixture.postgres],
  ['dump of MySQL', fixture.mysql],
])('a %s of Umami', (_, text) => {
  it('imports the pageviews, events, visitors and visits that Umami counts, day by day', async () => {
    const product = `prd_${text.length}`
    const summary = await bench.text(product, text)
    expect(summary).toMatchObject({
      source: 'umami',
      from: '2026-03-01',
      to: '2026-03-05',
      events: fixture.rows,
      figures: 0,
    })
    expect(await dailyNumbers(product)).toEqual(fixture.days)
    const [row] = await bench.events(
      product,
      `toString(ts) AS at, name, hostname, path, title, source, channel, utm_campaign, toStringCutToZero(country) AS country,
region, city, language, device, browser, os, os_version, screen_size, import`,
    )
    expect(row).toEqual({
      at: '2026-03-01 10:00:00.000',
      name: 'pageview',
      hostname: 'example.com',
      path: '/pricing',
      title: 'Prices, plans',
      source: 'Google',
      channel: 'Organic Search',
      utm_campaign: 'spring',
      country: 'DE',
      region: 'DE-BE',
      city: 'Berlin',
      language: 'de-DE',
      device: 'desktop',
      browser: 'Chrome',
      os: 'Windows',
      os_version: 'Windows 10',
      screen_size: 'desktop',
      import: expect.stringMatching(/^imp_/),
    })
  })
})

it('keeps properties and revenue of events from a dump of Umami', async () => {
  await bench.text('prd_props', fixture.postgres)
  const [row] = (await bench.events('prd_props', 'name, props, toString(revenue) AS revenue, currency')).filter(
    ({ name }) => name === 'Signup',
  )
  expect(row).toEqual({ name: 'Signup', props: { plan: 'team with tab' }, revenue: '29', currency: 'EUR' })
})

it('counts events that several exports of Umami share once, however they are wrapped', async () => {
  const first = fixture.csv.split('\n').slice(0, 8).join('\n')
  await bench.text('prd_common', first)
  const second = await bench.zip('prd_common', { 'website_event.csv': fixture.csv, 'again.csv': fixture.csv })
  expect(await dailyNumbers('prd_common')).toEqual(fixture.days)
  expect(second.leftOut).toEqual([
    expect.objectContaining({
      what: 'events that came before, in this file or in an earlier import',
      count: 7 + fixture.rows,
    }),
  ])
  await expect(bench.text('prd_common', fixture.postgres)).rejects.toThrow(/has nothing to import/)
})

it('rejects an export of several websites until one is chosen by its number or domain', async () => {
  const both = umamiExport('2026-03-01', 2, { secondSite: true })
  const rejected = bench.text('prd_sites', both.postgres)
  await expect(rejected).rejects.toThrow(/site.*several sites, example\.com, other\.example/)
  expect(await dailyNumbers('prd_sites')).toEqual([])
  const summary = await bench.text('prd_sites', both.postgres, { site: 'example.com' })
  expect(summary.site).toBe('example.com')
  expect(await dailyNumbers('prd_sites')).toEqual(both.days)
  await expect(bench.text('prd_sites', both.postgres, { site: 'third.example' })).rejects.toThrow(
    /is not in the file; it has example\.com, other\.example/,
  )
})

it('joins events and sessions of Umami from two tables', async () => {
  const [header = '', ...rows] = fixture.csv.trim().split('\n')
  const cut = (row: string, from: number, to?: number) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).slice(from, to)
  const events = [header, ...rows].map((row) => cut(row, 0, 15).join(','))
  const sessions = [header, ...rows].map((row) => [...cut(row, 1, 3), ...cut(row, 15)].join(','))
  await bench.zip('prd_tables', { 'session.csv': sessions.join('\n'), 'website_event.csv': events.join('\n') })
  expect(await dailyNumbers('prd_tables')).toEqual(fixture.days)
  expect(await bench.engine.rows(`SELECT DISTINCT browser, city FROM events WHERE product_id = 'prd_tables'`)).toEqual([
    { browser: 'Chrome', city: 'Berlin' },
  ])
})

it('rejects an export of Umami whose table of events lacks a column or an id, naming entry and column', async () => {
  const lacking = fixture.csv.replace('event_id', 'event_number')
  await expect(bench.zip('prd_lacking', { 'website_event.csv': lacking })).rejects.toThrow(
    'website_event.csv line 1: event_id: is missing',
  )
  await expect(bench.text('prd_lacking', fixture.postgres.replaceAll('event_type', 'event_sort'))).rejects.toThrow(
    /^line \d+: website_event\.event_type: is missing/,
  )
  const [header = '', row = ''] = fixture.csv.split('\n')
  const at = header.split(',').indexOf('event_id')
  const cells = row.split(',')
  const empty = [header, cells.with(at, '').join(',')].join('\n')
  await expect(bench.text('prd_lacking', empty)).rejects.toThrow('line 2: event_id: is empty')
  expect(await dailyNumbers('prd_lacking')).toEqual([])
})
