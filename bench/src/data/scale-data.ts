const DAY_MS = 86_400_000
const EVENTS_PER_VISIT = 6.3
const DAYS_AT_ONCE_EVENTS = 4_000_000

export interface ScaleData {
  readonly product: string
  readonly events: number
  readonly firstDayMs: number
  readonly days: number
}

/**
 * Rows of `events` as collecting would have written them, with the keys of `historySql`: 2,000 pages, a few hundred
 * referrers, twelve countries. A visitor comes once a day and is another one the next day. More events are more visits.
 */
export function scaleDataSql({ product, events, firstDayMs, days }: ScaleData): readonly string[] {
  const visits = Math.ceil(events / EVENTS_PER_VISIT / days)
  const daysAtOnce = Math.max(1, Math.floor(DAYS_AT_ONCE_EVENTS / (visits * EVENTS_PER_VISIT)))
  const statements: string[] = []
  for (let day = 0; day < days; day += daysAtOnce) {
    statements.push(rowsOfDays(product, visits, firstDayMs, day, Math.min(day + daysAtOnce, days)))
  }
  return statements
}

function rowsOfDays(product: string, visits: number, firstDayMs: number, from: number, to: number): string {
  const page = (i: string) =>
    `toUInt32(2000 * pow(cityHash64(v, if(customs[${i}], 1, ${i}), 'page') % 1000003 / 1000003, 3))`
  const path = (i: string) =>
    `concat('/', ['guide', 'product', 'blog', 'help'][1 + ${page(i)} % 4], '/', toString(${page(i)}))`
  return `INSERT INTO events (product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, unbounce, gap_ms,
  hostname, path, entry_path, channel, source, referrer, country, language, device, browser, browser_version, os, screen_size)
SELECT '${product}', fromUnixTimestamp64Milli(start_ms + offsets[i], 'UTC') AS ts,
  if(customs[i], 'custom', 'pageview') AS kind, if(customs[i], 'Signup', 'pageview') AS name,
  cityHash64(v, 'visitor') AS visitor, cityHash64(v, 'visit') AS visit,
  toDateTime(intDiv(start_ms, 1000), 'UTC') AS visit_start, i = 1 AS visit_starts,
  if(customs[i], 0, i - arraySum(arraySlice(customs, 1, i))) AS pv_seq, i = 2 AS unbounce,
  if(i = 1, 0, offsets[i] - offsets[i - 1]) AS gap_ms,
  'shop.example.com' AS hostname, ${path('i')} AS path, ${path('1')} AS entry_path,
  ['Direct', 'Organic Search', 'AI', 'Referral', 'Organic Social'][1 + intDiv(dice, 1000) % 5] AS channel,
  ['', 'Google', 'ChatGPT', 'Hacker News', 'DuckDuckGo', 'Reddit', concat('partner-', toString(dice % 300), '.example')][1 + intDiv(dice, 1000) % 7] AS source,
  if(source = '', '', concat('https://', lower(source), '/')) AS referrer,
  ['DE', 'US', 'FR', 'GB', 'NL', 'IN', 'BR', 'JP', 'PL', 'AT', 'SE', 'CA'][1 + cityHash64(v, 'country') % 12] AS country,
  ['de-DE', 'en-US', 'fr-FR', 'en-GB'][1 + v % 4] AS language, ['desktop', 'mobile'][1 + v % 2] AS device,
  'Chrome' AS browser, concat('Chrome ', toString(120 + v % 23)) AS browser_version,
  ['Windows', 'Mac', 'Linux'][1 + v % 3] AS os, ['wide', 'laptop', 'mobile'][1 + v % 3] AS screen_size
FROM (
  SELECT number AS v, cityHash64(v, 'dice') AS dice,
    if(dice % 10 < 3, 1, 2 + least(28, toUInt32(-7.3 * log((intDiv(dice, 10) % 1000003 + 1) / 1000004)))) AS n,
    toInt64(${firstDayMs}) + intDiv(v, ${visits}) * ${DAY_MS} + intDiv(dice, 100) % 86000000 AS start_ms,
    arrayMap(i -> i > 1 AND i < n AND cityHash64(v, i, 'kind') % 16 = 0, range(1, n + 1)) AS customs,
    arrayCumSum(arrayMap(i -> if(i = 1, 0, 1000 + cityHash64(v, i, 'gap') % 59000), range(1, n + 1))) AS offsets
  FROM numbers(${from * visits}, ${(to - from) * visits})
)
ARRAY JOIN arrayEnumerate(offsets) AS i`
}
