import { count, type DateRange, first, numbers, OCTOBER, VISITORS } from '../place/collected.ts'
import type { Place } from '../place/place.ts'
import { countOf, firstOf, rowOf } from '../reader/parts.ts'
import type { Reading } from '../reader/reading.ts'
import { count as countIn, ratio } from '../reader/values.ts'
import { type Fact, QUERY, type Question } from './question.ts'

const SITE = 'Lumen Notes'
const october = { product: SITE, period: 'last_month' }
const DOCS_OCTOBER: DateRange = { ...OCTOBER, product: 'docs' }
const BUDGET = { calls: 3, tokens: 2_500 } as const

type Given = Readonly<Record<string, unknown>>

/** A question of somebody who read one page of the documentation, and what a text must say in answer to it. */
function asked(
  page: string,
  name: string,
  says: string,
  [tool, given]: readonly [string, Given],
  answer: (said: Reading) => Fact,
  expected: (place: Place) => Promise<Fact>,
): Question {
  return {
    name: `docs-${name}`,
    kind: 'docs',
    says: [says],
    fields: { answer: `what ${page} calls it` },
    budget: BUDGET,
    reference: async ({ call }) => ({ answer: answer(await call(tool, given)) }),
    expected: async (place) => ({ answer: await expected(place) }),
  }
}

/** Something that only a person can do. A model that guesses a tool for it is shown the page. */
const handedOver = (page: string, name: string, says: string, tool: string, address: string): Question =>
  asked(
    page,
    name,
    says,
    [tool, { product: SITE }],
    ({ text }) => /on (https:\/\/stats\.example\S*)\. Give the person this address\./.exec(text)?.[1] ?? null,
    async ({ products }) => `https://stats.example${address.replace('{product}', products.website)}`,
  )

const preferences = ({ store, products }: Place, product: 'website' | 'clinic' = 'website') =>
  store.settings.get(products[product], 'preferences')
const hits = async (place: Place, also: string) => {
  const { n } = await numbers(
    place,
    `SELECT count() AS n FROM crawler_hits WHERE product_id = '${place.products.website}'
      AND toDate(ts, 'Europe/Berlin') BETWEEN '${OCTOBER.from}' AND '${OCTOBER.to}' AND ${also}`,
  )
  return n ?? null
}
const clicks = async (place: Place, also: string) => {
  const { n } = await numbers(
    place,
    `SELECT sum(clicks) AS n FROM search_console FINAL WHERE product_id = '${place.products.website}'
      AND date BETWEEN '${OCTOBER.from}' AND '${OCTOBER.to}' AND ${also}`,
  )
  return n ?? null
}
const searchClicks = ({ text }: Reading) => countIn(/^Search results: clicks ([\d,]+),/m.exec(text)?.[1] ?? '')
const crawlerHits = ({ total }: Reading) => countOf(total('Hits of crawlers'))
const ofFirstRow = (column: string) => (said: Reading) => firstOf(said.table()).text(column)
const where = (dimension: string, ...values: string[]) => [{ dimension, operator: 'is', values }]

