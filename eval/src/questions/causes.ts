import { count, type DateRange, first, OCTOBER, SEPTEMBER, VISITORS } from '../place/collected.ts'
import { countOf, firstOf, NO_VALUE, previousOf } from '../reader/parts.ts'
import { QUERY, type Question, USUAL } from './question.ts'

const LAUNCH = 'Version 2 launched'
const AFTER_LAUNCH: DateRange = { product: 'website', from: '2026-11-02', to: '2026-11-08' }
const OF_LAUNCH: DateRange = { product: 'website', from: '2026-10-26', to: '2026-11-01' }

export const CAUSES: readonly Question[] = [
  {
    name: 'how-was-last-month-and-why',
    kind: 'cause',
    says: ['How was last month on Lumen Notes, and why?'],
    fields: {
      visitors: 'a whole number',
      visitors_before: 'of the month before',
      source: 'the source that brought most of the change',
      cause: 'what the people of the site wrote about that time',
    },
    budget: { calls: 2, tokens: 3_000 },
    async reference({ call }) {
      const said = await call(QUERY, { product: 'Lumen Notes', period: 'last_month' })
      const visitors = said.total('Visitors')
      return {
        visitors: countOf(visitors),
        visitors_before: previousOf(visitors),
        source: firstOf(said.table('Most changed by source')).text('key'),
        cause: /^- \d{4}-\d\d-\d\d (.*?): /m.exec(said.text)?.[1] ?? null,
      }
    },
    expected: async (place) => ({
      visitors: await count(place, VISITORS, OCTOBER),
      visitors_before: await count(place, VISITORS, SEPTEMBER),
      source: 'Hacker News',
      cause: LAUNCH,
    }),
  },
  {
    name: 'source-that-grew',
    kind: 'cause',
    says: ['Which source brought Lumen Notes the most additional visitors last month, and how many more than before?'],
    fields: { source: 'its name', more: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      const rows = { dimension: 'source', compare: 'previous_period', order: 'change:desc', limit: 1 }
      const asked = { product: 'Lumen Notes', period: 'last_month', metric: 'visitors', ...rows }
      const row = firstOf((await call(QUERY, asked)).table())
      return { source: row.text('key'), more: row.count('visitors') - row.count('previous') }
    },
    async expected(place) {
      const { key, n } = await first(place, 'source', VISITORS, OCTOBER, "source IN ('Hacker News', 'Product Hunt')")
      return { source: key, more: n - (await count(place, VISITORS, SEPTEMBER, `source = '${key}'`)) }
    },
  },
  {
    name: 'what-happened-that-day',
    kind: 'cause',
    says: ['Did anybody note what happened on Lumen Notes on 25 October?'],
    fields: { note: 'the title of what was noted' },
    budget: USUAL,
    async reference({ call }) {
      const range = { from: '2026-10-25', to: '2026-10-25' }
      const said = await call('service_diagnostics_annotations', { product: 'Lumen Notes', ...range })
      return { note: firstOf(said.table('annotations')).text('title') }
    },
    expected: async () => ({ note: LAUNCH }),
  },
  {
    name: 'campaign',
    kind: 'cause',
    says: ['Which campaign brought the most visitors to Lumen Notes last month, and how many?'],
    fields: { campaign: 'its name', visitors: 'a whole number' },
    budget: USUAL,
    async reference({ call }) {
      const rows = { metric: 'visitors', dimension: 'utm_campaign', limit: 2 }
      const said = await call(QUERY, { product: 'Lumen Notes', period: 'last_month', ...rows })
      const row = firstOf(said.table().filter((one) => !NO_VALUE.has(one.text('key'))))
      return { campaign: row.text('key'), visitors: row.count('visitors') }
    },
    async expected(place) {
      const { key, n } = await first(place, 'utm_campaign', VISITORS, OCTOBER)
      return { campaign: key, visitors: n }
    },
  },
  {
    name: 'why-fewer',
    kind: 'cause',
    says: ['Why did Lumen Notes have fewer visitors from 2 to 8 November than in the week before?'],
    fields: {
      visitors: 'from 2 to 8 November',
      visitors_before: 'in the week before',
      source: 'the source that lost most',
    },
    budget: { calls: 2, tokens: 3_000 },
    async reference({ call }) {
      const said = await call(QUERY, { product: 'Lumen Notes', from: '2026-11-02', to: '2026-11-08' })
      const visitors = said.total('Visitors')
      const fell = firstOf(said.table('Most changed by source').filter((row) => row.cell('change').startsWith('-')))
      return { visitors: countOf(visitors), visitors_before: previousOf(visitors), source: fell.text('key') }
    },
    async expected(place) {
      const [visitors, before] = [await count(place, VISITORS, AFTER_LAUNCH), await count(place, VISITORS, OF_LAUNCH)]
      const { key } = await first(place, 'source', VISITORS, OF_LAUNCH, "source NOT IN ('Google')")
      return { visitors, visitors_before: before, source: key }
    },
  },
]
