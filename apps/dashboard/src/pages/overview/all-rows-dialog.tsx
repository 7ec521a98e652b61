import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { Metric } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { useAction } from '../../forms/use-action.ts'
import { t } from '../../messages/messages.ts'
import { filtersFor, isConversionView } from '../../statistics/conversion-view.ts'
import { saveCsv } from '../../statistics/csv.ts'
import { type Dimension, dimensionName } from '../../statistics/dimensions.ts'
import { ExcludedMoney } from '../../statistics/excluded-money.tsx'
import { filtersQuery } from '../../statistics/filters.ts'
import { formatCount } from '../../statistics/format.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { EXPORTED_MAX, everyRow, rowsQuery } from '../../statistics/queries.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { useSettled } from '../../statistics/use-settled.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Option, SelectField, TextField } from '../../ui/field.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast.tsx'
import { firstOrder, metricsOf, searchedRows, searchFilters, shownColumns } from './all-rows.ts'
import { csvOf } from './all-rows-csv.ts'
import { AllRowsTable } from './all-rows-table.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { useHiddenColumns } from './hidden-columns.ts'

interface AllRowsDialogProps {
  readonly dimension: Dimension
  readonly state: ReportState
  /** The metric of the page. */
  readonly shown: Metric
  /** All visitors under the filters. */
  readonly total: number | undefined
  readonly onClose: () => void
}

/** All rows of a breakdown with several metrics: sorted by any of them, searched, and saved as CSV. */
export function AllRowsDialog({ dimension, shown, state, total: visitors, onClose }: AllRowsDialogProps): ReactNode {
  const offered = metricsOf(dimension, state.filters)
  const [hidden, toggle] = useHiddenColumns()
  const metrics = shownColumns(offered, hidden)
  // Share and change are of the first column.
  const total = metrics[0] === 'visitors' ? visitors : undefined
  const [chosenOrder, setOrder] = useState(firstOrder(metrics, shown))
  // The column that the rows were sorted by may have been turned off.
  const order = isOrder(chosenOrder, metrics) ? chosenOrder : firstOrder(metrics, shown)
  const [search, setSearch] = useState('')
  const settled = useSettled(search.trim())
  const filters = isConversionView(state.filters) ? filtersFor('conversions', state.filters) : state.filters
  const query = {
    ...state.query,
    ...state.compare,
    ...filtersQuery(filters),
    ...searchFilters(dimension, settled, filters),
  }
  const request = { query, dimension, metrics, order }
  const report = useInfiniteQuery(rowsQuery(state.product, request))
  const loaded = report.data?.pages.flatMap((page) => page.report.rows ?? []) ?? []
  const rows = searchedRows(dimension, loaded, settled)
  const [first] = report.data?.pages ?? []
  const saving = useAction(async () => {
    const every = searchedRows(dimension, await everyRow(state.product, request), settled)
    const dates = first === undefined ? '' : `-${first.meta.from}-${first.meta.to}`
    saveCsv(`${dimension.replaceAll(/[^\w]+/g, '-')}${dates}.csv`, csvOf({ dimension, metrics, total }, every))
    if (every.length >= EXPORTED_MAX) showToast(t('breakdowns.export_cut', { count: EXPORTED_MAX }))
  })
  return (
    <Dialog onClose={onClose} title={t('breakdowns.all_title', { dimension: dimensionName(dimension) })} wide="table">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <TextField
          autoComplete="off"
          className="min-w-0 flex-1 basis-52"
          label={t('breakdowns.search')}
          onChange={setSearch}
          type="search"
          value={search}
        />
        <SelectField
          className="sm:hidden"
          label={t('breakdowns.order')}
          onChange={setOrder}
          options={ordersOf(metrics, state.compare.compare !== undefined)}
          value={order}
        />
        <ColumnsMenu hidden={hidden} metrics={offered} onToggle={toggle} />
        <Button busy={saving.busy} disabled={rows.length === 0} onClick={() => void saving.run()}>
          {t('breakdowns.export_csv')}
        </Button>
      </div>
      {saving.problem && <ProblemNotice onRetry={() => void saving.run()} problem={saving.problem} />}
      {report.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void report.refetch()} problem={report.error} />
      )}
      {report.isPending && <Loading lines={10} what={t('breakdowns.rows')} />}
      {report.isSuccess && rows.length === 0 && (
        <EmptyState title={t(settled === '' ? 'breakdowns.none' : 'breakdowns.none_found')} />
      )}
      {first !== undefined && rows.length > 0 && (
        <div aria-busy={report.isPlaceholderData || undefined} className="-mx-5">
          <AllRowsTable
            dimension={dimension}
            measured={first.report.metrics}
            onOrder={setOrder}
            order={order}
            rows={rows}
            state={state}
            total={total}
          />
        </div>
      )}
      {report.isSuccess && rows.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted text-sm" role="status">
            {t(report.hasNextPage ? 'breakdowns.shown' : 'breakdowns.all_shown', { count: formatCount(rows.length) })}
          </span>
          {metrics.includes('revenue') && <ExcludedMoney excluded={first?.meta.excluded} />}
          {report.hasNextPage && (
            <Button busy={report.isFetchingNextPage} onClick={() => void report.fetchNextPage()} size="small">
              {t('breakdowns.show_more')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Whether rows of these metrics can be sorted so. */
function isOrder(order: string, metrics: readonly Metric[]): boolean {
  return /^(key|change):/.test(order) || metrics.some((metric) => order.startsWith(`${metric}:`))
}

/** What the headings of the table offer, for a phone. */
function ordersOf(metrics: readonly Metric[], compared: boolean): readonly Option[] {
  const largest = metrics.map((metric) => ({ value: `${metric}:desc`, label: metricLabel(metric) }))
  return [
    ...largest,
    ...(compared
      ? [
          { value: 'change:desc', label: t('breakdowns.largest_increase') },
          { value: 'change:asc', label: t('breakdowns.largest_decrease') },
        ]
      : []),
    { value: 'key:asc', label: t('breakdowns.by_value') },
  ]
}