const OF_SETTINGS: readonly Question[] = [
  asked(
    'docs/statistics.md',
    'retention',
    'How many days do we keep the events of our site before they are deleted?',
    ['service_preferences_get', { product: SITE }],
    (said) => countIn(said.field('retention_days')),
    async (place) => (await preferences(place)).retention_days,
  ),
  asked(
    'docs/statistics.md',
    'time-zone',
    'In which time zone do the days of our site begin?',
    ['service_preferences_get', { product: SITE }],
    (said) => said.field('timezone'),
    async ({ store, products }) => (await store.products.find(products.website))?.timezone ?? null,
  ),
  asked(
    'docs/statistics.md',
    'currency',
    'In which currency is our revenue counted?',
    ['service_preferences_get', { product: SITE }],
    (said) => said.field('currency'),
    async (place) => (await preferences(place)).currency,
  ),
  asked(
    'docs/concepts.md',
    'privacy-signals',
    'Do we respect Do Not Track and Global Privacy Control?',
    ['service_preferences_get', { product: SITE }],
    (said) => said.field('respect_privacy_signals') === 'true',
    async (place) => (await preferences(place)).respect_privacy_signals,
  ),
  asked(
    'docs/sharing.md',
    'suppression',
    'Below how many visitors does Quiet Clinic not show a number?',
    ['service_preferences_get', { product: 'Quiet Clinic' }],
    (said) => countIn(said.field('suppression_threshold')),
    async (place) => (await preferences(place, 'clinic')).suppression_threshold,
  ),
  asked(
    'docs/identified-visitors.md',
    'identity',
    'Do we know a visitor again on another day?',
    ['service_preferences_get', { product: SITE }],
    (said) => said.field('visitor_identity') === 'identified',
    async (place) => (await preferences(place)).visitor_identity === 'identified',
  ),
  asked(
    'docs/dashboard.md',
    'shielded-office',
    'From which network do we not count visits, because it is our office?',
    ['service_shields_get', { product: SITE }],
    (said) => rowOf(said.table('addresses'), 'note', 'Office').text('cidr'),
    async ({ store, products }) =>
      (await store.settings.get(products.website, 'shields')).addresses.find(({ note }) => note === 'Office')?.cidr ??
      null,
  ),
  asked(
    'docs/dashboard.md',
    'primary-domain',
    'Which is the main address of our site?',
    ['service_domains_get', { product: SITE }],
    (said) => rowOf(said.table('domains'), 'primary', 'true').text('hostname'),
    async ({ store, products }) =>
      (await store.settings.get(products.website, 'domains')).domains.find(({ primary }) => primary)?.hostname ?? null,
  ),
  asked(
    'docs/how-to/send-events.md',
    'android-app',
    'What is the bundle id of our Android app?',
    ['service_apps_get', { product: 'Lumen Docs & App' }],
    (said) => rowOf(said.table('apps'), 'platform', 'android').text('bundle_id'),
    async ({ store, products }) =>
      (await store.apps.list(products.docs)).find(({ platform }) => platform === 'android')?.bundle_id ?? null,
  ),
  asked(
    'docs/statistics.md',
    'event-with-revenue',
    'Which of our events carries revenue?',
    ['service_events_get', { product: SITE }],
    (said) => rowOf(said.table('events'), 'revenue', 'true').text('name'),
    async ({ store, products }) =>
      (await store.settings.get(products.website, 'events')).events.find(({ revenue }) => revenue)?.name ?? null,
  ),
  asked(
    'docs/how-to/watch-crawlers.md',
    'crawlers-left-out',
    'On which paths do we not report crawlers?',
    ['service_crawlers_get', { product: SITE }],
    (said) => said.field('excluded_paths'),
    async ({ store, products }) => (await store.settings.get(products.website, 'crawlers')).excluded_paths.join(', '),
  ),
  asked(
    'docs/dashboard.md',
    'invited',
    'Who was invited to our site and has not joined yet?',
    ['service_team_list', { product: SITE }],
    (said) => rowOf(said.table(), 'status', 'invited').text('email'),
    async ({ store, products }) =>
      (await store.members.list(products.website, { limit: 50 })).rows.find(({ status }) => status === 'invited')
        ?.email ?? null,
  ),
  asked(
    'docs/how-to/send-events.md',
    'ingest-key',
    'With which key does our server send its events?',
    ['service_keys_list', { product: SITE }],
    (said) => rowOf(said.table(), 'kind', 'ingest').text('name'),
    async ({ store, products }) =>
      (await store.productKeys.list(products.website, { limit: 50 })).rows.find(({ kind }) => kind === 'ingest')
        ?.name ?? null,
  ),
  asked(
    'docs/how-to/delegate-a-token.md',
    'this-token',
    'What is the token called with which you work?',
    ['service_tokens_list', {}],
    ofFirstRow('name'),
    async () => 'Demo token',
  ),
  asked(
    'docs/concepts.md',
    'account',
    'For whose account do you work?',
    ['service_account_get', {}],
    (said) => said.field('email'),
    async () => 'demo@example.com',
  ),
  asked(
    'docs/dashboard.md',
    'annotation',
    'On which day did we note that version 2 launched?',
    ['service_diagnostics_annotations', { product: SITE }],
    (said) => rowOf(said.table('annotations'), 'title', 'Version 2 launched').text('date'),
    async (place) => firstDayOfLaunch(place),
  ),
  asked(
    'docs/search-console.md',
    'search-console',
    'Is Search Console connected to our site?',
    ['service_diagnostics_integrations', { product: SITE }],
    (said) => rowOf(said.table('integrations'), 'provider', 'google_search_console').text('status'),
    async ({ store, products }) =>
      (await store.integrations.connection(products.website, 'google_search_console'))?.status ?? 'not_connected',
  ),
  asked(
    'docs/tutorial.md',
    'onboarding',
    'Has our docs site everything that the setup asks for?',
    ['service_diagnostics_onboarding', { product: 'Lumen Docs & App' }],
    (said) => said.field('complete') === 'true',
    async () => true,
  ),
  asked(
    'docs/tutorial.md',
    'installation',
    'Does the script run on www.lumen-notes.example?',
    ['service_diagnostics_installation', { product: SITE }],
    (said) => rowOf(said.table('domains'), 'hostname', 'www.lumen-notes.example').text('tracker_seen') === 'true',
    async (place) => (await count(place, 'count()', OCTOBER, "hostname = 'www.lumen-notes.example'")) > 0,
  ),
]

