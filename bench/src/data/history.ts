/**
 * Five million events of one product as a file to import. Made so that Umami's definitions and ours agree on it: a visit
 * lies within one day of the product's zone, begins and ends with a page, custom events are between pages
 * and name the first of them, a person has one address and one country and comes at most once a day, referrers are hosts. A person is
 * another visitor on each day, as in what is collected, so days can be closed.
 */
export function historySql(file: string, visits: number, firstDayMs: number, days: number): string {
  const visitors = Math.ceil(visits / 3)
  return `INSERT INTO FUNCTION file('${file}', 'JSONEachRow')
SETTINGS date_time_output_format = 'iso', engine_file_truncate_on_insert = 1, max_bytes_before_external_sort = 1500000000, output_format_json_escape_forward_slashes = 0
SELECT fromUnixTimestamp64Milli(start_ms + at, 'UTC') AS timestamp,
  if(custom, 'Signup', 'pageview') AS name,
  concat('https://shop.example.com/', ['guide', 'product', 'blog', 'help'][1 + page % 4], '/', toString(page)) AS url,
  if(i = 1, ['', '', 'https://www.google.com/', 'https://chatgpt.com/', 'https://news.ycombinator.com/', 'https://duckduckgo.com/', 'https://www.reddit.com/', concat('https://partner-', toString(dice % 300), '.example/')][1 + intDiv(dice, 1000) % 8], '') AS referrer,
  IPv4NumToString(toUInt32(3221225472 + u)) AS ip,
  concat('Mozilla/5.0 (', ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'][1 + u % 3], ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', toString(120 + u % 23), '.0.0.0 Safari/537.36') AS user_agent,
  ['DE', 'US', 'FR', 'GB', 'NL', 'IN', 'BR', 'JP', 'PL', 'AT', 'SE', 'CA'][1 + cityHash64(u, 'country') % 12] AS country,
  ['de-DE', 'en-US', 'fr-FR', 'en-GB'][1 + u % 4] AS language,
  toUInt32([1920, 1440, 1280, 390][1 + u % 4]) AS width,
  if(name = 'Signup', map('plan', 'team'), CAST(map(), 'Map(String, String)')) AS props
FROM (
  SELECT *, i, i > 1 AND i < n AND cityHash64(v, i, 'kind') % 16 = 0 AS custom,
    toUInt32(2000 * pow(cityHash64(v, if(custom, 1, i), 'page') % 1000003 / 1000003, 3)) AS page, offsets[i] AS at
  FROM (
    SELECT number AS v, v % ${visitors} AS u, cityHash64(v, 'visit') AS dice,
      if(dice % 10 < 3, 1, 2 + least(28, toUInt32(-7.3 * log((intDiv(dice, 10) % 1000003 + 1) / 1000004)))) AS n,
      toInt64(${firstDayMs}) + ((cityHash64(u, 'day') + intDiv(v, ${visitors}) * 29) % ${days}) * 86400000
        + 1800000 + intDiv(dice, 100) % 73000000 AS start_ms,
      arrayCumSum(arrayMap(i -> if(i = 1, 0, 1000 + cityHash64(number, i, 'gap') % 59000), range(1, n + 1))) AS offsets
    FROM numbers(${visits})
  )
  ARRAY JOIN arrayEnumerate(offsets) AS i
)
ORDER BY timestamp`
}

/** What PostgreSQL gets: the same events under the same visits, in time order, in the columns of Umami's tables. */
export function eventsCsvSql(file: string, product: string, website: string): string {
  return `INSERT INTO FUNCTION file('${file}', 'CSV')
SETTINGS engine_file_truncate_on_insert = 1, max_bytes_before_external_sort = 1500000000
SELECT leftPad(lower(hex(cityHash64(visit, ts, path))), 16, '0') || leftPad(lower(hex(cityHash64(path, visit, ts, 'id'))), 16, '0') AS event_id, '${website}' AS website_id,
  leftPad(lower(hex(visitor)), 32, '0') AS session_id, leftPad(lower(hex(visit)), 32, '0') AS visit_id,
  toString(ts) || '+00' AS created_at, path AS url_path, if(pv_seq = 1, referrer, NULL) AS referrer_domain,
  if(kind = 'pageview', 1, 2) AS event_type, if(kind = 'pageview', NULL, name) AS event_name, hostname
FROM events
WHERE product_id = '${product}'
ORDER BY ts`
}

export function sessionsCsvSql(file: string, product: string, website: string): string {
  return `INSERT INTO FUNCTION file('${file}', 'CSV')
SETTINGS engine_file_truncate_on_insert = 1
SELECT leftPad(lower(hex(visitor)), 32, '0') AS session_id, '${website}' AS website_id, any(browser), any(os), any(device),
  '1920x1080', any(language), any(country), any(region), any(city), toString(min(ts)) || '+00' AS created_at
FROM events
WHERE product_id = '${product}'
GROUP BY visitor
ORDER BY created_at`
}
