import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportBench } from './test-support/export-fixture.ts'
import { plausibleExport } from './test-support/plausible-export.ts'
import { umamiExport } from './test-support/umami-export.ts'
import { UMAMI_EVENT_COLUMNS } from './umami/event.ts'

const bench = exportBench()

const START = 1_772_400_000
const visit = (actions: readonly object[], over: object = {}) => ({
  idSite: '1',
  idVisit: '1',
  visitorId: 'a',
  deviceType: 'Desktop',
  countryCode: 'de',
  firstActionTimestamp: START,
  actionDetails: actions,
  ...over,
})
const page = { type: 'action', url: 'https://example.com/', timestamp: START }
const matomo = (...visits: readonly object[]) => JSON.stringify(visits)

it('reads a visit of Matomo with more actions than a call accepts arguments', async () => {
  const others = Array.from({ length: 150_000 }, () => ({ type: 'other', timestamp: START + 1 }))
  const summary = await bench.text('prd_long', matomo(visit([page, ...others])), { dryRun: true })
  expect(summary).toMatchObject({ events: 1, leftOut: [{ what: 'actions of the type other', count: 150_000 }] })
})

it('treats a goal of Matomo without an address as one of the page before it', async () => {
  const goal = { type: 'goal', goalName: 'Trial', timestamp: START + 5 }
  const next = { ...page, url: 'https://example.com/docs', timestamp: START + 9 }
  await bench.text('prd_before', matomo(visit([page, goal, next, goal])))
  const goals = await bench.engine.rows(
    "SELECT path FROM events WHERE product_id = 'prd_before' AND kind = 'custom' ORDER BY path",
  )
  expect(goals).toEqual([{ path: '/' }, { path: '/docs' }])
})

it('rejects a time of Matomo that is outside of any calendar, naming the line', async () => {
  const text = matomo(visit([page], { firstActionTimestamp: 9_000_000_000_000_000 }))
  await expect(bench.text('prd_time', text)).rejects.toThrow(
    /^line 1: firstActionTimestamp: is not as Live.getLastVisitsDetails/,
  )
})

it('rejects an object with more nested objects than an export has', async () => {
  const text = `[{"idVisit":"1","firstActionTimestamp":1,"actionDetails":[${'{},'.repeat(5_000_001)}{}]}]`
  await expect(bench.text('prd_objects', text)).rejects.toThrow(/is too long$/)
})

it('rejects a statement of a dump with thousands of line ends that do not end it', async () => {
  const text = `-- PostgreSQL database dump\nINSERT INTO website_event (${UMAMI_EVENT_COLUMNS}) VALUES ('a${';\n'.repeat(10_000)}`
  await expect(bench.text('prd_dump', text)).rejects.toThrow(/has a statement that is too long$/)
})

it('lists at most a hundred kinds of what is left out, since files choose their names', async () => {
  const actions = Array.from({ length: 500 }, (_, i) => ({ type: `kind ${i}`, timestamp: START }))
  const { leftOut } = await bench.text('prd_kinds', matomo(visit([page, ...actions])), { dryRun: true })
  expect(leftOut).toHaveLength(101)
  expect(leftOut.at(-1)).toMatchObject({ what: 'rows of other kinds', count: 400 })
})

it('lists at most a hundred sites of a file with several sites', async () => {
  const visits = Array.from({ length: 300 }, (_, i) =>
    visit([page], { idSite: String(i), siteName: `site${i}`, idVisit: String(i) }),
  )
  const rejection = await bench.text('prd_sites', matomo(...visits)).catch((error: Error) => error.message)
  expect(rejection).toMatch(/^site: is required: the file has several sites, .* and 200 more$/)
})

it('rejects an export with more events than the disk has room for, which a dry run does not need', async () => {
  const { csv, rows } = umamiExport('2026-03-01', 2)
  const freeBytesMin = Number.MAX_SAFE_INTEGER
  await expect(bench.text('prd_disk', csv, { freeBytesMin })).rejects.toThrow(/^file: holds more events than the disk/)
  expect(await bench.events('prd_disk', 'name')).toEqual([])
  expect(await bench.text('prd_disk', csv, { freeBytesMin, dryRun: true })).toMatchObject({ events: rows })
  expect(await readdir(join(bench.directory, 'state'))).toEqual([])
})

it('rejects an export that needs more memory than the process has', async () => {
  const { files } = plausibleExport('2026-03-01', 2)
  await expect(bench.zip('prd_memory', files, { memoryBytesMax: 1 })).rejects.toThrow(
    /^file: needs more memory than the service has/,
  )
  expect(await bench.numbers('prd_memory', '', 'visitors')).toEqual([])
})
