import { changeOfShare } from '@footfall/core-domain/metrics'
import type { Metric } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { toCsv } from '../../statistics/csv.ts'
import { type Dimension, dimensionLabel } from '../../statistics/dimensions.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import type { TableRow } from '../../statistics/queries.ts'

interface CsvTable {
  readonly dimension: Dimension
  readonly metrics: readonly Metric[]
  readonly total: number | undefined
}

/** The rows as CSV: value, label, each metric, share and change. A withheld value has an empty cell. */
export function csvOf({ dimension, metrics, total }: CsvTable, rows: readonly TableRow[]): string {
  const [first] = metrics
  const header = [
    dimensionLabel(dimension),
    t('breakdowns.label'),
    ...metrics.map(metricLabel),
    t('breakdowns.share'),
    t('breakdowns.previous'),
    t(isShare(first) ? 'breakdowns.change_points' : 'breakdowns.change'),
  ]
  return toCsv([
    header,
    ...rows.map((row) => [
      row.key,
      rowLabel(dimension, row),
      ...row.values.map(({ value, state }) => (state === 'available' ? value : null)),
      shareOf(row, total) ?? null,
      row.previous?.[0] ?? null,
      changeIn(row, first) ?? null,
    ]),
  ])
}

/** The change of the first metric: of a share in percentage points, of anything else by a part of itself. */
function changeIn({ values: [first], previous, change }: TableRow, metric: Metric | undefined): number | undefined {
  const relative = change?.[0] ?? undefined
  if (relative === undefined || metric === undefined || !isShare(metric)) return relative
  const difference = changeOfShare(metric, first?.value, previous?.[0])
  return difference === undefined ? undefined : Number((difference * 100).toFixed(POINT_DIGITS))
}

const POINT_DIGITS = 3

const isShare = (metric: Metric | undefined) => metric !== undefined && changeOfShare(metric, 1, 0) !== undefined

/** The part of all visitors that a row has; undefined where either is not known. */
export function shareOf(row: TableRow, total: number | undefined): number | undefined {
  const [first] = row.values
  if (total === undefined || total <= 0 || first === undefined || first.state !== 'available') return undefined
  return first.value === null ? undefined : first.value / total
}
