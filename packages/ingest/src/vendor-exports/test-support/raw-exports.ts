import { addDays, LocalDate } from '@footfall/core-domain'

interface RawDay {
  readonly day: LocalDate
  readonly pageviews: number
  readonly customs: number
  readonly visitors: number
  readonly engaged_ms: number
}

const daysFrom = (from: string, count: number) =>
  Array.from({ length: count }, (_, i) => addDays(LocalDate.parse(from), i))
const secondsAt = (day: LocalDate, time: string) => Date.parse(`${day}T${time}Z`) / 1000

/** Answers of `Live.getLastVisitsDetails`: the site is two hours ahead of UTC, and so are the times of actions. */
export function matomoVisits(from: string, count: number): { readonly json: string; readonly days: readonly RawDay[] } {
  const dates = daysFrom(from, count)
  const visits = dates.flatMap((day, i) => [
    matomoVisit(`a${i}`, secondsAt(day, '22:30:00'), [
      { type: 'action', url: 'https://www.example.com/', pageTitle: 'Home', pageId: '1' },
      { type: 'action', url: 'https://www.example.com/docs', pageTitle: 'Docs', pageId: '2' },
      {
        type: 'event',
        eventCategory: 'Video',
        eventAction: 'Play',
        eventName: 'Tour',
        url: 'https://www.example.com/docs',
      },
      { type: 'goal', goalName: 'Trial', revenue: 0, url: 'https://www.example.com/docs' },
    ]),
    matomoVisit(`b${i}`, secondsAt(day, '09:00:00'), [
      { type: 'action', url: 'https://www.example.com/', pageTitle: 'Home', pageId: '3' },
      { type: 'outlink', url: 'https://other.example/', pageId: '4' },
    ]),
  ])
  return {
    json: JSON.stringify(visits),
    days: dates.map((day) => ({ day, pageviews: 3, customs: 3, visitors: 2, engaged_ms: 0 })),
  }
}

function matomoVisit(visitorId: string, start: number, actions: readonly object[]) {
  const shift = 7200
  return {
    idSite: '1',
    idVisit: `${start}${visitorId}`,
    visitorId,
    siteName: 'www.example.com',
    siteCurrency: 'EUR',
    actionDetails: actions.map((action, i) => ({ ...action, timestamp: start + shift + i * 60 })),
    firstActionTimestamp: start,
    lastActionTimestamp: start + (actions.length - 1) * 60,
    serverTimestamp: start + (actions.length - 1) * 60,
    referrerUrl: 'https://www.google.com/',
    languageCode: 'fr-fr',
    deviceType: 'Smartphone',
    operatingSystemName: 'Mac',
    operatingSystemVersion: '10.15',
    browserName: 'Chrome',
    browserVersion: '126.0',
    countryCode: 'fr',
    regionCode: 'IDF',
    city: 'Bezons',
    resolution: '1440x900',
  }
}

/** Rows of `events_YYYYMMDD`: each day a visitor who reads a page for 12 s and one who buys something. */
export function ga4Events(
  from: string,
  count: number,
): { readonly events: readonly object[]; readonly days: readonly RawDay[] } {
  const dates = daysFrom(from, count)
  const events = dates.flatMap((day, i) => {
    const at = secondsAt(day, '10:00:00')
    return [
      ga4Event('session_start', `r${i}`, at, '/'),
      ga4Event('first_visit', `r${i}`, at, '/'),
      ga4Event('page_view', `r${i}`, at, '/'),
      ga4Event('user_engagement', `r${i}`, at + 12, '/', { engagement_time_msec: 12_000 }),
      ga4Event('session_start', `s${i}`, at, '/shop'),
      ga4Event('page_view', `s${i}`, at, '/shop'),
      ga4Event('page_view', `s${i}`, at + 30, '/thanks'),
      ga4Event('purchase', `s${i}`, at + 31, '/thanks', { plan: 'team', currency: 'EUR', engagement_time_msec: 3000 }),
    ]
  })
  return { events, days: dates.map((day) => ({ day, pageviews: 3, customs: 1, visitors: 2, engaged_ms: 15_000 })) }
}

function ga4Event(
  name: string,
  visitor: string,
  at: number,
  path: string,
  params: Readonly<Record<string, string | number>> = {},
) {
  const own = { page_location: `https://www.example.com${path}`, ga_session_id: 17, ...params }
  return {
    event_date: new Date(at * 1000).toISOString().slice(0, 10).replaceAll('-', ''),
    event_timestamp: String(at * 1_000_000),
    event_name: name,
    event_params: Object.entries(own).map(([key, value]) => ({
      key,
      value: {
        string_value: typeof value === 'string' ? value : null,
        int_value: typeof value === 'number' ? String(value) : null,
      },
    })),
    user_pseudo_id: `${visitor}.170`,
    stream_id: '4242',
    platform: 'WEB',
    device: {
      category: 'desktop',
      operating_system: 'Windows',
      operating_system_version: 'Windows 10',
      language: 'de-de',
      web_info: { browser: 'Chrome', browser_version: '120.0.0.0', hostname: 'www.example.com' },
    },
    geo: { country: 'Türkiye', region: 'Istanbul', city: 'Istanbul' },
    ecommerce: { purchase_revenue: name === 'purchase' ? 12.5 : null },
  }
}

const SA_COLUMNS =
  'added_iso,hostname,path,query,is_unique,is_robot,document_referrer,utm_source,session_id,datapoint,duration_seconds,scrolled_percentage,device_type,browser_name,browser_version,os_name,os_version,lang_language,lang_region,country_code,viewport_width,metadata.plan_text'

/** Data points of Simple Analytics: each day two visitors, an event, and a robot. */
export function simpleAnalyticsRows(
  from: string,
  count: number,
): { readonly csv: string; readonly days: readonly RawDay[] } {
  const dates = daysFrom(from, count)
  const device = 'desktop,Firefox,121.0,Mac OS,14,de,CH,CH,1440'
  const rows = dates.flatMap((day, i) => [
    `${day}T08:00:00.000Z,example.com,/,,true,false,https://news.ycombinator.com/,,x${i},pageview,12.5,80,${device},`,
    `${day}T08:00:20.000Z,example.com,/docs,,false,false,,,x${i},pageview,7,100,${device},`,
    `${day}T08:00:25.000Z,example.com,/docs,,false,false,,,x${i},signup,,,${device},team`,
    `${day}T09:00:00.000Z,example.com,/,utm_source=letter,true,false,,letter,y${i},pageview,,,${device},`,
    `${day}T09:00:00.000Z,example.com,/,,true,true,,,z${i},pageview,,,${device},`,
  ])
  return {
    csv: `${SA_COLUMNS}\n${rows.join('\n')}\n`,
    days: dates.map((day) => ({ day, pageviews: 3, customs: 1, visitors: 2, engaged_ms: 19_500 })),
  }
}
