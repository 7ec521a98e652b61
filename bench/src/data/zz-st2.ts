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
const ev = `uniqExactIf(visitor, visitor != 0 AND kind != 'engagement') AS v, countIf(kind='pageview') AS p`
const vi = `countIf(visit_starts = 1) AS s, countIf(unbounce = 1) AS u, sumIf(gap_ms, gap_ms > 0) AS g`
await t('raw events part', `SELECT ${ev} FROM events WHERE ${open}`)
await t(
  'raw visits part',
  `SELECT ${vi} FROM events WHERE ${open} AND (visit_starts = 1 OR unbounce = 1 OR gap_ms > 0)`,
)
await t(
  'raw union both',
  `SELECT sum(v), sum(p), sum(s), sum(u), sum(g) FROM (SELECT ${ev}, toUInt64(0) s, toUInt64(0) u, toUInt64(0) g FROM events WHERE ${open} UNION ALL SELECT toUInt64(0) v, toUInt64(0) p, ${vi} FROM events WHERE ${open} AND (visit_starts = 1 OR unbounce = 1 OR gap_ms > 0))`,
)
await t('raw merged', `SELECT ${ev}, ${vi} FROM events WHERE ${open}`)
await t('raw merged first rows', `SELECT ${ev}, ${vi} FROM events WHERE ${open} `)
await t(
  'raw merged by bucket rollup',
  `SELECT toUnixTimestamp(ts) >= ${d * 86400 + 82800} b, ${ev}, ${vi}, grouping(b) gg FROM events WHERE ${open} GROUP BY b WITH ROLLUP`,
)
await t(
  'raw merged parts If',
  `SELECT uniqExactIf(visitor, visitor != 0 AND kind != 'engagement') AS v, uniqExactIf(visitor, visitor != 0 AND kind != 'engagement' AND ts < toDateTime64('2026-11-19 23:00:00.000',3,'UTC')) AS v1, uniqExactIf(visitor, visitor != 0 AND kind != 'engagement' AND ts >= toDateTime64('2026-11-19 23:00:00.000',3,'UTC')) AS v2, countIf(kind='pageview') AS p, ${vi} FROM events WHERE ${open}`,
)
await t(
  'raw merged qtr states',
  `SELECT uniqExactMerge(visitors) AS v, sum(pageviews), sum(visits), sum(unbounced), sum(gap_ms) FROM events_15m WHERE ${own} AND t >= toDateTime(${d * 86400}, 'UTC')`,
)
await t(
  'pages arrays',
  `SELECT groupArray(path) AS k, groupArray(v) AS v FROM (SELECT path, uniqExact(visitor) v FROM events WHERE ${open} AND visitor != 0 AND kind != 'engagement' GROUP BY path)`,
)
await t(
  'pages arrays 32',
  `SELECT groupArray(path) AS k, groupArray(v) AS v FROM (SELECT path, toUInt32(uniqExact(visitor)) v FROM events WHERE ${open} AND visitor != 0 AND kind != 'engagement' GROUP BY path)`,
)
await t(
  'sources arrays',
  `SELECT groupArray(source) AS k, groupArray(v) AS v FROM (SELECT source, toUInt32(uniqExact(visitor)) v FROM events WHERE ${open} AND visitor != 0 AND kind != 'engagement' GROUP BY source)`,
)
await t(
  'sources arrays 1st rows',
  `SELECT groupArray(source) AS k, groupArray(v) AS v FROM (SELECT source, toUInt32(uniqExact(visitor)) v FROM events WHERE ${open} AND visitor != 0 AND kind != 'engagement' AND (visit_starts = 1 OR pv_seq = 1) GROUP BY source)`,
)
await t(
  'load pages 90d arrays',
  `SELECT d, groupArray(k) AS k, groupArray(v) AS v FROM (SELECT toUInt16(day) AS d, key_0 AS k, sum(visitors) AS v FROM day_figures WHERE ${own} AND dimension = 'page' GROUP BY d, k) GROUP BY d`,
)
await t(
  'load pages 3 months arrays',
  `SELECT d, groupArray(k) AS k, groupArray(v) AS v FROM (SELECT toMonth(day) AS d, key_0 AS k, sum(visitors) AS v FROM day_figures WHERE ${own} AND dimension = 'page' GROUP BY d, k) GROUP BY d`,
)
await t(
  'load raw pages 3 months',
  `SELECT d, groupArray(k) AS k, groupArray(v) AS v FROM (SELECT toMonth(visit_start) AS d, path AS k, uniqExact(visitor) AS v FROM events WHERE ${own} AND visitor != 0 AND kind != 'engagement' GROUP BY d, k) GROUP BY d`,
)
await t(
  'load raw pages 90d arrays',
  `SELECT d, groupArray(k) AS k, groupArray(v) AS v FROM (SELECT toDate(visit_start) AS d, path AS k, uniqExact(visitor) AS v FROM events WHERE ${own} AND visitor != 0 AND kind != 'engagement' GROUP BY d, k) GROUP BY d`,
)
await e.close()
