import { addDays, LocalDate } from '@footfall/core-domain'

const SITE = '0f2b1c9e-0000-4000-8000-000000000001'
const OTHER_SITE = '0f2b1c9e-0000-4000-8000-000000000002'
const EVENT_COLUMNS = [
  'event_id',
  'website_id',
  'session_id',
  'visit_id',
  'created_at',
  'url_path',
  'url_query',
  'utm_source',
  'utm_campaign',
  'referrer_path',
  'referrer_domain',
  'page_title',
  'event_type',
  'event_name',
  'hostname',
] as const
const SESSION_COLUMNS = ['browser', 'os', 'device', 'screen', 'language', 'country', 'region', 'city'] as const
const SESSION = ['chrome', 'Windows 10', 'laptop', '1440x900', 'de-DE', 'DE', 'DE-BE', 'Berlin']

/**
 * Rows of `website_event` and `session` of Umami with their totals: each day three visitors; one views a page, another
 * views two pages and signs up, the third comes twice.
 */
export function umamiExport(from: string, count: number, { secondSite = false } = {}) {
  const first = LocalDate.parse(from)
  const dates = Array.from({ length: count }, (_, i) => addDays(first, i))
  const events = dates.flatMap((day, i) => eventsOf(SITE, 'example.com', day, i))
  const others = secondSite ? dates.flatMap((day, i) => eventsOf(OTHER_SITE, 'other.example', day, i + 100)) : []
  const all = [...events, ...others]
  return {
    rows: events.length,
    days: dates.map((day) => ({ day, pageviews: 5, customs: 1, visitors: 3, visits: 4 })),
    csv: csvOf(all),
    postgres: postgresOf(all),
    mysql: mysqlOf(all),
  }
}

type EventRow = Readonly<Record<(typeof EVENT_COLUMNS)[number], string>>

function eventsOf(site: string, hostname: string, day: LocalDate, number: number): readonly EventRow[] {
  let id = 0
  const event = (visitor: number, time: string, path: string, over: Partial<EventRow> = {}): EventRow => ({
    event_id: uuid(number, 100 + id++),
    website_id: site,
    session_id: uuid(number, visitor),
    visit_id: uuid(number, visitor + 10),
    created_at: `${day} ${time}`,
    url_path: path,
    url_query: '',
    utm_source: '',
    utm_campaign: '',
    referrer_path: '',
    referrer_domain: '',
    page_title: 'Home',
    event_type: '1',
    event_name: '',
    hostname,
    ...over,
  })
  return [
    event(1, '10:00:00', '/pricing', {
      ...{ url_query: 'utm_campaign=spring', utm_campaign: 'spring', page_title: 'Prices, plans' },
      ...{ referrer_domain: 'google.com', referrer_path: '/search' },
    }),
    event(2, '11:00:00', '/'),
    event(2, '11:05:00', '/docs', { page_title: "It's “quoted”" }),
    event(2, '11:06:00', '/docs', { event_type: '2', event_name: 'Signup' }),
    event(3, '12:00:00', '/'),
    event(3, '15:00:00', '/'),
  ]
}

const uuid = (one: number, other: number) =>
  `a0000000-0000-4000-8000-${String(one).padStart(6, '0')}${String(other).padStart(6, '0')}`

function csvOf(events: readonly EventRow[]): string {
  const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const header = [...EVENT_COLUMNS, ...SESSION_COLUMNS].join(',')
  const rows = events.map((event) => [...EVENT_COLUMNS.map((name) => event[name]), ...SESSION].map(quote).join(','))
  return `${[header, ...rows].join('\n')}\n`
}

const sessionIds = (events: readonly EventRow[]) => [...new Map(events.map((one) => [one.session_id, one.website_id]))]

function postgresOf(events: readonly EventRow[]): string {
  const copy = (table: string, columns: readonly string[], rows: readonly (readonly string[])[]) =>
    `COPY public.${table} (${columns.join(', ')}) FROM stdin;\n${rows.map((row) => `${row.map(copied).join('\t')}\n`).join('')}\\.\n`
  const copied = (value: string) => (value === '' ? '\\N' : value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t'))
  const signups = events.filter(({ event_name }) => event_name === 'Signup')
  return [
    "--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = 'UTF8';\n",
    'CREATE TABLE public.website_event (\n    event_id uuid NOT NULL\n);\n',
    copy(
      'event_data',
      [
        'event_data_id',
        'website_id',
        'website_event_id',
        'data_key',
        'string_value',
        'number_value',
        'date_value',
        'data_type',
      ],
      signups.map((one, i) => [uuid(1, i), one.website_id, one.event_id, 'plan', 'team\twith tab', '', '', '1']),
    ),
    copy(
      'revenue',
      ['revenue_id', 'website_id', 'session_id', 'event_id', 'event_name', 'currency', 'revenue'],
      signups.map((one, i) => [uuid(2, i), one.website_id, one.session_id, one.event_id, 'Signup', 'eur', '29.00000']),
    ),
    copy(
      'website_event',
      EVENT_COLUMNS,
      // In another zone than UTC, as a dump of a session in Berlin.
      events.map((one) => EVENT_COLUMNS.map((name) => (name === 'created_at' ? inBerlin(one.created_at) : one[name]))),
    ),
    copy(
      'session',
      ['session_id', 'website_id', ...SESSION_COLUMNS],
      sessionIds(events).map(([id, site]) => [id, site, ...SESSION]),
    ),
    copy(
      'website',
      ['website_id', 'name', 'domain'],
      [
        [SITE, 'Example', 'example.com'],
        [OTHER_SITE, 'Other', 'other.example'],
      ],
    ),
    '--\n-- PostgreSQL database dump complete\n--\n',
  ].join('\n')
}

function inBerlin(createdAt: string): string {
  const [day = '', time = ''] = createdAt.split(' ')
  const hour = String(Number(time.slice(0, 2)) + 1).padStart(2, '0')
  return `${day} ${hour}${time.slice(2)}.000+01`
}

function mysqlOf(events: readonly EventRow[]): string {
  const value = (cell: string) => (cell === '' ? 'NULL' : `'${cell.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`)
  const table = (name: string, columns: readonly string[], rows: readonly (readonly string[])[]) =>
    [
      `CREATE TABLE \`${name}\` (`,
      ...columns.map((column) => `  \`${column}\` varchar(500) DEFAULT NULL,`),
      `  PRIMARY KEY (\`${columns[0]}\`)`,
      ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;',
      `LOCK TABLES \`${name}\` WRITE;`,
      `INSERT INTO \`${name}\` VALUES ${rows.map((row) => `(${row.map(value).join(',')})`).join(',')};`,
      'UNLOCK TABLES;',
    ].join('\n')
  return [
    "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n/*!40103 SET TIME_ZONE='+00:00' */;",
    table(
      'session',
      ['session_id', 'website_id', ...SESSION_COLUMNS],
      sessionIds(events).map(([id, site]) => [id, site, ...SESSION]),
    ),
    table(
      'website',
      ['website_id', 'name', 'domain'],
      [
        [SITE, 'Example; site', 'example.com'],
        [OTHER_SITE, 'Other', 'other.example'],
      ],
    ),
    table(
      'website_event',
      EVENT_COLUMNS,
      events.map((one) => EVENT_COLUMNS.map((name) => one[name])),
    ),
    '-- Dump completed',
  ].join('\n')
}
