import {
  changeOfShare,
  isMetric,
  isRecord,
  numberWriter,
  ReportMeta,
  SeveralStatsReport,
  StatsReport,
  type StatsValue,
  writtenValue,
} from '@footfall/core-domain'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { type NamedProduct, namedProducts } from '../remote/named-product.ts'
import type { Fields } from '../remote/remote-service.ts'
import { type Terminal, table } from '../terminal.ts'

interface StatsOptions {
  readonly product: string
  readonly metric: string
  readonly range?: string
  readonly from?: string
  readonly to?: string
  readonly by?: string
  readonly interval?: string
  readonly compare?: string
  readonly limit?: string
  readonly filters?: string
}

/** Statistics of a running service. */
export function statsCommand(program: Command, context: () => Context): void {
  program
    .command('stats')
    .description('show statistics of one or several products, from a running service')
    .requiredOption('--product <product>', 'identifier (prd_…) or name; several separated by commas; or “all”')
    .option('--metric <metrics>', 'one metric, or several separated by commas', 'visitors')
    .option('--range <range>', 'such as today, 7d, 30d or 12mo')
    .option('--from <date>', 'first day (YYYY-MM-DD), with --to instead of --range')
    .option('--to <date>', 'last day')
    .option('--by <dimension>', 'break down by a dimension, such as source, page or country')
    .option('--interval <interval>', 'a time series by hour, day, week or month')
    .option('--compare <period>', 'compare with previous_period or previous_year')
    .option('--filters <json>', 'conditions that all hold, as JSON')
    .option('--limit <rows>', 'rows of a breakdown')
    .action(async ({ product, by, range, ...asked }: StatsOptions) => {
      const at = context()
      const service = await at.service()
      const named = await namedProducts(service, product)
      const given = { product: named.id, dimension: by, period: range, ...asked }
      const body = await service.read('service_analytics_query', given, { dimension: '--by', period: '--range' })
      at.terminal.out(
        at.terminal.json ? JSON.stringify(body) : statsText(at.terminal, body, { named, by, interval: asked.interval }),
      )
    })
}

/** What was asked, for the heads of the text and its table. */
interface Asked {
  readonly named: NamedProduct
  readonly by: string | undefined
  readonly interval: string | undefined
}

function statsText(terminal: Terminal, { data, meta, page }: Fields, asked: Asked): string {
  const one = StatsReport.safeParse(data)
  const several = SeveralStatsReport.safeParse(data)
  const more = isRecord(page) && typeof page.next_cursor === 'string' ? '\nThere are more rows; raise --limit.' : ''
  const head = headText(meta, asked)
  if (several.success) return `${head}\n${severalText(terminal, several.data, asked)}${more}`
  return one.success ? `${head}\n${oneText(terminal, one.data, asked)}${more}` : JSON.stringify(data, null, 2)
}

const Head = ReportMeta.pick({ products: true, timezone: true, from: true, to: true })

/** Which products and days the numbers are of. */
function headText(meta: unknown, { named }: Asked): string {
  const { products, timezone, from, to } = Head.partial().safeParse(meta).data ?? {}
  const product = products?.map(({ name }) => name).join(', ') ?? named.name ?? named.id
  return from === undefined || to === undefined ? product : `${product}, ${daysText(from, to)} (${timezone ?? 'UTC'})`
}

const daysText = (from: string, to: string) => (from === to ? from : `${from} to ${to}`)

function oneText(terminal: Terminal, report: StatsReport, asked: Asked): string {
  const { comparison, series = [], rows = [] } = report
  const compared =
    comparison &&
    `, ${comparison.period} (${daysText(comparison.from, comparison.to)}): ${valueText(comparison, report)} (${changeText(comparison.change, report, comparison.value)})`
  const line = `${report.metric}: ${valueText(report, report)}${compared ?? ''}`
  return [
    line,
    ...tableOf(
      terminal,
      [firstColumn(asked), report.metric, ...(comparison === undefined ? [] : [comparedColumn(asked)])],
      [
        ...series.map((point, at) => [
          startText(point.start, asked),
          valueText(point, report),
          ...(comparison === undefined ? [] : [valueText(comparison.series?.[at], report)]),
        ]),
        ...rows.map((row) => [
          keyText(row),
          valueText(row, report),
          ...(comparison === undefined ? [] : [changeText(row.change ?? null, { ...report, ...row }, row.previous)]),
        ]),
      ],
    ),
  ].join('\n')
}

