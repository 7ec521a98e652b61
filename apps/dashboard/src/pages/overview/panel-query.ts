import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Breakdown, Metric } from '../../api/types.ts'
import { isConversionView, queryFor } from '../../statistics/conversion-view.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { BREAKDOWN_ROWS } from '../../statistics/first-question.ts'
import { breakdownQuery, severalMetrics, type TableRow } from '../../statistics/queries.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { rowMetric } from './shown-metric.ts'

/** The number and the rate of conversions are read together: one of them ranks the rows. */
const BESIDE: Readonly<Partial<Record<Metric, Metric>>> = {
  conversions: 'conversion_rate',
  conversion_rate: 'conversions',
}

/** The metric that stands beside the one that ranks the rows. */
export function metricBeside(metric: Metric, { filters }: Pick<ReportState, 'filters'>): Metric | undefined {
  return isConversionView(filters) ? BESIDE[metric] : undefined
}

/** The first rows of a panel by the metric of the page. */
export function panelQuery(state: ReportState, dimension: Dimension, shown: Metric) {
  const metric = rowMetric(dimension, shown)
  const query = { ...queryFor(metric, state), ...state.compare }
  const beside = metricBeside(metric, state)
  if (beside === undefined) return breakdownQuery(state.product, query, dimension, metric)
  return queryOptions({
    queryKey: [...productQueryKey(state.product), 'breakdown', query, dimension, metric],
    queryFn: async ({ signal }): Promise<Breakdown> => {
      const asked = {
        ...query,
        product: state.product,
        metric: [metric, beside],
        dimension: [dimension],
        order: `${metric}:desc`,
        limit: BREAKDOWN_ROWS,
      }
      const { data, page } = await answer(api.GET('/api/v1/stats', { params: { query: asked }, signal }))
      const { metrics, rows = [] } = severalMetrics(data)
      const [measured] = metrics
      if (measured === undefined) throw new TypeError('The answer has no metric.')
      return { ...measured, dimension, rows: rows.map(rowOfFirst), more: page?.next_cursor != null }
    },
    placeholderData: (previous: Breakdown | undefined, before) =>
      before?.queryKey[4] === dimension ? keepPreviousData(previous) : undefined,
  })
}

/** A row of a panel, and the value beside its own. */
export type PanelRow = Breakdown['rows'][number] & { readonly beside?: TableRow['values'][number] | undefined }

function rowOfFirst({ values: [first, beside], previous, change, ...row }: TableRow): PanelRow {
  return {
    ...row,
    value: first?.value ?? null,
    state: first?.state ?? 'unavailable',
    ...(previous !== undefined && { previous: previous[0] ?? null }),
    ...(change !== undefined && { change: change[0] ?? null }),
    beside,
  }
}
