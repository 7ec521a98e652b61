import { type DateRange, funnel, OCTOBER } from '../place/collected.ts'
import { funnelOf, lastOf } from '../reader/parts.ts'
import { ratio } from '../reader/values.ts'
import { LIST, type Question } from './question.ts'

const FUNNELS = 'service_funnels_list'
const DAY_SECONDS = 86_400
const page = (path: string) => `kind = 'pageview' AND path = '${path}'`
const FRONT_TO_PURCHASE = [page('/'), page('/pricing'), page('/signup'), "name = 'Signup'", "name = 'Purchase'"]
const october = { product: 'Lumen Notes', period: 'last_month' }
const DOCS_OCTOBER: DateRange = { product: 'docs', from: '2026-10-01', to: '2026-10-31' }

export const FUNNEL_QUESTIONS: readonly Question[] = [
  {
    name: 'conversion-of-a-funnel',
    kind: 'funnel',
    says: ['How many people went from the front page of Lumen Notes to a purchase last month, and what share is that?'],
    fields: { purchases: 'a whole number', rate: 'a number from 0 to 1' },
    budget: LIST,
    async reference({ call }) {
      const { steps, rate } = funnelOf(await call(FUNNELS, october), 'From the front page to a purchase')
      return { purchases: lastOf(steps).count('visitors'), rate: ratio(rate) }
    },
    async expected(place) {
      const reached = await funnel(place, OCTOBER, DAY_SECONDS, FRONT_TO_PURCHASE)
      const [entrants = 0, purchases = 0] = [reached[0], reached.at(-1)]
      return { purchases, rate: purchases / entrants }
    },
  },
  {
    name: 'worst-step',
    kind: 'funnel',
    says: [
      'In the funnel of Lumen Notes from the front page to a purchase, at which step did the largest share give up last month?',
    ],
    fields: {
      step: 'the step that they did not reach',
      rate: 'the share that reached it from the step before, 0 to 1',
    },
    budget: LIST,
    async reference({ call }) {
      const { steps } = funnelOf(await call(FUNNELS, october), 'From the front page to a purchase')
      const rates = steps.map((step) => ratio(step.cell('from_previous')))
      const worst = rates.indexOf(Math.min(...rates))
      return { step: steps[worst]?.text('match') ?? null, rate: rates[worst] ?? null }
    },
    async expected(place) {
      const reached = await funnel(place, OCTOBER, DAY_SECONDS, FRONT_TO_PURCHASE)
      const rates = reached.slice(1).map((visitors, i) => visitors / (reached[i] ?? 0))
      const rate = Math.min(...rates)
      return { step: ['/pricing', '/signup', 'Signup', 'Purchase'][rates.indexOf(rate)] ?? null, rate }
    },
  },
  {
    name: 'funnel-that-nobody-saved',
    kind: 'funnel',
    says: ['Of the people who saw /features on Lumen Notes last month, how many bought something within a day?'],
    fields: { saw: 'a whole number', bought: 'a whole number' },
    budget: LIST,
    async reference({ call }) {
      const steps = [
        { kind: 'page', match: '/features' },
        { kind: 'event', match: 'Purchase' },
      ]
      const [saw, bought] = (await call(FUNNELS, { ...october, steps })).table()
      return { saw: saw?.count('visitors') ?? null, bought: bought?.count('visitors') ?? null }
    },
    async expected(place) {
      const [saw = null, bought = null] = await funnel(place, OCTOBER, DAY_SECONDS, [
        page('/features'),
        "name = 'Purchase'",
      ])
      return { saw, bought }
    },
  },
  {
    name: 'funnel-of-the-docs',
    kind: 'funnel',
    says: ['How many readers of the Lumen docs went from the quick start to the API pages last month?'],
    fields: { entrants: 'a whole number', reached_api: 'a whole number' },
    budget: LIST,
    async reference({ call }) {
      const said = await call(FUNNELS, { product: 'docs.lumen-notes.example', period: 'last_month' })
      const { entrants, steps } = funnelOf(said, 'From quick start to the API')
      return { entrants, reached_api: lastOf(steps).count('visitors') }
    },
    async expected(place) {
      const steps = [page('/quick-start'), page('/install'), "kind = 'pageview' AND path LIKE '/api/%'"]
      const reached = await funnel(place, DOCS_OCTOBER, 120 * 60, steps)
      return { entrants: reached[0] ?? null, reached_api: reached.at(-1) ?? null }
    },
  },
]
