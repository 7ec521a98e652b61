import {
  type GoalsReport,
  type Message,
  type MessageBlock,
  type MessageSection,
  MOVER_DIMENSIONS,
  type Mover,
  type MoverDimension,
  type StoredReport,
} from '@footfall/core-domain'
import { dashboardLink } from '../analytics/dashboard-link.ts'
import {
  changeInWords,
  countInWords,
  daysInWords,
  metricInWords,
  moneyInWords,
  percentInWords,
  stateInWords,
} from './metrics-in-words.ts'
import type { ProductStatistics } from './product-statistics.ts'

/** Of a report about many products, those that have a section of their own. */
const SECTIONS_MAX = 10

const MOVER_HEADINGS: Readonly<Record<MoverDimension, string>> = {
  source: 'Sources',
  page: 'Pages',
  country: 'Countries',
  utm_campaign: 'Campaigns',
}

type NamedReport = Pick<StoredReport, 'id' | 'name' | 'schedule' | 'subject'>

/** A report in words, of one product or of several. */
export function reportMessage(report: NamedReport, products: readonly ProductStatistics[], baseUrl: string): Message {
  const [only] = products
  const words =
    report.subject.product !== undefined && only ? aboutOne(only, report, baseUrl) : aboutAll(products, report, baseUrl)
  return {
    ...words,
    reason: `This is the ${every(report)} report “${report.name}”. An administrator of ${report.subject.product === undefined ? 'these products' : 'the product'} entered your address.`,
    data: {
      type: 'report',
      report: { id: report.id, name: report.name, every: report.schedule.every },
      products: products.map((statistics) => ({ ...statistics, link: linkTo(statistics, report, baseUrl) })),
    },
  }
}

const every = ({ schedule }: NamedReport) => (schedule.every === 'week' ? 'weekly' : 'monthly')
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Words = Omit<Message, 'reason' | 'data'>

function aboutOne(statistics: ProductStatistics, report: NamedReport, baseUrl: string): Words {
  const { product } = statistics
  const visitors = visitorsInWords(statistics)
  const change = visitors?.change === undefined ? '' : ` (${visitors.change})`
  return {
    subject: `${capitalized(every(report))} report of ${product.name}${visitors ? `: ${visitors.value} visitors${change}` : ''}`,
    heading: product.name,
    intro: introOf(statistics),
    sections: [{ blocks: headline(statistics) }, ...detailsOf(statistics)],
    link: { label: 'Open the dashboard', url: linkTo(statistics, report, baseUrl) },
  }
}

function aboutAll(products: readonly ProductStatistics[], report: NamedReport, baseUrl: string): Words {
  const byVisitors = [...products].sort((a, b) => visitorsOf(b) - visitorsOf(a))
  const detailed = byVisitors.slice(0, SECTIONS_MAX)
  const [first] = byVisitors
  return {
    subject: `${capitalized(every(report))} report of ${countInWords(products.length)} ${products.length === 1 ? 'product' : 'products'}`,
    heading: report.name,
    ...(first && { intro: introOf(first) }),
    sections: [
      { blocks: [summaryOf(byVisitors)] },
      ...detailed.flatMap((statistics): MessageSection[] => [
        { heading: statistics.product.name, level: 1, blocks: headline(statistics) },
        ...detailsOf(statistics),
      ]),
    ],
    link: { label: 'Open the dashboard', url: baseUrl },
  }
}

/** Each product has its own time zone, and so its own days; they have the same dates. */
function introOf({ meta, overview: { comparison } }: ProductStatistics): string {
  const days = daysInWords(meta)
  if (comparison.state !== 'available')
    return `${days}. The days before are not compared: ${stateInWords(comparison).toLowerCase()}.`
  return `${days}, compared with ${daysInWords(comparison)}.`
}

function visitorsOf({ overview }: ProductStatistics): number {
  return overview.headline.find(({ metric }) => metric === 'visitors')?.value ?? 0
}

function visitorsInWords({ overview }: ProductStatistics) {
  const visitors = overview.headline.find(({ metric }) => metric === 'visitors')
  return visitors?.state === 'available' ? metricInWords(visitors) : undefined
}

function headline({ overview, meta }: ProductStatistics): MessageBlock[] {
  return [{ kind: 'figures', figures: overview.headline.map(metricInWords) }, ...notIncluded(meta)]
}

