import type { ReactNode } from 'react'
import type { ReportMeta, StatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import type { Interval } from '../../statistics/date-range.ts'
import { formatComparedRange, formatDateRange, formatStart } from '../../statistics/format.ts'
import { formatPoint, isRunning, pastPoints, runningFrom } from './points.ts'

/** What the lines of the chart are. */
export function Legend({ report, meta }: { readonly report: StatsReport; readonly meta: ReportMeta }): ReactNode {
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

/** The values next to the pointer. */
export function Tooltip({
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
