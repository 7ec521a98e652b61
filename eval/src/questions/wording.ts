import { count, OCTOBER, VISITORS } from '../place/collected.ts'
import { countOf, firstOf } from '../reader/parts.ts'
import { QUERY, type Question, TWO_CALLS, USUAL } from './question.ts'

const october = { product: 'Lumen Notes', period: 'last_month', metric: 'visitors' }
const is = (dimension: string, value: string) => ({ filters: [{ dimension, operator: 'is', values: [value] }] })

export const TYPOS: readonly Question[] = [
  {
    name: 'page-with-a-typo',
    kind: 'typo',
    says: ['How many people saw /pricng on Lumen Notes last month?'],
    fields: { page: 'the page that was meant', visitors: 'a whole number' },
    budget: TWO_CALLS,
    async reference({ call }) {
      const missed = await call(QUERY, { ...october, ...is('page', '/pricng') })
      const [page = ''] = missed.hint('value_never_seen').near
      return { page, visitors: countOf((await call(QUERY, { ...october, ...is('page', page) })).total('Visitors')) }
    },
    expected: async (place) => ({
      page: '/pricing',
      visitors: await count(place, VISITORS, OCTOBER, "kind = 'pageview' AND path = '/pricing'"),
    }),
  },
  {
    name: 'source-with-a-typo',
    kind: 'typo',
    says: ['How many visitors did Hacker Nwes send to Lumen Notes last month?'],
    fields: { source: 'the source that was meant', visitors: 'a whole number' },
    budget: TWO_CALLS,
    async reference({ call }) {
      const missed = await call(QUERY, { ...october, ...is('source', 'Hacker Nwes') })
      const [source = ''] = missed.hint('value_never_seen').near
      return {
        source,
        visitors: countOf((await call(QUERY, { ...october, ...is('source', source) })).total('Visitors')),
      }
    },
    expected: async (place) => ({
      source: 'Hacker News',
      visitors: await count(place, VISITORS, OCTOBER, "source = 'Hacker News'"),
    }),
  },
  {
    name: 'dimension-of-another-name',
    kind: 'typo',
    says: ['Which URL of Lumen Notes had the most visitors last month?'],
    fields: { page: 'its path', visitors: 'a whole number' },
    budget: TWO_CALLS,
    async reference({ call }) {
      const rejected = await call(QUERY, { ...october, dimension: 'url', limit: 1 })
      const [dimension] = firstOf(rejected.wrong().filter(({ path }) => path === 'dimension')).near
      const row = firstOf((await call(QUERY, { ...october, dimension, limit: 1 })).table())
      return { page: row.text('key'), visitors: row.count('visitors') }
    },
    expected: async (place) => ({
      page: '/',
      visitors: await count(place, VISITORS, OCTOBER, "kind = 'pageview' AND path = '/'"),
    }),
  },
  {
    name: 'site-by-its-address',
    kind: 'typo',
    says: ['How many visitors did WWW.Lumen-Notes.example have last month?'],
    fields: { visitors: 'a whole number, of the whole site' },
    budget: USUAL,
    async reference({ call }) {
      const said = await call(QUERY, { ...october, product: 'WWW.Lumen-Notes.example' })
      return { visitors: countOf(said.total('Visitors')) }
    },
    expected: async (place) => ({ visitors: await count(place, VISITORS, OCTOBER) }),
  },
]

export const LABELS: readonly Question[] = [
  {
    name: 'country-by-its-name',
    kind: 'label',
    says: ['How many visitors of Lumen Notes came from Germany last month?'],
    fields: { visitors: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      return { visitors: countOf((await call(QUERY, { ...october, ...is('country', 'Germany') })).total('Visitors')) }
    },
    expected: async (place) => ({ visitors: await count(place, VISITORS, OCTOBER, "country = 'DE'") }),
  },
  {
    name: 'goal-by-its-label',
    kind: 'label',
    says: ['How often did somebody subscribe to the newsletter (“Newsletter subscription”) on Lumen Notes last month?'],
    fields: { conversions: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      const asked = { ...october, metric: 'conversions', ...is('goal', 'Newsletter subscription') }
      return { conversions: countOf((await call(QUERY, asked)).total('Conversions')) }
    },
    expected: async (place) => ({ conversions: await count(place, "countIf(name = 'Newsletter')", OCTOBER) }),
  },
  {
    name: 'value-in-another-case',
    kind: 'label',
    says: ['How many visitors of Lumen Notes used a Mobile device last month?'],
    fields: { visitors: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      return { visitors: countOf((await call(QUERY, { ...october, ...is('device', 'Mobile') })).total('Visitors')) }
    },
    expected: async (place) => ({ visitors: await count(place, VISITORS, OCTOBER, "device = 'mobile'") }),
  },
]
