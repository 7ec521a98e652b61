import { NOW } from '../place/clock.ts'
import { bounceRate, count, first, numbers, OCTOBER, VISITORS, within } from '../place/collected.ts'
import { countOf, firstOf, leftOut, rowOf } from '../reader/parts.ts'
import { money, ratio } from '../reader/values.ts'
import { LIST, QUERY, type Question, USUAL } from './question.ts'

const october = { product: 'Lumen Notes', period: 'last_month' }
const WEEK_MS = 7 * 86_400_000

export const METRICS: readonly Question[] = [
  {
    name: 'visitors-of-a-month',
    kind: 'metric',
    says: ['How many visitors did Lumen Notes have last month?'],
    fields: { visitors: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      return { visitors: countOf((await call(QUERY, { ...october, metric: 'visitors' })).total('Visitors')) }
    },
    expected: async (place) => ({ visitors: await count(place, VISITORS, OCTOBER) }),
  },
  {
    name: 'bounce-rate',
    kind: 'metric',
    says: ['What share of visits to Lumen Notes bounced last month?'],
    fields: { bounce_rate: 'a number from 0 to 1' },
    budget: USUAL,
    async reference({ call }) {
      const { value = '' } = (await call(QUERY, { ...october, metric: 'bounce_rate' })).total('bounce_rate')
      return { bounce_rate: ratio(value) }
    },
    expected: async (place) => ({ bounce_rate: await bounceRate(place, OCTOBER) }),
  },
  {
    name: 'revenue',
    kind: 'metric',
    says: ['How much did Lumen Notes earn in euros last month, and how many dollars are not in that figure?'],
    fields: { euros: 'a number', dollars_left_out: 'a number' },
    budget: USUAL,
    async reference({ call }) {
      const said = await call(QUERY, { ...october, metric: 'revenue' })
      return { euros: money(said.total('Revenue').value ?? '', 'EUR'), dollars_left_out: leftOut(said, 'USD') }
    },
    expected: async (place) => ({
      euros: await count(place, 'sum(revenue)', OCTOBER, "currency = 'EUR'"),
      dollars_left_out: await count(place, 'sum(revenue)', OCTOBER, "currency = 'USD'"),
    }),
  },
  {
    name: 'sign-ups',
    kind: 'metric',
    says: ['How many sign-ups and how many purchases did Lumen Notes have last month?'],
    fields: { sign_ups: 'a whole number', purchases: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      const goals = (await call('service_analytics_goals', october)).table()
      const of = (name: string) => rowOf(goals, 'name', name).count('conversions')
      return { sign_ups: of('Signup'), purchases: of('Purchase') }
    },
    expected: async (place) => ({
      sign_ups: await count(place, "countIf(name = 'Signup')", OCTOBER),
      purchases: await count(place, "countIf(name = 'Purchase')", OCTOBER),
    }),
  },
  {
    name: 'most-viewed-page',
    kind: 'metric',
    says: ['Which page of Lumen Notes had the most page views last month, and how many?'],
    fields: { page: 'a path', pageviews: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      const said = await call(QUERY, { ...october, metric: 'pageviews', dimension: 'page', limit: 1 })
      const row = firstOf(said.table())
      return { page: row.text('key'), pageviews: row.count('pageviews') }
    },
    async expected(place) {
      const { key, n } = await first(place, 'path', 'count()', OCTOBER, "kind = 'pageview'")
      return { page: key, pageviews: n }
    },
  },
  {
    name: 'first-country',
    kind: 'metric',
    says: ['From which country did most visitors of Lumen Notes come last month, and how many came from there?'],
    fields: { country: 'the English name', visitors: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      const said = await call(QUERY, { ...october, metric: 'visitors', dimension: 'country', limit: 1 })
      const row = firstOf(said.table())
      return { country: row.text('label'), visitors: row.count('visitors') }
    },
    async expected(place) {
      const { key, n } = await first(place, 'country', VISITORS, OCTOBER)
      return { country: new Intl.DisplayNames('en', { type: 'region' }).of(key) ?? key, visitors: n }
    },
  },
  {
    name: 'best-day',
    kind: 'metric',
    says: ['On which day of last month did Lumen Notes have the most visitors, and how many?'],
    fields: { day: 'YYYY-MM-DD', visitors: 'a whole number' },
    budget: LIST,
    async reference({ call }) {
      const days = (await call(QUERY, { ...october, metric: 'visitors', interval: 'day' })).table()
      const best = days.reduce((a, b) => (b.count('visitors') > a.count('visitors') ? b : a))
      return { day: best.text('start'), visitors: best.count('visitors') }
    },
    async expected(place) {
      const { key, n } = await first(place, "toString(toDate(ts, 'Europe/Berlin'))", VISITORS, OCTOBER)
      return { day: key, visitors: n }
    },
  },
  {
    name: 'training-crawlers',
    kind: 'metric',
    says: [
      'Which crawler that trains AI came to Lumen Notes most in the last seven days, and how many hits did it make?',
    ],
    fields: { crawler: 'its name', hits: 'a whole number' },
    budget: { calls: 1, tokens: 1_100 },
    async reference({ call }) {
      const said = await call('service_analytics_crawlers', { product: 'Lumen Notes', period: '7d' })
      const crawler = rowOf(said.table('By crawler'), 'purpose', 'ai_training')
      return { crawler: crawler.text('crawler'), hits: crawler.count('hits') }
    },
    async expected(place) {
      const from = new Date(NOW - WEEK_MS + 86_400_000).toISOString().slice(0, 10)
      const [row] = await place.rows<{ crawler: string; n: string }>(
        `SELECT crawler, count() AS n FROM crawler_hits WHERE product_id = '${place.products.website}'
          AND purpose = 'ai_training' AND toDate(ts, 'Europe/Berlin') >= '${from}' GROUP BY crawler ORDER BY n DESC LIMIT 1`,
      )
      return { crawler: row?.crawler ?? '', hits: Number(row?.n) }
    },
  },
  {
    name: 'several-metrics',
    kind: 'metric',
    says: ['How many visitors, visits and page views did the docs of Lumen have last week, Sunday to Saturday?'],
    fields: { visitors: 'a whole number', visits: 'a whole number', pageviews: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      const asked = { product: 'Lumen Docs & App', period: 'last_week', metric: 'visitors,visits,pageviews' }
      const said = await call(QUERY, asked)
      const of = (label: string) => countOf(said.total(label))
      return { visitors: of('Visitors'), visits: of('Visits'), pageviews: of('Pageviews') }
    },
    async expected(place) {
      const range = { product: 'docs', from: '2026-11-08', to: '2026-11-14' } as const
      const columns = `${VISITORS} AS visitors, sum(visit_starts) AS visits, countIf(kind = 'pageview') AS pageviews`
      return numbers(place, `SELECT ${columns} FROM events WHERE ${within(place, range)}`)
    },
  },
]
