import { bounceRate, count, type DateRange, OCTOBER, VISITORS, within } from '../place/collected.ts'
import { INJECTIONS } from '../place/injections.ts'
import { SHOP_DAILY } from '../place/planted-visits.ts'
import { countOf, firstOf, previousOf, rowOf } from '../reader/parts.ts'
import type { Row } from '../reader/reading.ts'
import { ratio } from '../reader/values.ts'
import { LIST, QUERY, type Question, USUAL } from './question.ts'

const NOVEMBER: DateRange = { product: 'website', from: '2026-11-01', to: '2026-11-18' }
const OCTOBER_SO_FAR: DateRange = { product: 'website', from: '2026-10-01', to: '2026-10-18' }
const TODAY: DateRange = { product: 'website', from: '2026-11-18', to: '2026-11-18' }
const YESTERDAY: DateRange = { product: 'website', from: '2026-11-17', to: '2026-11-17' }
const FORTNIGHT_DAYS = 14

const share = (rows: readonly Row[], key: string, metric: string) => ratio(rowOf(rows, 'key', key).cell(metric))

export const COMPARISONS: readonly Question[] = [
  {
    name: 'this-month-so-far',
    kind: 'comparison',
    says: ['How many visitors has Lumen Notes had this month, and how many by the same moment of last month?'],
    fields: { visitors: 'this month', visitors_before: 'last month, until the same moment' },
    budget: USUAL,
    async reference({ call }) {
      const asked = { product: 'Lumen Notes', period: 'this_month', metric: 'visitors', compare: 'previous_period' }
      const visitors = (await call(QUERY, asked)).total('Visitors')
      return { visitors: countOf(visitors), visitors_before: previousOf(visitors) }
    },
    // The clock of Berlin went back an hour in between, and the same moment is the one that a person reads on it.
    expected: async (place) => ({
      visitors: await count(place, VISITORS, NOVEMBER),
      visitors_before: await count(place, VISITORS, OCTOBER_SO_FAR, "ts < '2026-10-18 08:30:00'"),
    }),
  },
  {
    name: 'today-so-far',
    kind: 'comparison',
    says: ['How does Lumen Notes do today, against yesterday until this time?'],
    fields: { visitors: 'today', visitors_before: 'yesterday until this time' },
    budget: USUAL,
    async reference({ call }) {
      const asked = { product: 'Lumen Notes', period: 'today', metric: 'visitors', compare: 'previous_period' }
      const visitors = (await call(QUERY, asked)).total('Visitors')
      return { visitors: countOf(visitors), visitors_before: previousOf(visitors) }
    },
    expected: async (place) => ({
      visitors: await count(place, VISITORS, TODAY),
      visitors_before: await count(place, VISITORS, YESTERDAY, "ts < '2026-11-17 09:30:00'"),
    }),
  },
  {
    name: 'phones-and-desktops',
    kind: 'comparison',
    says: ['Do visitors of Lumen Notes on phones buy as often as those on desktops? Take last month.'],
    fields: { phones: 'the share that purchased, 0 to 1', desktops: 'the share that purchased, 0 to 1' },
    budget: USUAL,
    async reference({ call }) {
      const purchases = [{ dimension: 'goal', operator: 'is', values: ['Purchase'] }]
      const asked = { product: 'Lumen Notes', period: 'last_month', metric: 'conversion_rate', dimension: 'device' }
      const rows = (await call(QUERY, { ...asked, filters: purchases })).table()
      const of = (device: string) => share(rows, device, 'conversion_rate')
      return { phones: of('mobile'), desktops: of('desktop') }
    },
    async expected(place) {
      const rate = (device: string) =>
        count(place, `uniqExactIf(visitor, name = 'Purchase') / ${VISITORS}`, OCTOBER, `device = '${device}'`)
      return { phones: await rate('mobile'), desktops: await rate('desktop') }
    },
  },
  {
    name: 'bounces-by-source',
    kind: 'comparison',
    says: ['Whose visits to Lumen Notes bounced more last month: those from Google or those from ChatGPT?'],
    fields: { google: 'bounce rate, 0 to 1', chatgpt: 'bounce rate, 0 to 1' },
    budget: USUAL,
    async reference({ call }) {
      const both = [{ dimension: 'source', operator: 'is', values: ['Google', 'ChatGPT'] }]
      const asked = { product: 'Lumen Notes', period: 'last_month', metric: 'bounce_rate', dimension: 'source' }
      const rows = (await call(QUERY, { ...asked, filters: both })).table()
      const of = (source: string) => share(rows, source, 'bounce_rate')
      return { google: of('Google'), chatgpt: of('ChatGPT') }
    },
    expected: async (place) => ({
      google: await bounceRate(place, OCTOBER, "source = 'Google'"),
      chatgpt: await bounceRate(place, OCTOBER, "source = 'ChatGPT'"),
    }),
  },
  {
    name: 'two-fortnights',
    kind: 'comparison',
    says: ['How many visitors did Harbour Cycles have from 1 to 14 November, and how many in the 14 days before?'],
    fields: { visitors: 'from 1 to 14 November', visitors_before: 'in the 14 days before' },
    budget: USUAL,
    async reference({ call }) {
      const range = { from: '2026-11-01', to: '2026-11-14', compare: 'previous_period' }
      const visitors = (await call(QUERY, { product: 'Harbour Cycles', metric: 'visitors', ...range })).total(
        'Visitors',
      )
      return { visitors: countOf(visitors), visitors_before: previousOf(visitors) }
    },
    // Known, since these visitors were planted.
    expected: async () => ({
      visitors: FORTNIGHT_DAYS * SHOP_DAILY.november + INJECTIONS.reduce((sum, { visitors }) => sum + visitors, 0),
      visitors_before: FORTNIGHT_DAYS * SHOP_DAILY.october,
    }),
  },
]

