import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { closeDays } from '@footfall/analytics'
import { defaultSettings, ProductId, TimeZone } from '@footfall/core-domain'
import { importEvents, importThreads, openGeo } from '@footfall/ingest'
import { createSchema, openEngine } from '@footfall/warehouse'
import { eventsCsvSql, historySql, sessionsCsvSql } from './history.ts'

/**
 * node prepare.ts DATA_DIR PRODUCT WEBSITE EVENTS FIRST_DAY_MS DAYS: makes the history, imports it, and writes it out for
 * PostgreSQL. A separate process, since only one may use the engine's directory. Sends its parent what it measured.
 */
const [dataDir = '', product = '', website = '', events = '0', firstDayMs = '0', days = '0'] = process.argv.slice(2)
const EVENTS_PER_VISIT = 6.3

const engine = await openEngine({ embedded: { path: `${dataDir}/clickhouse` } })
await createSchema(engine)
const history = `${dataDir}/history.ndjson`
const existing = await stat(history).then(
  () => true,
  () => false,
)
const visits = Math.ceil(Number(events) / EVENTS_PER_VISIT)
if (!existing) await engine.run(historySql(history, visits, Number(firstDayMs), Number(days)))

const geo = await openGeo()
const idleRss = process.memoryUsage.rss()
let peakRss = idleRss
const watch = setInterval(() => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss())
}, 50)
const summary = await importEvents({
  engine,
  profile: { product: ProductId.parse(product), ...defaultSettings(TimeZone.parse('Europe/Berlin')) },
  file: history,
  format: 'ndjson',
  stateDir: `${dataDir}/imports`,
  geo,
  clock: { now: () => Date.now() },
  random: { bytes: (count) => randomBytes(count) },
  threads: importThreads(availableParallelism()),
})
clearInterval(watch)
const [stored] = await engine.rows<{ n: string }>(`SELECT count() AS n FROM events WHERE product_id = '${product}'`)
if (Number(stored?.n) !== summary.events) throw new Error('what was imported is not what can be asked')
// As after an import from the command line.
await closeDays(engine, {
  product: ProductId.parse(product),
  timezone: TimeZone.parse('Europe/Berlin'),
  clock: { now: () => Date.now() },
  random: { bytes: (count) => randomBytes(count) },
  seen: new Map(),
  afterMs: 0,
})
if (website !== '-') {
  await engine.run(eventsCsvSql(`${dataDir}/events.csv`, product, website))
  await engine.run(sessionsCsvSql(`${dataDir}/sessions.csv`, product, website))
}
await engine.close()
process.send?.({ ...summary, idleRss, peakRss, bytes: (await stat(history)).size })
