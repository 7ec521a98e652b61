import {
  dimensionLabel,
  type GoalsReport,
  type Language,
  type Message,
  type MessageBlock,
  type MessageSection,
  type MetricName,
  MOVER_DIMENSIONS,
  type Mover,
  type MoverDimension,
  metricLabel,
  type StoredReport,
} from '@footfall/core-domain'
import { type MessageWords, messageWords } from '../../messages/message-words.ts'
import { dashboardLink } from '../analytics/dashboard-link.ts'
import { changeInWords, metricInWords, stateInWords } from './metrics-in-words.ts'
import type { ProductStatistics } from './product-statistics.ts'

/** Of a report about many products, those that have a section of their own. */
const SECTIONS_MAX = 10

type NamedReport = Pick<StoredReport, 'id' | 'name' | 'schedule' | 'subject'>

/** A report in words, of one product or of several. */
export function reportMessage(
  report: NamedReport,
  products: readonly ProductStatistics[],
  baseUrl: string,
  language: Language,
): Message {
  const words = messageWords(language)
  const [only] = products
  const isOfOne = report.subject.product !== undefined
  return {
    language,
    ...(isOfOne && only ? aboutOne(words, only, report, baseUrl) : aboutAll(words, products, report, baseUrl)),
    reason: words.say(`message.report_reason_${report.schedule.every}_${isOfOne ? 'product' : 'products'}`, {
      name: report.name,
    }),
    data: {
      type: 'report',
      report: { id: report.id, name: report.name, every: report.schedule.every },
      products: products.map((statistics) => ({ ...statistics, link: linkTo(statistics, report, baseUrl) })),
    },
  }
}

type Body = Omit<Message, 'language' | 'reason' | 'data'>

function aboutOne(words: MessageWords, statistics: ProductStatistics, report: NamedReport, baseUrl: string): Body {
  const { product } = statistics
  return {
    subject: subjectOf(words, statistics, report),
    heading: product.name,
    intro: introOf(words, statistics),
    sections: [{ blocks: headline(words, statistics) }, ...detailsOf(words, statistics)],
    link: { label: words.say('message.open_dashboard'), url: linkTo(statistics, report, baseUrl) },
  }
}

function subjectOf(words: MessageWords, { product, overview }: ProductStatistics, report: NamedReport): string {
  const title = titleOf(words, report, product.name)
  const found = overview.headline.find(({ metric }) => metric === 'visitors')
  if (found?.state !== 'available' || found.value === null) return title
  const counted = words.say('message.visitors', { count: found.value })
  const { change } = metricInWords(words, found)
  const visitors = change === undefined ? counted : words.say('message.with_change', { text: counted, change })
  return words.say('message.report_subject', { title, visitors })
}

const titleOf = ({ say }: MessageWords, { schedule }: NamedReport, about: string) =>
  say(`message.report_subject_${schedule.every}`, { about })

function aboutAll(
  words: MessageWords,
  products: readonly ProductStatistics[],
  report: NamedReport,
  baseUrl: string,
): Body {
  const byVisitors = [...products].sort((a, b) => visitorsOf(b) - visitorsOf(a))
  const detailed = byVisitors.slice(0, SECTIONS_MAX)
  const [first] = byVisitors
  return {
    subject: titleOf(words, report, words.say('message.products', { count: products.length })),
    heading: report.name,
    ...(first && { intro: introOf(words, first) }),
    sections: [
      { blocks: [summaryOf(words, byVisitors)] },
      ...detailed.flatMap((statistics): MessageSection[] => [
        { heading: statistics.product.name, level: 1, blocks: headline(words, statistics) },
        ...detailsOf(words, statistics),
      ]),
    ],
    link: { label: words.say('message.open_dashboard'), url: baseUrl },
  }
}

/** Each product has its own time zone, and so its own days; they have the same dates. */
function introOf(words: MessageWords, { meta, overview: { comparison } }: ProductStatistics): string {
  const days = words.days(meta)
  if (comparison.state === 'available')
    return words.say('message.report_days', { days, earlier: words.days(comparison) })
  const state = stateInWords(words, comparison)
  const reason = state.charAt(0).toLocaleLowerCase(words.language) + state.slice(1)
  return words.say('message.report_days_alone', { days, reason })
}

function visitorsOf({ overview }: ProductStatistics): number {
  return overview.headline.find(({ metric }) => metric === 'visitors')?.value ?? 0
}

