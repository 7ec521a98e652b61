import { openEngine } from '@footfall/warehouse'

const [directory = ''] = process.argv.slice(2)
const e = await openEngine({ embedded: { path: directory } })
const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1] ?? 0
async function t(name: string, sql: string) {
  const ms: number[] = []
  const wall: number[] = []
  let n = 0
  for (let i = -4; i < 11; i++) {
    const w = performance.now()
    const b = process.cpuUsage()
    const r = await e.rows(sql, { purpose: 'report' })
    const u = process.cpuUsage(b)
    n = r.length
    if (i >= 0) {
      ms.push((u.user + u.system) / 1000)
      wall.push(performance.now() - w)
    }
  }
  console.log(name.padEnd(46), med(ms).toFixed(1), 'cpu', med(wall).toFixed(1), 'wall rows', n)
}

const d = Math.floor(Date.parse('2026-11-19T00:00:00Z') / 86400000)
const own = "product_id = unhex('7072645f7363616c65')"
const open = `${own} AND visit_start >= toDateTime(${d * 86400}, 'UTC') AND visit_start < toDateTime(${(d + 1) * 86400}, 'UTC') AND ts >= toDateTime64('2026-11-19 00:00:00.000', 3, 'UTC') AND ts < toDateTime64('2026-11-21 00:00:00.000',3,'UTC')`
const E = `visit_start >= toDateTime(${d * 86400},'UTC') AND visit_start < toDateTime(${(d + 1) * 86400},'UTC') AND ts >= toDateTime64('2026-11-19 00:00:00.000',3,'UTC') AND ts < toDateTime64('2026-11-19 23:00:00.000',3,'UTC')`
const V = `visit_start >= toDateTime(${d * 86400},'UTC') AND visit_start < toDateTime(${d * 86400 + 82800},'UTC') AND ts >= toDateTime64('2026-11-19 00:00:00.000',3,'UTC') AND ts < toDateTime64('2026-11-21 23:00:00.000',3,'UTC')`
const cols = (e: string, v: string) =>
  `uniqExactIf(visitor, (visitor != 0 AND kind != 'engagement') AND ${e}) AS a, countIf(kind = 'pageview' AND ${e}) b, countIf(kind = 'custom' AND ${e}) c, sumIf(engaged_ms, kind IN ('pageview','engagement') AND ${e}) d, countIf(visit_starts = 1 AND ${v}) f, countIf(unbounce = 1 AND ${v}) g, sumIf(gap_ms, gap_ms > 0 AND ${v}) h, countIf(kind = 'pageview' AND ${v}) i`
await t(
  'sub',
  `SELECT ${cols('is_event', 'is_v')} FROM (SELECT *, (${E}) AS is_event, (${V}) AS is_v FROM events WHERE ${own} AND ${open})`,
)
await t(
  'sub or',
  `SELECT ${cols('is_event', 'is_v')} FROM (SELECT *, (${E}) AS is_event, (${V}) AS is_v FROM events WHERE ${own} AND ((${open})))`,
)
await t('no conds', `SELECT ${cols('1', '1')} FROM events WHERE ${own} AND ${open}`)
await t(
  'no conds, fewer cols',
  `SELECT uniqExactIf(visitor, (visitor != 0 AND kind != 'engagement')) AS a, countIf(kind = 'pageview') b, countIf(visit_starts = 1) f, countIf(unbounce = 1) g, sumIf(gap_ms, gap_ms > 0) h FROM events WHERE ${own} AND ${open}`,
)
await t('inline', `SELECT ${cols(E, V)} FROM events WHERE ${own} AND ${open}`)
await t(
  'ts only',
  `SELECT ${cols(`ts < toDateTime64('2026-11-19 23:00:00.000',3,'UTC')`, `visit_start < toDateTime(${d * 86400 + 82800},'UTC')`)} FROM events WHERE ${own} AND ${open}`,
)
await t(
  'two',
  `SELECT uniqExact(visitor) FROM events WHERE ${own} AND ${open} AND visitor != 0 AND kind != 'engagement' AND (visit_starts = 1 OR pv_seq = 1)`,
)
await e.close()