async function firstDayOfLaunch({ store, products }: Place): Promise<Fact> {
  const range = { from: OCTOBER.from, to: OCTOBER.to } as Parameters<typeof store.annotations.list>[1]
  const noted = await store.annotations.list(products.website, range)
  return noted.find(({ title }) => title === 'Version 2 launched')?.date ?? null
}

const OF_STATISTICS: readonly Question[] = [
  asked(
    'docs/statistics.md',
    'visitors-of-ai-assistants',
    'How many visitors did AI assistants send us last month?',
    [QUERY, { ...october, metric: 'visitors', dimension: 'channel' }],
    (said) => rowOf(said.table(), 'key', 'AI Assistants').count('visitors'),
    (place) => count(place, VISITORS, OCTOBER, "channel = 'AI Assistants'"),
  ),
  asked(
    'docs/statistics.md',
    'direct-visitors',
    'How many people came directly last month, without a link from anywhere?',
    [QUERY, { ...october, metric: 'visitors', filters: where('source', 'direct') }],
    (said) => countOf(said.total('Visitors')),
    (place) => count(place, VISITORS, OCTOBER, "source = ''"),
  ),
  asked(
    'docs/how-to/watch-crawlers.md',
    'hits-of-an-operator',
    'How often did OpenAI fetch our pages last month?',
    ['service_analytics_crawlers', { ...october, crawler: 'OpenAI' }],
    crawlerHits,
    (place) => hits(place, "crawler IN ('GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ChatGPT Agent')"),
  ),
  asked(
    'docs/identified-visitors.md',
    'who-comes-back',
    'How many of our visitors came back last month?',
    [QUERY, { ...october, metric: 'visitors', dimension: 'visitor_type' }],
    ({ text }) => /^Hint \(identity_off\): .*The preference (\w+) changes that/m.exec(text)?.[1] ?? null,
    async (place) => ((await preferences(place)).visitor_identity === 'daily' ? 'visitor_identity' : null),
  ),
  asked(
    'docs/statistics.md',
    'best-campaign',
    'Which campaign brought the most visitors last month?',
    [
      QUERY,
      {
        ...october,
        metric: 'visitors',
        dimension: 'utm_campaign',
        limit: 1,
        filters: [{ dimension: 'utm_campaign', operator: 'is_not', values: [''] }],
      },
    ],
    ofFirstRow('key'),
    async (place) => (await first(place, 'utm_campaign', VISITORS, OCTOBER)).key,
  ),
  asked(
    'docs/statistics.md',
    'views-of-a-page',
    'How often was the page with our prices viewed last month?',
    [QUERY, { ...october, metric: 'pageviews', filters: where('page', '/pricing') }],
    (said) => countOf(said.total('Pageviews')),
    (place) => count(place, "countIf(kind = 'pageview' AND path = '/pricing')", OCTOBER),
  ),
  asked(
    'docs/statistics.md',
    'launch-on-hacker-news',
    'How many people came from Hacker News on 25 October?',
    [
      QUERY,
      {
        product: SITE,
        from: '2026-10-25',
        to: '2026-10-25',
        metric: 'visitors',
        filters: where('source', 'Hacker News'),
      },
    ],
    (said) => countOf(said.total('Visitors')),
    (place) => count(place, VISITORS, { ...OCTOBER, from: '2026-10-25', to: '2026-10-25' }, "source = 'Hacker News'"),
  ),
  asked(
    'docs/statistics.md',
    'yesterday',
    'How many visitors did we have yesterday?',
    [QUERY, { product: SITE, period: 'yesterday', metric: 'visitors' }],
    (said) => countOf(said.total('Visitors')),
    (place) => count(place, VISITORS, { ...OCTOBER, from: '2026-11-17', to: '2026-11-17' }),
  ),
  asked(
    'docs/statistics.md',
    'browser',
    'Which browser do most of our visitors use?',
    [QUERY, { ...october, metric: 'visitors', dimension: 'browser', limit: 1 }],
    ofFirstRow('key'),
    async (place) => (await first(place, 'browser', VISITORS, OCTOBER)).key,
  ),
  asked(
    'docs/statistics.md',
    'most-read-docs',
    'Which page of our docs was viewed most last month?',
    [QUERY, { product: 'Lumen Docs & App', period: 'last_month', metric: 'pageviews', dimension: 'page', limit: 1 }],
    ofFirstRow('key'),
    async (place) =>
      (
        await place.rows<{ key: string }>(
          `SELECT path AS key FROM events WHERE product_id = '${place.products.docs}' AND kind = 'pageview' AND path != ''
            AND toDate(ts, 'America/New_York') BETWEEN '${DOCS_OCTOBER.from}' AND '${DOCS_OCTOBER.to}'
            GROUP BY key ORDER BY count() DESC LIMIT 1`,
        )
      )[0]?.key ?? null,
  ),
  asked(
    'docs/statistics.md',
    'newsletter',
    'How many people subscribed to the newsletter last month, as a goal?',
    ['service_analytics_goals', october],
    (said) => rowOf(said.table(), 'name', 'Newsletter').count('conversions'),
    (place) => count(place, "countIf(name = 'Newsletter')", OCTOBER),
  ),
  asked(
    'docs/statistics.md',
    'conversion-rate',
    'What share of all visitors of last month signed up?',
    ['service_analytics_goals', october],
    (said) => ratio(rowOf(said.table(), 'name', 'Signup').cell('conversion_rate')),
    async (place) =>
      (await count(place, "uniqExactIf(visitor, name = 'Signup')", OCTOBER)) / (await count(place, VISITORS, OCTOBER)),
  ),
  asked(
    'docs/statistics.md',
    'first-weeks',
    'In which week were the visitors of last month here for the first time?',
    [QUERY, { ...october, metric: 'visitors', dimension: 'first_seen_week' }],
    (said) => said.total('Visitors').state,
    // The site does not identify visitors.
    async () => 'unavailable',
  ),
  asked(
    'docs/web-vitals.md',
    'layout-shift',
    'Is it known how much the layout of our pages shifted last month?',
    [QUERY, { ...october, metric: 'cls' }],
    (said) => said.total('Cls').state,
    async () => 'available',
  ),
  asked(
    'docs/how-to/watch-crawlers.md',
    'crawlers-of-search',
    'How often did search engines crawl our pages last month?',
    ['service_analytics_crawlers', { ...october, purpose: 'search', limit: 1 }],
    crawlerHits,
    (place) => hits(place, "purpose = 'search'"),
  ),
  asked(
    'docs/how-to/watch-crawlers.md',
    'missing-pages-for-crawlers',
    'How often did crawlers ask for a page last month that does not exist?',
    ['service_analytics_crawlers', { ...october, status: '404', limit: 1 }],
    crawlerHits,
    (place) => hits(place, 'status = 404'),
  ),
  asked(
    'docs/search-console.md',
    'clicks-from-searches',
    'How many clicks did we get from Google searches last month?',
    ['service_analytics_search_console', { ...october, limit: 3 }],
    searchClicks,
    (place) => clicks(place, '1'),
  ),
  asked(
    'docs/search-console.md',
    'clicks-of-searches-for-notes',
    'How many clicks did we get from searches with the word “notes”?',
    ['service_analytics_search_console', { ...october, query: '*notes*', limit: 3 }],
    searchClicks,
    (place) => clicks(place, "position(lower(query), 'notes') > 0"),
  ),
]