function headline(words: MessageWords, { overview, meta }: ProductStatistics): MessageBlock[] {
  const metrics = overview.headline.map((measured) => metricInWords(words, measured))
  return [{ kind: 'figures', figures: metrics }, ...notIncluded(words, meta)]
}

/** Amounts in other currencies, which the revenue leaves out. */
function notIncluded(words: MessageWords, { excluded = [] }: ProductStatistics['goals_meta']): MessageBlock[] {
  if (excluded.length === 0) return []
  const amounts = excluded.map(({ amount, currency }) => words.money(Number(amount), currency))
  return [{ kind: 'text', text: words.say('message.not_included', { amounts: words.list(amounts) }) }]
}

function summaryOf(words: MessageWords, products: readonly ProductStatistics[]): MessageBlock {
  const rows = products.map(({ product, overview }) => {
    const visitors = overview.headline.find(({ metric }) => metric === 'visitors')
    const shown = visitors && metricInWords(words, visitors)
    return [product.name, shown?.value ?? words.say('message.state_unavailable'), shown?.change ?? '']
  })
  return { kind: 'table', columns: [dimensionLabel('product', words.language), ...countedColumns(words)], rows }
}

const countedColumns = ({ language, say }: MessageWords) => [metricLabel('visitors', language), say('message.change')]

function detailsOf(
  words: MessageWords,
  { overview, goals, goals_meta, annotations }: ProductStatistics,
): MessageSection[] {
  return [
    ...MOVER_DIMENSIONS.flatMap((dimension) => moversOf(words, dimension, overview.movers[dimension])),
    ...goalsOf(words, goals, goals_meta),
    ...(annotations.length === 0
      ? []
      : [
          {
            heading: words.say('message.annotations'),
            level: 2 as const,
            blocks: [
              {
                kind: 'list' as const,
                items: annotations.map(
                  ({ date, title, note }) =>
                    `${words.days({ from: date, to: date })}: ${title}${note === undefined ? '' : ` – ${note.replace(/\s+/g, ' ')}`}`,
                ),
              },
            ],
          },
        ]),
  ]
}

function moversOf(words: MessageWords, dimension: MoverDimension, movers: readonly Mover[]): MessageSection[] {
  if (movers.length === 0) return []
  const rows = movers.map(({ key, label, visitors, previous, change }) => [
    label ?? (key === '' ? words.say('message.none') : key),
    words.count(visitors),
    changeOf(words, previous, change),
  ])
  const heading = words.say(`message.movers_${dimension}`)
  const columns = [dimensionLabel(dimension, words.language), ...countedColumns(words)]
  return [
    {
      heading,
      level: 2,
      blocks: [{ kind: 'table', columns, rows }],
    },
  ]
}

function changeOf(words: MessageWords, previous: number | null | undefined, change: number | null | undefined): string {
  if (change !== null && change !== undefined) return changeInWords(words, change)
  return previous === 0 ? words.say('message.was_zero') : ''
}

function goalsOf(
  words: MessageWords,
  { state, reason, goals }: GoalsReport,
  meta: ProductStatistics['goals_meta'],
): MessageSection[] {
  const heading = words.say('message.goals')
  if (reason === 'metric_not_collected' || (state === 'available' && goals.length === 0)) return []
  if (state !== 'available')
    return [{ heading, level: 2, blocks: [{ kind: 'text', text: stateInWords(words, { state, reason }) }] }]
  const hasRevenue = goals.some(({ revenue }) => revenue !== null)
  const rows = goals.map((goal) => [
    goal.label ?? goal.name,
    goal.conversions === null ? stateInWords(words, goal) : words.count(goal.conversions),
    changeOf(words, goal.previous, goal.change),
    goal.conversion_rate === null ? '' : words.percent(goal.conversion_rate),
    ...(hasRevenue
      ? [goal.revenue === null ? '' : words.money(Number(goal.revenue.amount), goal.revenue.currency)]
      : []),
  ])
  const label = (metric: MetricName) => metricLabel(metric, words.language)
  const columns = [
    dimensionLabel('goal', words.language),
    label('conversions'),
    words.say('message.change'),
    label('conversion_rate'),
    ...(hasRevenue ? [label('revenue')] : []),
  ]
  return [
    {
      heading,
      level: 2,
      blocks: [{ kind: 'table', columns, rows }, ...(hasRevenue ? notIncluded(words, meta) : [])],
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
