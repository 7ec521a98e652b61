import {
  changeOfShare,
  isMetric,
  isRecord,
  numberWriter,
  SeveralStatsReport,
  StatsReport,
  type StatsValue,
  writtenValue,
} from '@footfall/core-domain'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { namedProduct } from '../remote/named-product.ts'
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
    .description('show statistics of a product, from a running service')
    .requiredOption('--product <product>', 'identifier (prd_…) or exact name')
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
      const id = await namedProduct(service, product)
      const given = { product: id, dimension: by, period: range, ...asked }
      const body = await service.read('service_analytics_query', given)
      at.terminal.out(at.terminal.json ? JSON.stringify(body) : statsText(at.terminal, body))
    })
}

function statsText(terminal: Terminal, { data, page }: Readonly<Record<string, unknown>>): string {
  const one = StatsReport.safeParse(data)
  const several = SeveralStatsReport.safeParse(data)
  const more = isRecord(page) && typeof page.next_cursor === 'string' ? '\nThere are more rows; raise --limit.' : ''
  if (several.success) return severalText(terminal, several.data) + more
  return one.success ? oneText(terminal, one.data) + more : JSON.stringify(data, null, 2)
}

function oneText(terminal: Terminal, report: StatsReport): string {
  const { comparison, series = [], rows = [] } = report
  const compared =
    comparison &&
    `, ${comparison.period}: ${valueText(comparison, report)} (${changeText(comparison.change, report, comparison.value)})`
  const line = `${report.metric}: ${valueText(report, report)}${compared ?? ''}`
  return [
    line,
    ...tableOf(
      terminal,
      [report.metric],
      [
        ...series.map((point) => [point.start, valueText(point, report)]),
        ...rows.map((row) => [keyText(row), valueText(row, report)]),
      ],
    ),
  ].join('\n')
}

function severalText(terminal: Terminal, { metrics, series = [], rows = [] }: SeveralStatsReport): string {
  const lines = metrics.map(
    (each) =>
      `${each.metric}: ${valueText(each, each)}${each.change === undefined ? '' : ` (${changeText(each.change, each, each.previous)})`}`,
  )
  const cells = (values: readonly StatsValue[]) => metrics.map((each, at) => valueText(values[at], each))
  return [
    ...lines,
    ...tableOf(
      terminal,
      metrics.map(({ metric }) => metric),
      [
        ...series.map((point) => [point.start, ...cells(point.values)]),
        ...rows.map((row) => [keyText(row), ...cells(row.values)]),
      ],
    ),
  ].join('\n')
}

function tableOf(terminal: Terminal, metrics: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', table(terminal, ['', ...metrics.map((name) => name.toUpperCase())], rows, '')]
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
  if (isMetric(metric)) return writtenValue(value.value, { metric, currency }, NUMBERS)
  return rounded(value.value)
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