/** Amounts in other currencies, beside the revenue that leaves them out. */
function notIncluded({ excluded = [] }: ProductStatistics['goals_meta']): MessageBlock[] {
  if (excluded.length === 0) return []
  const amounts = excluded.map(({ amount, currency }) => moneyInWords(amount, currency))
  return [{ kind: 'text', text: `Not included in the revenue: ${amounts.join(', ')}.` }]
}

function summaryOf(products: readonly ProductStatistics[]): MessageBlock {
  const rows = products.map(({ product, overview }) => {
    const visitors = overview.headline.find(({ metric }) => metric === 'visitors')
    const shown = visitors && metricInWords(visitors)
    return [product.name, shown?.value ?? 'Not available', shown?.change ?? '']
  })
  return { kind: 'table', columns: ['Product', 'Visitors', 'Change'], rows }
}

function detailsOf({ overview, goals, goals_meta, annotations }: ProductStatistics): MessageSection[] {
  return [
    ...MOVER_DIMENSIONS.flatMap((dimension) => moversOf(dimension, overview.movers[dimension])),
    ...goalsOf(goals, goals_meta),
    ...(annotations.length === 0
      ? []
      : [
          {
            heading: 'Annotations',
            level: 2 as const,
            blocks: [
              {
                kind: 'list' as const,
                items: annotations.map(
                  ({ date, title, note }) =>
                    `${daysInWords({ from: date, to: date })}: ${title}${note === undefined ? '' : ` – ${note}`}`,
                ),
              },
            ],
          },
        ]),
  ]
}

function moversOf(dimension: MoverDimension, movers: readonly Mover[]): MessageSection[] {
  if (movers.length === 0) return []
  const rows = movers.map(({ key, label, visitors, previous, change }) => [
    label ?? (key === '' ? '(none)' : key),
    countInWords(visitors),
    changeOf(previous, change),
  ])
  const heading = `${MOVER_HEADINGS[dimension]} that changed most`
  return [
    {
      heading,
      level: 2,
      blocks: [{ kind: 'table', columns: [MOVER_HEADINGS[dimension], 'Visitors', 'Change'], rows }],
    },
  ]
}

function changeOf(previous: number | null | undefined, change: number | null | undefined): string {
  if (change !== null && change !== undefined) return changeInWords(change)
  return previous === 0 ? 'was 0' : ''
}

function goalsOf({ state, reason, goals }: GoalsReport, meta: ProductStatistics['goals_meta']): MessageSection[] {
  if (reason === 'metric_not_collected' || (state === 'available' && goals.length === 0)) return []
  if (state !== 'available')
    return [{ heading: 'Goals', level: 2, blocks: [{ kind: 'text', text: `${stateInWords({ state, reason })}.` }] }]
  const hasRevenue = goals.some(({ revenue }) => revenue !== null)
  const rows = goals.map((goal) => [
    goal.label ?? goal.name,
    goal.conversions === null ? stateInWords(goal) : countInWords(goal.conversions),
    changeOf(goal.previous, goal.change),
    goal.conversion_rate === null ? '' : percentInWords(goal.conversion_rate),
    ...(hasRevenue ? [goal.revenue === null ? '' : moneyInWords(goal.revenue.amount, goal.revenue.currency)] : []),
  ])
  const columns = ['Goal', 'Conversions', 'Change', 'Rate', ...(hasRevenue ? ['Revenue'] : [])]
  return [
    {
      heading: 'Goals',
      level: 2,
      blocks: [{ kind: 'table', columns, rows }, ...(hasRevenue ? notIncluded(meta) : [])],
    },
  ]
}

/** The same days in the dashboard, compared with the same days. */
function linkTo({ product, meta, overview }: ProductStatistics, { schedule }: NamedReport, baseUrl: string): string {
  const { from, to } = overview.comparison
  const compare =
    schedule.every === 'month'
      ? ({ period: 'custom', range: { from, to }, matchWeekday: false } as const)
      : ({ period: 'previous_period', matchWeekday: false } as const)
  const view = {
    from: meta.from,
    to: meta.to,
    tz: undefined,
    filters: [],
    segment: undefined,
    compare,
    comparedFrom: from,
  }
  return dashboardLink(baseUrl, product.id, view) ?? baseUrl
}
