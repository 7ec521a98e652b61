import { closeDays } from '@footfall/analytics'
import { DAY_MS, ProductId, TimeZone } from '@footfall/core-domain'
import { seededRandom } from '@footfall/testkit'
import { createSchema, openEngine } from '@footfall/warehouse'
import { PLAUSIBLE_TABLES, plausibleRows } from './plausible.ts'
import { scaleDataSql } from './scale-data.ts'

const [directory = '', events = '0', daysText = '90'] = process.argv.slice(2)
const NOW = Date.parse('2026-11-19T22:30:00Z')
const DAYS = Number(daysText)
const engine = await openEngine(
  { embedded: { path: directory } },
  { limits: { report: { maxExecutionSeconds: 600, maxMemoryBytes: 8 * 1024 ** 3 } } },
)
await createSchema(engine)
const product = ProductId.parse('prd_scale')
const timezone = TimeZone.parse('Europe/Berlin')
const firstDayMs = NOW - (NOW % DAY_MS) - (DAYS - 1) * DAY_MS
for (const s of scaleDataSql({ product, events: Number(events), firstDayMs, days: DAYS })) await engine.run(s)
for (const t of ['events', 'events_15m', 'event_days']) await engine.run(`OPTIMIZE TABLE ${t} FINAL`)
const c = process.cpuUsage()
await closeDays(engine, { product, timezone, clock: { now: () => NOW }, random: seededRandom('x'), seen: new Map() })
const u = process.cpuUsage(c)
console.log('closing', (u.user + u.system) / 1e6)
for (const t of ['day_figures', 'closed_days']) await engine.run(`OPTIMIZE TABLE ${t} FINAL`)
if (process.env.PLAUSIBLE) { for (const table of PLAUSIBLE_TABLES) await engine.run(table)
const months = await engine.rows<{ month: string }>('SELECT DISTINCT toString(toYYYYMM(ts)) AS month FROM events')
for (const { month } of months) for (const s of plausibleRows(product, month)) await engine.run(s)
}
console.log(
  await engine.rows(
    'SELECT dimension, count() n, uniqExact(key_0) k FROM day_figures GROUP BY dimension ORDER BY n DESC',
  ),
)
await engine.close()