const WEEK: Omit<DateRange, 'product'> = { from: '2026-11-12', to: '2026-11-18' }

export const ALL_SITES: readonly Question[] = [
  {
    name: 'largest-site',
    kind: 'all sites',
    says: ['Which of my sites had the most visitors in the last seven days, and how many?'],
    fields: { site: 'its name', visitors: 'a whole number' },
    budget: LIST,
    async reference({ call }) {
      const sites = (await call('service_products_list', { summary: '7d' })).table()
      const known = sites.filter((site) => site.cell('summary.visitors') !== 'null')
      const largest = firstOf(known.toSorted((a, b) => b.count('summary.visitors') - a.count('summary.visitors')))
      return { site: largest.text('name'), visitors: largest.count('summary.visitors') }
    },
    expected: async (place) => ({
      site: 'Lumen Notes',
      visitors: await count(place, VISITORS, { product: 'website', ...WEEK }),
    }),
  },
  {
    name: 'site-that-fell',
    kind: 'all sites',
    says: ['Did any of my sites lose visitors in the last seven days? Which one?'],
    fields: { site: 'its name', visitors: 'a whole number', visitors_before: 'a whole number' },
    budget: LIST,
    async reference({ call }) {
      const sites = (await call('service_products_list', { summary: '7d' })).table()
      const fell = firstOf(sites.filter((site) => site.cell('summary.change').startsWith('-')))
      const [visitors, visitors_before] = [fell.count('summary.visitors'), fell.count('summary.previous')]
      return { site: fell.text('name'), visitors, visitors_before }
    },
    async expected(place) {
      const before = { product: 'shop', from: '2026-11-05', to: '2026-11-11' } as const
      return {
        site: 'Harbour Cycles',
        visitors: await count(place, VISITORS, { product: 'shop', ...WEEK }),
        // Like today, the last of these days counts until half past nine.
        visitors_before: await count(place, VISITORS, before, "ts < '2026-11-11 09:30:00'"),
      }
    },
  },
  {
    name: 'site-without-data',
    kind: 'all sites',
    says: ['Is any of my sites not sending data at all?'],
    fields: { site: 'its name', state: 'the state of its numbers' },
    budget: LIST,
    async reference({ call }) {
      const sites = (await call('service_products_list', { summary: '7d' })).table()
      const silent = rowOf(sites, 'summary.state', 'empty')
      return { site: silent.text('name'), state: silent.text('summary.state') }
    },
    async expected(place) {
      const collected = await place.rows(`SELECT 1 FROM events WHERE ${within(place, { product: 'silent', ...WEEK })}`)
      return { site: 'Side project (not installed yet)', state: collected.length === 0 ? 'empty' : 'available' }
    },
  },
]
