import type { WebVital } from '@footfall/core-domain/metrics'
import type { ReactNode } from 'react'
import type { SeveralStatsReport } from '../../api/types.ts'
import { evenTicks } from '../../chart/ticks.ts'
import { TimeChart } from '../../chart/time-chart.tsx'
import { t } from '../../messages/messages.ts'
import { formatStart, formatTick, formatValue } from '../../statistics/format.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { showDays } from '../../statistics/report-commands.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Card } from '../../ui/card.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { ratingOf, vitalName } from './vital-texts.ts'

interface VitalChartProps {
  readonly report: SeveralStatsReport
  readonly vital: WebVital
  /** Its place among the metrics of the report. */
  readonly at: number
  readonly interval: 'hour' | 'day'
  readonly state: ReportState
}

/** One web vital over time. */
export function VitalChart({ report, vital, at, interval, state }: VitalChartProps): ReactNode {
  const points = report.series ?? []
  const measured = { metric: vital }
  const running = points.findIndex(({ complete }) => !complete)
  const valueAt = (index: number) => points[index]?.values[at]?.value ?? null
  return (
    <Card title={`${metricLabel(vital)}: ${vitalName(vital)}`}>
      <TimeChart
        count={points.length}
        description={t('vitals.chart', { vital: vitalName(vital) })}
        height={220}
        line={{
          label: metricLabel(vital),
          values: points.map((_, index) => valueAt(index)),
          runningFrom: running < 0 ? undefined : running,
        }}
        marks={[]}
        {...(interval === 'day' && {
          onChoose(first: number, last: number) {
            const [from, to] = [points[first]?.start.slice(0, 10), points[last]?.start.slice(0, 10)]
            if (from !== undefined && to !== undefined) showDays(state, { from, to })
          },
        })}
        tickLabel={(index) => (points[index] ? formatStart(points[index].start, interval, 'short') : '')}
        ticks={(most) => evenTicks(points.length, most)}
        tooltip={(index) => {
          const value = valueAt(index)
          return (
            <>
              <span className="block text-muted">
                {points[index] && formatStart(points[index].start, interval, 'long')}
              </span>
              <strong className="font-semibold">{value === null ? NO_VALUE : formatValue(value, measured)}</strong>
              {value !== null && <span className="block text-muted">{ratingOf(vital, value).label}</span>}
            </>
          )
        }}
        valueTick={(value) => (value === 0 ? '0' : formatTick(value, measured))}
        whole={false}
      />
    </Card>
  )
}
