import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Annotation, ReportMeta, StatsReport } from '../../api/types.ts'
import type { ChartMark } from '../../chart/mark.ts'
import { dayTicks, evenTicks } from '../../chart/ticks.ts'
import { TimeChart } from '../../chart/time-chart.tsx'
import { t } from '../../messages/messages.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { type Interval, intervalsFor } from '../../statistics/date-range.ts'
import { describeState } from '../../statistics/describe-state.ts'
import {
  formatComparedRange,
  formatDateRange,
  formatStart,
  formatTick,
  formatTickStart,
  formatValue,
} from '../../statistics/format.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/field.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { marksOf } from './annotation-marks.ts'
import type { OpenAnnotation } from './annotations.tsx'
import { ImportedNote } from './imported-note.tsx'
import { TrafficNote } from './traffic-note.tsx'

interface OverTimeProps {
  readonly report: StatsReport
  readonly annotations: readonly Annotation[]
  readonly meta: ReportMeta
  readonly interval: Interval
  readonly state: ReportState
  readonly table: boolean
  /** Called when a mark is pressed or a day is chosen for a new annotation; absent without the right to write. */
  readonly onAnnotation?: ((open: OpenAnnotation) => void) | undefined
}

type Point = NonNullable<StatsReport['series']>[number]

/** One metric over time, as a chart or as a table. */
export function OverTime({
  report,
  annotations,
  meta,
  interval,
  state,
  table,
  onAnnotation,
}: OverTimeProps): ReactNode {
  const isShared = useSharedView() !== undefined
  const points = report.series ?? []
  const compared = report.comparison?.series
  const marks = marksOf(annotations, points)
  const stateText = describeState(report)
  const name = metricLabel(report.metric)
  const starts = points.map(({ start }) => start)
  const byDay = interval === 'hour' && starts[0]?.slice(0, 10) !== starts.at(-1)?.slice(0, 10)
  return (
    <div className="px-5 pt-4 pb-3">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">
          {name} <span className="font-normal text-muted">{t('overview.over_time')}</span>
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <Button kind="quiet" onClick={() => state.change({ table: table ? undefined : true })} size="small">
            {t(table ? 'overview.show_chart' : 'overview.show_table')}
          </Button>
          <SelectField
            label={t('overview.interval')}
            labelHidden
            onChange={(chosen) => state.change({ interval: chosen })}
            options={intervalsFor(state.choice).map((value) => ({ value, label: t(`overview.by_${value}`) }))}
            small
            value={interval}
          />
        </div>
      </div>
      {stateText !== undefined ? (
        <EmptyState
          actions={
            report.reason === 'no_data_collected' && state.filters.length === 0 && !isShared ? (
              <Link className={buttonClasses()} params={{ product: meta.product }} to="/products/$product/install">
                {t('overview.install')}
              </Link>
            ) : undefined
          }
          title={stateText.title ?? stateText.short}
        >
          {stateText.why}
        </EmptyState>
      ) : table ? (
        <div className="-mx-5 mt-2 max-h-96 overflow-y-auto">
          <Table
            caption={`${name}, ${t(`overview.by_${interval}`).toLowerCase()}, ${formatDateRange(meta)}`}
            columns={columnsFor(report, interval)}
            rowKey={({ point }) => point.start}
            rows={points.map((point, at) => ({ point, earlier: compared?.[at] }))}
          />
        </div>
      ) : (
        <>
          <TimeChart
            compared={compared && { label: t('overview.previous'), values: compared.map(({ value }) => value) }}
            count={points.length}
            description={t('overview.chart', {
              metric: name,
              interval: t(`overview.by_${interval}`).toLowerCase(),
              range: formatDateRange(meta),
            })}
            line={{ label: name, values: points.map(({ value }) => value), runningFrom: runningFrom(points) }}
            marks={marks}
            {...(onAnnotation && {
              onChoose: (at: number) => {
                const day = points[at]?.start.slice(0, 10)
                if (day !== undefined) onAnnotation({ what: 'create', day })
              },
              onMark: ({ label }: ChartMark) => {
                const annotation = annotations[Number.parseInt(label, 10) - 1]
                if (annotation !== undefined) onAnnotation({ what: 'edit', annotation })
              },
            })}
            tickLabel={(at) => formatTickStart(starts, at, byDay ? 'day' : interval)}
            ticks={(most) => (byDay ? dayTicks(starts, most) : evenTicks(starts.length, most))}
            whole={report.unit === 'count'}
            tooltip={(at) => <Tooltip at={at} interval={interval} report={report} />}
            valueTick={(value) => formatTick(value, report)}
          />
          <Legend meta={meta} report={report} />
          <TrafficNote isShared={isShared} meta={meta} />
          {meta.imported && <ImportedNote imported={meta.imported} range={meta} />}
        </>
      )}
    </div>
  )
}

