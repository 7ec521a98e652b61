import { rowOf } from '../reader/parts.ts'
import { count } from '../reader/values.ts'
import { type Conversation, QUERY, type Question } from './question.ts'

const GOALS = 'service_analytics_goals'
const october = { product: 'Lumen Notes', period: 'last_month' }

const relation = (name: string, asks: string, holds: (conversation: Conversation) => Promise<boolean>): Question => ({
  name,
  kind: 'relation',
  says: [asks],
  fields: { holds: 'true or false' },
  budget: { calls: 3, tokens: 3_500 },
  reference: async (conversation) => ({ holds: await holds(conversation) }),
  expected: async () => ({ holds: true }),
})

/** What must hold between answers of different tools, whatever was collected. */
export const RELATIONS: readonly Question[] = [
  relation(
    'minutes-of-now',
    'Were at least as many visitors there in the last 30 minutes as in any of these minutes, and as in the last 5?',
    async ({ call }) => {
      const said = await call('service_analytics_realtime', { product: 'Lumen Notes' })
      const [, half = ''] = /^Visitors of the last 30 minutes: ([\d,]+);/m.exec(said.text) ?? []
      const five = count(said.total('Visitors of the last 5 minutes').value ?? '')
      const minutes = said.table().map((row) => row.count('visitors'))
      const pages = said.table('Pages of the last 30 minutes').map((row) => row.count('visitors'))
      return minutes.length === 30 && Math.max(...minutes, ...pages, five) <= count(half)
    },
  ),
  relation(
    'overview-and-question',
    'Does the overview of Lumen Notes say the same visitors, bounce rate and revenue as a question for each?',
    async ({ call }) => {
      const overview = await call(QUERY, october)
      const asked = await call(QUERY, { ...october, metric: 'visitors,bounce_rate,revenue,visit_duration' })
      const labels = ['Visitors', 'bounce_rate', 'Revenue', 'visit_duration']
      return labels.every((label) => overview.total(label).value === asked.total(label).value)
    },
  ),
  relation(
    'goals-and-question',
    'Do the goals of Lumen Notes count the purchases that a question counts?',
    async ({ call }) => {
      const goals = await call(GOALS, october)
      const filters = [{ dimension: 'goal', operator: 'is', values: ['Purchase'] }]
      const asked = await call(QUERY, { ...october, metric: 'conversions', filters })
      const purchases = rowOf(goals.table(), 'name', 'Purchase').count('conversions')
      return purchases === count(asked.total('Conversions').value ?? '')
    },
  ),
  relation(
    'steps-that-shrink',
    'Does no step of the purchase funnel have more visitors than the one before?',
    async ({ call }) => {
      const steps = [
        { kind: 'page', match: '/' },
        { kind: 'page', match: '/pricing' },
        { kind: 'event', match: 'Purchase' },
      ]
      const reached = (await call('service_funnels_list', { ...october, steps }))
        .table()
        .map((row) => row.count('visitors'))
      return reached.length === 3 && reached.every((visitors, i) => i === 0 || visitors <= (reached[i - 1] ?? 0))
    },
  ),
]
