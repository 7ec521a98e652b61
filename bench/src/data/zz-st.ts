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
await t('select 1', 'SELECT 1')
await t('event_days rows', `SELECT day, sum(rows) FROM event_days WHERE ${own} GROUP BY day`)
await t('event_days total', `SELECT sum(rows) FROM event_days WHERE ${own}`)
await t('closed_days max', `SELECT count(), max(version) FROM closed_days WHERE ${own}`)
await t('first event', `SELECT toUnixTimestamp(t) AS first FROM events_15m WHERE ${own} ORDER BY product_id, t LIMIT 1`)
await t('imported any', `SELECT 1 FROM imported_days WHERE ${own} LIMIT 1`)
await t('open count', `SELECT count() FROM events WHERE ${open}`)
await t('open count, max_threads 1', `SELECT count() FROM events WHERE ${open} SETTINGS max_threads = 1`)
await t('open visitors', `SELECT uniqExact(visitor) FROM events WHERE ${open} AND kind != 'engagement'`)
await t(
  'open visitors mt1',
  `SELECT uniqExact(visitor) FROM events WHERE ${open} AND kind != 'engagement' SETTINGS max_threads = 1`,
)
await t(
  'open pages',
  `SELECT path, uniqExact(visitor) FROM events WHERE ${open} AND kind != 'engagement' GROUP BY path`,
)
await t(
  'open pages mt1',
  `SELECT path, uniqExact(visitor) FROM events WHERE ${open} AND kind != 'engagement' GROUP BY path SETTINGS max_threads = 1`,
)
await t(
  'open pages top 50',
  `SELECT path, uniqExact(visitor) v FROM events WHERE ${open} AND kind != 'engagement' GROUP BY path ORDER BY v DESC LIMIT 50`,
)
await t(
  'open all lists',
  `SELECT grouping(path,source,country,entry_path,channel,browser) g, path, source, country,entry_path, channel, browser, uniqExact(visitor) v, countIf(kind='pageview') p FROM events WHERE ${open} AND kind != 'engagement' GROUP BY GROUPING SETS ((),(path),(source),(country),(entry_path),(channel),(browser))`,
)
await t(
  'open all lists mt1',
  `SELECT grouping(path,source,country,entry_path,channel,browser) g, path, source, country,entry_path, channel, browser, uniqExact(visitor) v, countIf(kind='pageview') p FROM events WHERE ${open} AND kind != 'engagement' GROUP BY GROUPING SETS ((),(path),(source),(country),(entry_path),(channel),(browser)) SETTINGS max_threads=1`,
)
await t(
  'open nums by quarter',
  `SELECT toUnixTimestamp(t), sum(pageviews), sum(visits), sum(unbounced), sum(gap_ms) FROM events_15m WHERE ${own} AND t >= toDateTime(${d * 86400}, 'UTC') GROUP BY t`,
)
await t(
  'pages 1 month day_figures',
  `SELECT key_0, sum(visitors) FROM day_figures WHERE ${own} AND dimension = 'page' AND day >= toDate(${d - 30}) GROUP BY key_0`,
)
await t(
  'pages 90 d grouparrays',
  `SELECT key_0, groupArray(toUInt16(day)), groupArray(visitors) FROM day_figures WHERE ${own} AND dimension = 'page' GROUP BY key_0`,
)
await t('whole rows 90d', `SELECT * FROM day_figures WHERE ${own} AND dimension = ''`)
console.log(
  await e.rows(
    "SELECT name, value FROM system.settings WHERE name IN ('max_threads','compile_expressions','compile_aggregate_expressions','min_count_to_compile_aggregate_expression','max_execution_time','optimize_move_to_prewhere','enable_analyzer')",
  ),
)
await e.close()
