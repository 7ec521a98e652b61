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
  figureInWords,
  moneyInWords,
  percentInWords,
  stateInWords,
} from './figures-in-words.ts'
import type { ProductFigures } from './product-figures.ts'

/** Of a report about many products, those that have a section of their own. */
const SECTIONS_MAX = 10

const MOVER_HEADINGS: Readonly<Record<MoverDimension, string>> = {
  source: 'Sources',
  page: 'Pages',
  country: 'Countries',
  utm_campaign: 'Campaigns',
}

type Told = Pick<StoredReport, 'id' | 'name' | 'schedule' | 'subject'>

/** A report in words, of one product or of several. */
export function reportMessage(report: Told, products: readonly ProductFigures[], baseUrl: string): Message {
  const [only] = products
  const words =
    report.subject.product !== undefined && only ? aboutOne(only, report, baseUrl) : aboutAll(products, report, baseUrl)
  return {
    ...words,
    reason: `This is the ${every(report)} report “${report.name}”. An administrator of ${report.subject.product === undefined ? 'these products' : 'the product'} entered your address.`,
    data: {
      type: 'report',
      report: { id: report.id, name: report.name, every: report.schedule.every },
      products: products.map((figures) => ({ ...figures, link: linkTo(figures, report, baseUrl) })),
    },
  }
}

const every = ({ schedule }: Told) => (schedule.every === 'week' ? 'weekly' : 'monthly')
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Words = Omit<Message, 'reason' | 'data'>

function aboutOne(figures: ProductFigures, report: Told, baseUrl: string): Words {
  const { product } = figures
  const visitors = headlineFigure(figures)
  const change = visitors?.change === undefined ? '' : ` (${visitors.change})`
  return {
    subject: `${capitalized(every(report))} report of ${product.name}${visitors ? `: ${visitors.value} visitors${change}` : ''}`,
    heading: product.name,
    intro: introOf(figures),
    sections: [{ blocks: headline(figures) }, ...detailsOf(figures)],
    link: { label: 'Open the dashboard', url: linkTo(figures, report, baseUrl) },
  }
}

function aboutAll(products: readonly ProductFigures[], report: Told, baseUrl: string): Words {
  const byVisitors = [...products].sort((a, b) => visitorsOf(b) - visitorsOf(a))
  const detailed = byVisitors.slice(0, SECTIONS_MAX)
  const [first] = byVisitors
  return {
    subject: `${capitalized(every(report))} report of ${countInWords(products.length)} ${products.length === 1 ? 'product' : 'products'}`,
    heading: report.name,
    ...(first && { intro: introOf(first) }),
    sections: [
      { blocks: [summaryOf(byVisitors)] },
      ...detailed.flatMap((figures): MessageSection[] => [
        { heading: figures.product.name, level: 1, blocks: headline(figures) },
        ...detailsOf(figures),
      ]),
    ],
    link: { label: 'Open the dashboard', url: baseUrl },
  }
}

/** Each product has its own time zone, and so its own days; they have the same dates. */
function introOf({ meta, overview: { comparison } }: ProductFigures): string {
  const span = daysInWords(meta)
  if (comparison.state !== 'available')
    return `${span}. The days before are not compared: ${stateInWords(comparison).toLowerCase()}.`
  return `${span}, compared with ${daysInWords(comparison)}.`
}

function visitorsOf({ overview }: ProductFigures): number {
  return overview.headline.find(({ metric }) => metric === 'visitors')?.value ?? 0
}

function headlineFigure({ overview }: ProductFigures) {
  const visitors = overview.headline.find(({ metric }) => metric === 'visitors')
  return visitors?.state === 'available' ? figureInWords(visitors) : undefined
}

function headline({ overview, meta }: ProductFigures): MessageBlock[] {
  return [{ kind: 'figures', figures: overview.headline.map(figureInWords) }, ...notIncluded(meta)]
}

/** Amounts in other currencies, beside the revenue that leaves them out. */
function notIncluded({ excluded = [] }: ProductFigures['goals_meta']): MessageBlock[] {
  if (excluded.length === 0) return []
  const amounts = excluded.map(({ amount, currency }) => moneyInWords(amount, currency))
  return [{ kind: 'text', text: `Not included in the revenue: ${amounts.join(', ')}.` }]
}

function summaryOf(products: readonly ProductFigures[]): MessageBlock {
  const rows = products.map(({ product, overview }) => {
    const visitors = overview.headline.find(({ metric }) => metric === 'visitors')
    const figure = visitors && figureInWords(visitors)
    return [product.name, figure?.value ?? 'Not available', figure?.change ?? '']
  })
  return { kind: 'table', columns: ['Product', 'Visitors', 'Change'], rows }
}

function detailsOf({ overview, goals, goals_meta, annotations }: ProductFigures): MessageSection[] {
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

function goalsOf({ state, reason, goals }: GoalsReport, meta: ProductFigures['goals_meta']): MessageSection[] {
  // A product without goals has nothing to be told about them.
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
function linkTo({ product, meta, overview }: ProductFigures, { schedule }: Told, baseUrl: string): string {
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
