import { addDays, LocalDate } from '@footfall/core-domain'

interface PlausibleDay {
  readonly day: LocalDate
  readonly visitors: number
  readonly visits: number
  readonly pageviews: number
  readonly bounces: number
  readonly seconds: number
}

/** An export of Plausible in the columns of `Plausible.Exports`, with its totals. Parts add up to the visits of the day. */
export function plausibleExport(from: string, count: number) {
  const first = LocalDate.parse(from)
  const days = Array.from({ length: count }, (_, i): PlausibleDay => {
    const visits = 20 + ((i * 7) % 13)
    return {
      day: addDays(first, i),
      visitors: visits - 4,
      visits,
      pageviews: visits * 3 + i,
      bounces: Math.floor(visits / 3),
      seconds: visits * 61 + i,
    }
  })
  const compact = (day: LocalDate) => day.replaceAll('-', '')
  const suffix = `${compact(first)}_${compact(addDays(first, count - 1))}.csv`
  const table = (name: string, header: string, rows: (day: PlausibleDay) => readonly string[]): [string, string] => [
    `${name}_${suffix}`,
    `${quoted(header)}\n${days.flatMap(rows).join('\n')}\n`,
  ]
  const files: Readonly<Record<string, string>> = Object.fromEntries(
    TABLES.map(([name, header, rows]) => table(name, header, rows)),
  )
  return { days, files }
}

const quoted = (header: string) =>
  header
    .split(',')
    .map((name) => `"${name}"`)
    .join(',')

/** Some of the visits of a day, as `visitors,visits,visit_duration,bounces,pageviews`. */
const part = (visits: number) =>
  `${Math.max(0, visits - 2)},${visits},${visits * 10},${visits > 3 ? 1 : 0},${visits * 2}`
const VISIT_COLUMNS = 'visitors,visits,visit_duration,bounces,pageviews'

/** In two parts that add up. */
function split(day: PlausibleDay, one: string, other: string): readonly string[] {
  return [`"${day.day}",${one},${part(7)}`, `"${day.day}",${other},${part(day.visits - 7)}`]
}

const TABLES: readonly (readonly [string, string, (day: PlausibleDay) => readonly string[]])[] = [
  [
    'imported_visitors',
    'date,visitors,pageviews,bounces,visits,visit_duration',
    (day) => [`"${day.day}",${day.visitors},${day.pageviews},${day.bounces},${day.visits},${day.seconds}`],
  ],
  [
    'imported_sources',
    'date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces',
    ({ day, visits }) => [
      `"${day}","Google","google.com","","","","","",6,2,3,30,1`,
      `"${day}","Twitter","t.co","","","","","",6,2,2,30,1`,
      `"${day}","letter","","letter","email","march","","",4,2,2,20,0`,
      `"${day}","","","","","","","",${visits * 2},${visits - 8},${visits - 7},100,2`,
    ],
  ],
  [
    'imported_pages',
    'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits',
    ({ day, visits }) => [
      `"${day}","example.com","/",${visits - 5},${visits - 6},${visits},900,10,500,10`,
      `"${day}","example.com","/a, ""b""",6,5,9,\\N,\\N,\\N,\\N`,
    ],
  ],
  [
    'imported_entry_pages',
    'date,entry_page,visitors,entrances,visit_duration,bounces,pageviews',
    ({ day, visits }) => [`"${day}","/",5,7,70,1,14`, `"${day}","/a",${visits - 9},${visits - 7},100,2,20`],
  ],
  [
    'imported_exit_pages',
    'date,exit_page,visitors,visit_duration,exits,bounces,pageviews',
    ({ day, visits }) => [`"${day}","/",5,70,7,1,14`, `"${day}","/a",${visits - 9},100,${visits - 7},2,20`],
  ],
  [
    'imported_custom_events',
    'date,name,link_url,path,visitors,events',
    ({ day }) => [
      `"${day}","Signup","","",3,4`,
      `"${day}","Outbound Link: Click","https://other.example/","",2,2`,
      `"${day}","engagement","","",9,40`,
    ],
  ],
  [
    'imported_locations',
    `date,country,region,city,${VISIT_COLUMNS}`,
    (day) => [
      `"${day.day}","DE","DE-BE",2950159,${part(4)}`,
      `"${day.day}","US","US-CA",5368361,${part(3)}`,
      `"${day.day}","DE","",0,${part(day.visits - 7)}`,
    ],
  ],
  ['imported_devices', `date,device,${VISIT_COLUMNS}`, (day) => split(day, '"Mobile"', '"Laptop"')],
  [
    'imported_browsers',
    `date,browser,browser_version,${VISIT_COLUMNS}`,
    (day) => split(day, '"Microsoft Edge","119.0"', '"Chrome","120.0"'),
  ],
  [
    'imported_operating_systems',
    `date,operating_system,operating_system_version,${VISIT_COLUMNS}`,
    (day) => split(day, '"Windows","10"', '"Mac","14.1"'),
  ],
]
