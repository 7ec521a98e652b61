import { useQuery } from '@tanstack/react-query'
import { type Dimension, vocabularyOf } from '../dimensions.ts'
import { type Filter, filtersQuery } from '../filters.ts'
import { formatCount } from '../format.ts'
import { rowLabel } from '../key-label.ts'
import { valuesQuery } from '../queries.ts'
import { type ReportState, segmentQuery } from '../use-report-state.ts'
import { useSettled } from '../use-settled.ts'

/** A value that can be chosen. */
export interface OfferedValue {
  readonly value: string
  readonly label: string
  /** Visitors with it, formatted; undefined where they are withheld. */
  readonly visitors: string | undefined
}

/** Dimensions with few values, which are searched by their labels: people type Germany, not `DE`. */
const SEARCHED_HERE: ReadonlySet<string> = new Set(['country', 'language', 'region', 'goal', 'browser', 'os'])

interface ValuesRequest {
  readonly state: ReportState
  /** The other filters: only values that they leave are offered. */
  readonly others: readonly Filter[]
  readonly dimension: Dimension | undefined
  readonly typed: string
  readonly enabled: boolean
}

/** Values of a dimension under the other filters that contain the typed text, most visitors first. */
export function useValues({ state, others, dimension, typed, enabled }: ValuesRequest): readonly OfferedValue[] {
  const settled = useSettled(typed)
  const here = dimension !== undefined && (SEARCHED_HERE.has(dimension) || vocabularyOf(dimension) !== undefined)
  const search: readonly Filter[] =
    here || settled === '' || dimension === undefined
      ? []
      : [{ dimension, operator: 'contains', values: [settled], case_sensitive: false }]
  const { data = [] } = useQuery({
    ...valuesQuery(
      state.product,
      { ...state.range, ...segmentQuery(state.segment), ...filtersQuery([...others, ...search]) },
      dimension ?? '',
    ),
    enabled: enabled && dimension !== undefined,
  })
  if (dimension === undefined || !enabled) return []
  const offered = data.map((row) => ({
    value: row.key,
    label: rowLabel(dimension, row),
    visitors: row.visitors === null ? undefined : formatCount(row.visitors),
  }))
  const text = typed.toLowerCase()
  return offered.filter(
    ({ value, label }, at) =>
      offered.findIndex((other) => other.value === value) === at &&
      [value, label].some((name) => name.toLowerCase().includes(text)),
  )
}
