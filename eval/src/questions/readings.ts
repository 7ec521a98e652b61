import {
  bounceRate,
  count,
  type DateRange,
  funnel,
  numbers,
  OCTOBER,
  SEPTEMBER,
  VISITORS,
  within,
} from '../place/collected.ts'
import { firstOf, funnelOf, leftOut, rowOf } from '../reader/parts.ts'
import type { Reading, Total } from '../reader/reading.ts'
import { change, count as countIn, duration, money, ratio } from '../reader/values.ts'
import { type Answer, type Conversation, LIST, QUERY, type Question, TWO_CALLS, USUAL } from './question.ts'

const october = { product: 'Lumen Notes', period: 'last_month' }
const compared = { ...october, compare: 'previous_period' }
const WEEK: DateRange = { product: 'website', from: '2026-11-02', to: '2026-11-08' }
const WEEK_BEFORE: DateRange = { product: 'website', from: '2026-10-26', to: '2026-11-01' }
const week = { product: 'Lumen Notes', from: WEEK.from, to: WEEK.to }
const OVERVIEW = { calls: 1, tokens: 1_500 }
const CRAWLERS = { calls: 1, tokens: 1_200 }

const changeOf = (total: Total) => change(total.change ?? '')
const pointsOf = ({ points = '' }: Total) => countIn(points.replace('+', ''))
const grown = (now: number, before: number) => now / before - 1

/** A question of one call. */
function read(
  name: string,
  asks: string,
  fields: Question['fields'],
  [tool, given, budget]: readonly [string, Readonly<Record<string, unknown>>, Question['budget']],
  answer: (said: Reading) => Answer,
  expected: Question['expected'],
): Question {
  const reference = async ({ call }: Conversation) => answer(await call(tool, given))
  return { name, kind: 'reading', says: [asks], fields, budget, reference, expected }
}