function severalText(terminal: Terminal, report: SeveralStatsReport, asked: Asked): string {
  const { metrics, series = [], rows = [], comparison } = report
  const lines = metrics.map(
    (each) =>
      `${each.metric}: ${valueText(each, each)}${each.change === undefined ? '' : ` (${changeText(each.change, each, each.previous)})`}`,
  )
  const cells = (values: readonly StatsValue[], compared: (each: (typeof metrics)[number], at: number) => string) =>
    metrics.flatMap((each, at) => [
      valueText(values[at], each),
      ...(comparison === undefined ? [] : [compared(each, at)]),
    ])
  return [
    ...(comparison === undefined
      ? lines
      : [...lines, `compared with ${comparison.period} (${daysText(comparison.from, comparison.to)})`]),
    ...tableOf(
      terminal,
      [
        firstColumn(asked),
        ...metrics.flatMap(({ metric }) => [metric, ...(comparison === undefined ? [] : [comparedColumn(asked)])]),
      ],
      [
        ...series.map((point) => [
          startText(point.start, asked),
          ...cells(point.values, (each, at) => numberText(point.previous?.[at], each)),
        ]),
        ...rows.map((row) => [
          keyText(row),
          ...cells(row.values, ({ metric }, at) =>
            changeText(row.change?.[at] ?? null, { metric, value: row.values[at]?.value ?? null }, row.previous?.[at]),
          ),
        ]),
      ],
    ),
  ].join('\n')
}

function tableOf(terminal: Terminal, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  return [
    '',
    table(
      terminal,
      head.map((name) => name.toUpperCase()),
      rows,
      '',
    ),
  ]
}

const firstColumn = ({ by, interval }: Asked) => by ?? interval ?? ''
/** Points have the number of the earlier period, and rows how much they changed. */
const comparedColumn = ({ by }: Asked) => (by === undefined ? 'previous' : 'change')

/** When a point begins, in the time zone of the answer. */
function startText(start: string, { interval }: Asked): string {
  return interval === 'hour' || interval === 'minute' ? start.slice(0, 16).replace('T', ' ') : start.slice(0, 10)
}

type Row = NonNullable<(StatsReport | SeveralStatsReport)['rows']>[number]

function keyText({ key, keys, label }: Pick<Row, 'key' | 'keys' | 'label'>): string {
  return label ?? (keys === undefined ? key || '(none)' : keys.map((each) => each || '(none)').join(' · '))
}

/** A number in its unit, or why there is none. */
function valueText(
  value: StatsValue | undefined,
  { metric, currency }: Pick<StatsReport, 'metric' | 'currency'>,
): string {
  if (value === undefined) return ''
  if (value.value === null) return value.state
  return numberText(value.value, { metric, currency })
}

function numberText(
  value: number | null | undefined,
  { metric, currency }: Pick<StatsReport, 'metric' | 'currency'>,
): string {
  if (value === null || value === undefined) return ''
  return isMetric(metric) ? writtenValue(value, { metric, currency }, NUMBERS) : rounded(value)
}

const NUMBERS = numberWriter('en', 'long')
const rounded = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** A change of a share in percentage points, of anything else as percent. */
function changeText(
  change: number | null,
  { metric, value }: Pick<StatsReport, 'metric' | 'value'>,
  previous: number | null | undefined,
): string {
  if (change === null) return 'no comparison'
  const ofShare = isMetric(metric) ? changeOfShare(metric, value, previous) : undefined
  return ofShare === undefined ? NUMBERS.change(change) : `${NUMBERS.points(ofShare)} pp`
}