const OF_PEOPLE: readonly Question[] = [
  handedOver(
    'docs/sharing.md',
    'share',
    'Make a link with which a client sees our statistics.',
    'service_shared_links_create',
    '/products/{product}/settings/sharing',
  ),
  handedOver(
    'docs/alerts.md',
    'alert',
    'Let me know when our visitors suddenly drop.',
    'service_alerts_create',
    '/products/{product}/settings/notifications',
  ),
  handedOver(
    'docs/reports.md',
    'weekly-report',
    'Send the numbers of the week to our Slack channel every Monday.',
    'service_reports_create',
    '/products/{product}/settings/notifications',
  ),
  handedOver(
    'docs/moving-in/plausible.md',
    'import',
    'Import the history that we have at Plausible.',
    'service_imports_create',
    '/products/{product}/settings/import',
  ),
  handedOver(
    'docs/export.md',
    'export',
    'Export all our events as a file.',
    'service_events_export',
    '/products/{product}/settings/export',
  ),
  handedOver(
    'docs/web-vitals.md',
    'script-errors',
    'Which JavaScript errors do our pages throw, and where?',
    'service_analytics_errors',
    '/products/{product}/errors',
  ),
  handedOver(
    'docs/search-console.md',
    'connect',
    'Connect Search Console to our site.',
    'service_search_console_connect',
    '/products/{product}/settings/integrations',
  ),
  handedOver(
    'docs/identified-visitors.md',
    'erase',
    'Erase everything that is kept of one visitor.',
    'service_visitors_erase',
    '/products/{product}/settings/events',
  ),
  handedOver(
    'docs/connect-an-mcp-client.md',
    'disconnect',
    'End the connection of another app to my account.',
    'service_connections_revoke',
    '/account/apps',
  ),
  handedOver(
    'docs/how-to/recover-an-account.md',
    'password',
    'Change my password.',
    'service_password_update',
    '/account/security',
  ),
]

/** What people ask who have read the documentation and never saw a tool. Each is answered or handed over from the text of at most three calls. */
export const FROM_DOCS: readonly Question[] = [...OF_SETTINGS, ...OF_STATISTICS, ...OF_PEOPLE]