/** Questions whose answer depends on a sign, a unit, a column, a label or a line that is easily left out. */
export const READINGS: readonly Question[] = [
  read(
    'growth-of-a-month',
    'By what share did the visitors of Lumen Notes change from September to October?',
    { change: 'negative for a fall', days: 'of the later period, as the text has them' },
    [QUERY, { ...compared, metric: 'visitors' }, USUAL],
    (said) => ({ change: changeOf(said.total('Visitors')), days: said.total('Visitors').days ?? null }),
    async (place) => ({
      change: grown(await count(place, VISITORS, OCTOBER), await count(place, VISITORS, SEPTEMBER)),
      days: '1 Oct – 31 Oct 2026',
    }),
  ),
  read(
    'fall-of-a-week',
    'By what share did visitors and bounce rate of Lumen Notes change in the week from 2 November?',
    {
      visitors: 'negative for a fall',
      bounces_before: 'the bounce rate of the week before',
      points: 'by which it changed',
    },
    [QUERY, week, OVERVIEW],
    (said) => ({
      visitors: changeOf(said.total('Visitors')),
      bounces_before: ratio(said.total('bounce_rate').previous?.value ?? ''),
      points: pointsOf(said.total('bounce_rate')),
    }),
    async (place) => ({
      visitors: grown(await count(place, VISITORS, WEEK), await count(place, VISITORS, WEEK_BEFORE)),
      bounces_before: await bounceRate(place, WEEK_BEFORE),
      points: ((await bounceRate(place, WEEK)) - (await bounceRate(place, WEEK_BEFORE))) * 100,
    }),
  ),
  read(
    'growth-of-a-source',
    'How many visitors did Google send to Lumen Notes in October, how many in September, and what change is that?',
    { visitors: 'October', visitors_before: 'September', change: 'a share' },
    [QUERY, { ...compared, metric: 'visitors', dimension: 'source', limit: 5 }, USUAL],
    (said) => {
      const google = rowOf(said.table(), 'key', 'Google')
      const [visitors, visitors_before] = [google.count('visitors'), google.count('previous')]
      return { visitors, visitors_before, change: change(google.cell('change')) }
    },
    async (place) => {
      const from = (range: DateRange) => count(place, VISITORS, range, "source = 'Google'")
      const [visitors, visitors_before] = [await from(OCTOBER), await from(SEPTEMBER)]
      return { visitors, visitors_before, change: grown(visitors, visitors_before) }
    },
  ),
  read(
    'people-who-purchased',
    'How many people purchased on Lumen Notes last month, in how many purchases, for how many euros?',
    { people: 'a whole number', purchases: 'a whole number', euros: 'a number', rate: 'of all visitors' },
    ['service_analytics_goals', october, LIST],
    (said) => {
      const goal = rowOf(said.table(), 'name', 'Purchase')
      const [people, purchases] = [goal.count('converted_visitors'), goal.count('conversions')]
      return { people, purchases, euros: money(goal.cell('revenue'), 'EUR'), rate: ratio(goal.cell('conversion_rate')) }
    },
    async (place) => {
      const of = (expression: string, also?: string) => count(place, expression, OCTOBER, also)
      const people = await of("uniqExactIf(visitor, name = 'Purchase')")
      return {
        people,
        purchases: await of("countIf(name = 'Purchase')"),
        euros: await of('sum(revenue)', "currency = 'EUR'"),
        rate: people / (await of(VISITORS)),
      }
    },
  ),
  read(
    'money-in-another-currency',
    'How many British pounds did Lumen Notes take last month that its revenue does not count?',
    { pounds: 'a number' },
    [QUERY, { ...october, metric: 'revenue' }, USUAL],
    (said) => ({ pounds: leftOut(said, 'GBP') }),
    async (place) => ({ pounds: await count(place, 'sum(revenue)', OCTOBER, "currency = 'GBP'") }),
  ),
  read(
    'share-with-its-denominator',
    'What share of visitors of Lumen Notes on desktops purchased last month, and of how many visitors?',
    { rate: 'a share', of: 'visitors on desktops', all: 'visitors of the whole site' },
    [
      QUERY,
      {
        ...october,
        metric: 'conversion_rate',
        dimension: 'device',
        filters: [{ dimension: 'goal', operator: 'is', values: ['Purchase'] }],
      },
      USUAL,
    ],
    (said) => {
      const desktop = rowOf(said.table(), 'key', 'desktop')
      const rate = ratio(desktop.cell('conversion_rate'))
      return { rate, of: desktop.count('of visitors'), all: said.total('conversion_rate').of ?? null }
    },
    async (place) => {
      const of = await count(place, VISITORS, OCTOBER, "device = 'desktop'")
      const buyers = await count(place, "uniqExactIf(visitor, name = 'Purchase')", OCTOBER, "device = 'desktop'")
      return { rate: buyers / of, of, all: await count(place, VISITORS, OCTOBER) }
    },
  ),
  read(
    'errors-of-a-crawler',
    'How many pages did GPTBot read on Lumen Notes in the last seven days, and how many answers were errors?',
    { pages: 'a whole number', errors: 'a whole number', hits_of_assistants: 'of all AI assistants' },
    ['service_analytics_crawlers', { product: 'Lumen Notes', period: '7d' }, CRAWLERS],
    (said) => {
      const bot = rowOf(said.table('By crawler'), 'crawler', 'GPTBot')
      const assistants = rowOf(said.table('By purpose'), 'purpose', 'ai_assistant')
      return { pages: bot.count('pages'), errors: bot.count('errors'), hits_of_assistants: assistants.count('hits') }
    },
    async (place) => {
      const since = `product_id = '${place.products.website}' AND toDate(ts, 'Europe/Berlin') >= '2026-11-12'`
      const [bot, assistants] = [
        await numbers(
          place,
          `SELECT uniqExact(path) AS pages, countIf(status >= 400) AS errors FROM crawler_hits WHERE ${since} AND crawler = 'GPTBot'`,
        ),
        await numbers(place, `SELECT count() AS hits FROM crawler_hits WHERE ${since} AND purpose = 'ai_assistant'`),
      ]
      return { pages: bot.pages ?? null, errors: bot.errors ?? null, hits_of_assistants: assistants.hits ?? null }
    },
  ),
  read(
    'steps-of-a-funnel',
    'Of those who entered the purchase funnel of Lumen Notes last month, what share reached the sign-up page, and from the step before?',
    { entrants: 'a whole number', of_all: 'a share', of_the_step_before: 'a share' },
    ['service_funnels_list', october, LIST],
    (said) => {
      const { entrants, steps } = funnelOf(said, 'From the front page to a purchase')
      const third = rowOf(steps, 'match', '/signup')
      return {
        entrants,
        of_all: ratio(third.cell('from_first')),
        of_the_step_before: ratio(third.cell('from_previous')),
      }
    },
    async (place) => {
      const page = (path: string) => `kind = 'pageview' AND path = '${path}'`
      const reached = await funnel(place, OCTOBER, 86_400, [page('/'), page('/pricing'), page('/signup')])
      const [first = 0, second = 0, third = 0] = reached
      return { entrants: first, of_all: third / first, of_the_step_before: third / second }
    },
  ),
  read(
    'what-a-preview-warns-of',
    'What would be deleted if Lumen Notes kept data for 60 days? From what to what would the setting change?',
    { events: 'a whole number', change: 'from → to', product: 'the id in the preview', isPreview: 'true or false' },
    ['service_preferences_update', { product: 'Lumen Notes', retention_days: 60 }, USUAL],
    (said) => {
      const [, events = ''] = /deleted for good: ([\d,]+) events/.exec(said.field('warnings')) ?? []
      const [, product = ''] = /\((prd_\w+)\)$/.exec(said.field('product')) ?? []
      const isPreview = said.field('state') === 'previewed' && said.text.includes('confirm: true, idempotency_key:')
      return { events: Number(events.replaceAll(',', '')), change: said.line('- retention_days: '), product, isPreview }
    },
    async (place) => ({
      events: await count(place, "countIf(kind != 'engagement')", {
        product: 'website',
        from: '2000-01-01',
        to: '2026-09-18',
      }),
      change: '1095 → 60',
      product: place.products.website,
      isPreview: true,
    }),
  ),
  read(
    'what-is-wrong-with-a-call',
    'What is wrong with asking for the metric “sessions”, and what is it called here?',
    { code: 'of the error', field: 'the argument', instead: 'what to ask for', isError: 'true or false' },
    [QUERY, { ...october, metric: 'sessions' }, USUAL],
    (said) => {
      const { path, near } = firstOf(said.wrong())
      return {
        code: /\((\w+), 400\)/.exec(said.text)?.[1] ?? null,
        field: path,
        instead: near[0] ?? null,
        isError: said.isError,
      }
    },
    async () => ({ code: 'invalid_request', field: 'metric', instead: 'visits', isError: true }),
  ),
  {
    name: 'second-page-of-a-list',
    kind: 'reading',
    says: ['Which is the third most viewed page of Lumen Notes last month? Take the list two at a time.'],
    fields: { page: 'its path' },
    budget: TWO_CALLS,
    async reference({ call }) {
      const given = { ...october, metric: 'pageviews', dimension: 'page', limit: 2 }
      const cursor = (await call(QUERY, given)).line('next_cursor: ')
      return { page: firstOf((await call(QUERY, { ...given, cursor })).table()).text('key') }
    },
    async expected(place) {
      const [row] = await place.rows<{ path: string }>(
        `SELECT path FROM events WHERE ${within(place, OCTOBER, "kind = 'pageview'")} GROUP BY path ORDER BY count() DESC, path LIMIT 1 OFFSET 2`,
      )
      return { page: row?.path ?? '' }
    },
  },
  read(
    'zone-and-today',
    'Which day is it for Lumen Notes, and in which time zone are its days?',
    { today: 'YYYY-MM-DD', zone: 'its name', kept: 'days for which data is kept' },
    [QUERY, { ...october, metric: 'visitors' }, USUAL],
    (said) => ({
      today: /; today is ([\d-]+);/.exec(said.line('Product '))?.[1] ?? null,
      zone: /2026, ([\w/]+)\./.exec(said.line('Visitors: '))?.[1] ?? null,
      kept: /; kept from [\d-]+ \(([\d,]+) days\);/.exec(said.line('Product '))?.[1] ?? null,
    }),
    async () => ({ today: '2026-11-18', zone: 'Europe/Berlin', kept: '1,095' }),
  ),
  read(
    'what-a-filter-was-understood-as',
    'Is “Germany” understood as a country, and as which code?',
    { code: 'of the country' },
    [
      QUERY,
      { ...october, metric: 'visitors', filters: [{ dimension: 'country', operator: 'is', values: ['Germany'] }] },
      USUAL,
    ],
    (said) => ({ code: /"values":\["(\w+)"\]/.exec(said.line('Filters as understood: '))?.[1] ?? null }),
    async () => ({ code: 'DE' }),
  ),
  read(
    'how-long-a-visit-lasts',
    'How long does a visit to Lumen Notes last, in seconds, and how many pages does it view?',
    { isPlausible: 'whether it is between one and two minutes', views: 'pages of a visit' },
    [QUERY, { ...october, metric: 'visit_duration,views_per_visit,visits,pageviews' }, USUAL],
    (said) => {
      const seconds = duration(said.total('visit_duration').value ?? '')
      return { isPlausible: seconds > 60 && seconds < 120, views: Number(said.total('views_per_visit').value) }
    },
    async (place) => ({
      isPlausible: true,
      views: await count(place, "countIf(kind = 'pageview') / sum(visit_starts)", OCTOBER),
    }),
  ),
]
