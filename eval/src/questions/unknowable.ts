import { numbers, OCTOBER, within } from '../place/collected.ts'
import { QUERY, type Question, STATE, USUAL } from './question.ts'

const state = { state: STATE }
const october = { product: 'Lumen Notes', period: 'last_month', metric: 'visitors' }

export const UNKNOWABLE: readonly Question[] = [
  {
    name: 'before-the-first-event',
    kind: 'cannot be known',
    says: ['How many visitors did Lumen Notes have in March 2025?'],
    fields: state,
    budget: USUAL,
    async reference({ call }) {
      const range = { from: '2025-03-01', to: '2025-03-31' }
      const asked = { product: 'Lumen Notes', metric: 'visitors', ...range }
      return { state: (await call(QUERY, asked)).total('Visitors').state }
    },
    async expected(place) {
      const { first = 0 } = await numbers(
        place,
        `SELECT toUnixTimestamp(min(ts)) AS first FROM events WHERE product_id = '${place.products.website}'`,
      )
      return { state: first * 1_000 > Date.parse('2025-04-01') ? 'unavailable' : 'available' }
    },
  },
  {
    name: 'too-few-to-show',
    kind: 'cannot be known',
    says: ['How many visitors did Quiet Clinic have on 10 November?'],
    fields: state,
    budget: USUAL,
    async reference({ call }) {
      const day = { from: '2026-11-10', to: '2026-11-10' }
      return {
        state: (await call(QUERY, { product: 'Quiet Clinic', metric: 'visitors', ...day })).total('Visitors').state,
      }
    },
    // Four were planted, and the clinic shows no number below ten.
    expected: async () => ({ state: 'withheld' }),
  },
  {
    name: 'property-that-nobody-sends',
    kind: 'cannot be known',
    says: ['Which colour did the visitors of Lumen Notes choose most last month, by the property “colour”?'],
    fields: state,
    budget: USUAL,
    async reference({ call }) {
      return { state: (await call(QUERY, { ...october, dimension: 'property:colour' })).total('Visitors').state }
    },
    async expected(place) {
      const rows = await place.rows(
        `SELECT 1 FROM events WHERE ${within(place, OCTOBER, "mapContains(props, 'colour')")} LIMIT 1`,
      )
      return { state: rows.length === 0 ? 'unavailable' : 'available' }
    },
  },
  {
    name: 'searches-without-search-console',
    kind: 'cannot be known',
    says: ['With which Google searches do people find the docs of Lumen?'],
    fields: state,
    budget: USUAL,
    async reference({ call }) {
      const said = await call('service_analytics_search_console', { product: 'Lumen Docs & App', period: '28d' })
      return { state: said.total('Search results').state }
    },
    // The demo connects it to the website only.
    expected: async () => ({ state: 'unavailable' }),
  },
  {
    name: 'last-year',
    kind: 'cannot be known',
    says: ['How many more visitors did Lumen Notes have last month than in October a year ago?'],
    fields: { state: `of the number a year ago: ${STATE}` },
    budget: USUAL,
    async reference({ call }) {
      const said = await call(QUERY, { ...october, compare: 'previous_year' })
      return { state: said.total('Visitors').previous?.state ?? null }
    },
    // The demo begins in August 2026.
    expected: async () => ({ state: 'unavailable' }),
  },
  {
    name: 'who-came-back',
    kind: 'cannot be known',
    says: ['How many visitors of Lumen Notes last month had been there in an earlier month?'],
    fields: { known: 'whether it can be known: true or false' },
    budget: { calls: 1, tokens: 400 },
    async reference({ call }) {
      const said = await call(QUERY, { ...october, dimension: 'visitor_type' })
      return { known: said.total('Visitors').state === 'available' }
    },
    // Visitors get a new pseudonym each UTC day.
    async expected(place) {
      const { days } = await numbers(
        place,
        `SELECT max(days) AS days FROM (SELECT uniqExact(toDate(visit_start)) AS days FROM events
          WHERE product_id = '${place.products.website}' GROUP BY visitor)`,
      )
      return { known: days !== 1 }
    },
  },
  {
    name: 'filters-that-exclude-the-metric',
    kind: 'cannot be known',
    says: [
      'How many page views were sign-ups on Lumen Notes last month? If that cannot be, in how many visits did people sign up?',
    ],
    fields: { state: `of the page views: ${STATE}`, visits: 'visits with a sign-up' },
    budget: USUAL,
    async reference({ call }) {
      const filters = [{ dimension: 'event', operator: 'is', values: ['Signup'] }]
      const said = await call(QUERY, { ...october, metric: 'pageviews', filters })
      return { state: said.total('Pageviews').state, visits: said.hint('filters_exclude_metric').visits ?? null }
    },
    async expected(place) {
      const { visits = null } = await numbers(
        place,
        `SELECT uniqExactIf(visit, name = 'Signup') AS visits FROM events WHERE ${within(place, OCTOBER)}`,
      )
      return { state: 'unavailable', visits }
    },
  },
]
