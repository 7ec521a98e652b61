import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { Metric, StatsReport } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import { queryFor } from '../../statistics/conversion-view.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { vocabularyOf } from '../../statistics/dimensions.ts'
import { formatHourOfDay, formatValue } from '../../statistics/format.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import { metricLabel, metricName } from '../../statistics/metric-labels.ts'
import { pairsQuery } from '../../statistics/queries.ts'
import { formatZone } from '../../statistics/time-zones.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { Loading } from '../../ui/spinner.tsx'
import { type HeatCell, heatCells } from './heat-cells.ts'

const WEEKDAYS = vocabularyOf('weekday') ?? []
const HOURS = vocabularyOf('hour_of_day') ?? []

interface HeatMapProps {
  readonly metric: Metric
  readonly state: ReportState
}

/** A metric by weekday and hour. It is read when it comes into view. */
export function HeatMap({ metric, state }: HeatMapProps): ReactNode {
  const [seen, place] = useSeen()
  const asked = pairsQuery(state.product, queryFor(metric, state), ['weekday', 'hour_of_day'], metric)
  const report = useQuery({ ...asked, enabled: seen })
  const hint = t('heat_map.hint', { metric: metricLabel(metric), zone: formatZone(state.timezone) })
  return (
    <div ref={place}>
      <Card busy={report.isPlaceholderData} description={hint} title={t('heat_map.title')}>
        {report.error instanceof ApiProblem && (
          <ProblemNotice onRetry={() => void report.refetch()} problem={report.error} />
        )}
        {report.data !== undefined && <Content report={report.data} />}
        {/* Not busy until it is asked for. */}
        {report.data === undefined && report.isFetching && <Loading lines={6} what={t('heat_map.title')} />}
        {report.data === undefined && !report.isFetching && <div className="h-50" />}
      </Card>
    </div>
  )
}

function Content({ report }: { readonly report: StatsReport }): ReactNode {
  const stateText = describeState(report)
  if (stateText !== undefined)
    return <EmptyState title={stateText.title ?? stateText.short}>{stateText.why}</EmptyState>
  const cells = heatCells(report.rows ?? [])
  return (
    <table className="w-full table-fixed border-separate border-spacing-px text-xs tabular-nums">
      <caption className="sr-only">{t('heat_map.caption', { metric: metricLabel(report.metric) })}</caption>
      <thead>
        <tr>
          <td className="w-9 sm:w-24" />
          {HOURS.map((hour, at) => (
            <th className="font-normal text-muted" key={hour} scope="col">
              <span className="sr-only">{formatHourOfDay(Number(hour))}</span>
              {at % 6 === 0 && (
                <span aria-hidden="true" className="relative block h-4">
                  <span className="absolute left-0 whitespace-nowrap">{formatHourOfDay(Number(hour))}</span>
                </span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKDAYS.map((weekday) => (
          <tr key={weekday}>
            <th className="pr-2 text-left font-normal text-muted" scope="row">
              <span className="max-sm:sr-only">{keyLabel('weekday', weekday)}</span>
              <span aria-hidden="true" className="sm:hidden">
                {keyLabel('weekday', weekday).slice(0, 3)}
              </span>
            </th>
            {HOURS.map((hour) => (
              <Cell
                cell={cells.of(weekday, hour)}
                key={hour}
                measured={report}
                when={`${keyLabel('weekday', weekday)}, ${formatHourOfDay(Number(hour))}`}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  readonly cell: HeatCell
  readonly measured: StatsReport
  readonly when: string
}

function Cell({ cell, measured, when }: CellProps): ReactNode {
  const text =
    cell.value === null
      ? (describeState({ state: cell.state, reason: null })?.short ?? NO_VALUE)
      : formatValue(cell.value, measured)
  return (
    <td
      className="h-6 rounded-xs bg-raised p-0"
      title={t('heat_map.cell', { when, value: text, metric: metricName(measured.metric) })}
    >
      <span className="sr-only">{text}</span>
      <span
        aria-hidden="true"
        className="block h-6 rounded-xs bg-accent"
        data-strength={cell.strength}
        style={{ opacity: cell.strength }}
      />
    </td>
  )
}

/** Whether an element has come into view once. */
function useSeen(): readonly [boolean, (element: HTMLElement | null) => void] {
  const [seen, setSeen] = useState(false)
  const place = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (place.current === null || seen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [seen])
  return [
    seen,
    (element) => {
      place.current = element
    },
  ]
}
