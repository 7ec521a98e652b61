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
  const header = [
    dimensionLabel(dimension),
    t('breakdowns.label'),
    ...metrics.map(metricLabel),
    t('breakdowns.share'),
    t('breakdowns.previous'),
    t('breakdowns.change'),
  ]
  return toCsv([
    header,
    ...rows.map((row) => [
      row.key,
      rowLabel(dimension, row),
      ...row.values.map(({ value, state }) => (state === 'available' ? value : null)),
      shareOf(row, total) ?? null,
      row.previous?.[0] ?? null,
      row.change?.[0] ?? null,
    ]),
  ])
}

/** The part of all visitors that a row has; undefined where either is not known. */
export function shareOf(row: TableRow, total: number | undefined): number | undefined {
  const [first] = row.values
  if (total === undefined || total <= 0 || first === undefined || first.state !== 'available') return undefined
  return first.value === null ? undefined : first.value / total
}
