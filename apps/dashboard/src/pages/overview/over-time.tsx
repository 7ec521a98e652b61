import type { ReactNode } from 'react'
import type { Annotation, ReportMeta, StatsReport } from '../../api/types.ts'
import type { ChartMark } from '../../chart/mark.ts'
import { dayTicks, evenTicks } from '../../chart/ticks.ts'
import { TimeChart } from '../../chart/time-chart.tsx'
import { t } from '../../messages/messages.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { type Interval, intervalsFor } from '../../statistics/date-range.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { formatDateRange, formatTick, formatTickStart } from '../../statistics/format.ts'
import { InstallLink } from '../../statistics/install-link.tsx'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { showDays } from '../../statistics/report-commands.ts'
import { rangeOfIntervals } from '../../statistics/step-range.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/field.tsx'
import { marksOf } from './annotation-marks.ts'
import type { OpenAnnotation } from './annotations.tsx'
import { Legend, Tooltip } from './chart-texts.tsx'
import { ImportedNote } from './imported-note.tsx'
import { PointTable } from './point-table.tsx'
import { runningFrom } from './points.ts'
import { TrafficNote } from './traffic-note.tsx'

interface OverTimeProps {
  readonly report: StatsReport
  readonly annotations: readonly Annotation[]
  readonly meta: ReportMeta
  readonly interval: Interval
  readonly state: ReportState
  readonly table: boolean
  /** Called when a mark is pressed; absent without the right to write. */
  readonly onAnnotation?: ((open: OpenAnnotation) => void) | undefined
}

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
  const open = (first: number, last = first) => {
    const range = rangeOfIntervals(starts, { first, last }, interval, meta)
    if (range !== undefined) showDays(state, range)
  }
  // The hours of one day lead nowhere.
  const canOpen = meta.from !== meta.to
  const byDay = interval === 'hour' && starts[0]?.slice(0, 10) !== starts.at(-1)?.slice(0, 10)
  return (
    <div className="px-5 pt-4 pb-3">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">
          {name} <span className="font-normal text-muted">{t('overview.over_time')}</span>
        </h2>
        <div className="flex flex-wrap items-center justify-between gap-2 max-sm:w-full">
          <Button
            className="max-sm:-ml-2.5"
            kind="quiet"
            onClick={() => state.change({ table: table ? undefined : true })}
            size="small"
          >
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
            report.reason === 'no_data_collected' && meta.product && state.filters.length === 0 && !isShared ? (
              <InstallLink product={meta.product} />
            ) : undefined
          }
          title={stateText.title ?? stateText.short}
        >
          {stateText.why}
        </EmptyState>
      ) : table ? (
        <PointTable
          caption={`${name}, ${t(`overview.by_${interval}`).toLowerCase()}, ${formatDateRange(meta)}`}
          interval={interval}
          onOpen={canOpen ? (point) => open(points.indexOf(point)) : undefined}
          report={report}
        />
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
            {...(canOpen && { onChoose: open })}
            {...(onAnnotation && {
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