function Legend({ report, meta }: { readonly report: StatsReport; readonly meta: ReportMeta }): ReactNode {
  const gaps = [
    ...new Set(pastPoints(report.series ?? [], meta).flatMap(({ state }) => (state === 'available' ? [] : [state]))),
  ] as const
  return (
    <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
      <span className="flex items-center gap-2">
        <span aria-hidden="true" className="h-0.5 w-5 bg-accent" />
        {formatDateRange(meta)}
      </span>
      {report.comparison?.series?.some(({ value }) => value !== null) && (
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="w-5 border-compared border-t-2 border-dotted" />
          {formatComparedRange(report.comparison, meta.timezone)}
        </span>
      )}
      {runningFrom(report.series ?? []) !== undefined && (
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="w-5 border-accent border-t-2 border-dashed" />
          {t('overview.still_running')}
        </span>
      )}
      {gaps.length > 0 && (
        <span>{t('overview.gaps', { reasons: gaps.map((state) => t(`overview.gap_${state}`)).join('; ') })}</span>
      )}
    </div>
  )
}

function isRunning({ complete, value }: Point): boolean {
  return !complete && value !== null
}

/** Index of the first interval that is still running and has a value. */
function runningFrom(points: readonly Point[]): number | undefined {
  const at = points.findIndex(isRunning)
  return at < 0 ? undefined : at
}

/** Without future intervals, which are not gaps. */
function pastPoints(points: readonly Point[], { to, today }: ReportMeta): readonly Point[] {
  return to < today ? points : points.slice(0, points.findLastIndex(({ state }) => state !== 'unavailable') + 1)
}

function formatPoint(point: Point | undefined, report: StatsReport): string {
  if (point === undefined) return '–'
  if (point.value !== null && point.state === 'available') return formatValue(point.value, report)
  return describeState({ state: point.state, reason: null })?.short ?? '–'
}

function Tooltip({
  at,
  report,
  interval,
}: {
  readonly at: number
  readonly report: StatsReport
  readonly interval: Interval
}): ReactNode {
  const point = report.series?.[at]
  const earlier = report.comparison?.series?.[at]
  if (point === undefined) return null
  return (
    <>
      <span className="block text-muted">{formatStart(point.start, interval, 'long')}</span>
      <strong className="font-semibold text-base tabular-nums">{formatPoint(point, report)}</strong>
      {isRunning(point) && <span className="text-muted"> {t('overview.so_far')}</span>}
      {earlier && (
        <span className="block text-muted">
          {formatStart(earlier.start, interval, 'long')}:{' '}
          <span className="tabular-nums">{formatPoint(earlier, report)}</span>
        </span>
      )}
    </>
  )
}

interface PointRow {
  readonly point: Point
  readonly earlier: Point | undefined
}

function columnsFor(report: StatsReport, interval: Interval): readonly Column<PointRow>[] {
  return [
    { id: 'start', header: t('overview.start'), cell: ({ point }) => formatStart(point.start, interval, 'long') },
    {
      id: 'value',
      header: metricLabel(report.metric),
      numeric: true,
      cell: ({ point }) => `${formatPoint(point, report)}${isRunning(point) ? ` ${t('overview.so_far')}` : ''}`,
    },
    ...(report.comparison?.series === undefined
      ? []
      : [
          {
            id: 'earlier',
            header: t('overview.previous'),
            numeric: true,
            cell: ({ earlier }: PointRow) => formatPoint(earlier, report),
          },
        ]),
  ]
}
