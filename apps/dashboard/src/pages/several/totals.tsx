import type { ReactNode } from 'react'
import type { ReportMeta, SeveralStatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { DailyChart } from '../../statistics/daily-chart.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatComparedRange, formatCount } from '../../statistics/format.ts'
import { metricLabel, metricName } from '../../statistics/metric-labels.ts'
import { METRIC_TILES, MetricTile } from '../../statistics/metric-tile.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { SUMMED_METRICS, type SummedMetric } from './search.ts'

interface TotalsProps {
  readonly report: SeveralStatsReport
  readonly meta: ReportMeta
  readonly chosen: SummedMetric
  readonly busy: boolean
  readonly onChoose: (metric: SummedMetric) => void
}

/** The sums of all chosen products, and one of them by day. */
export function Totals({ report, meta, chosen, busy, onChoose }: TotalsProps): ReactNode {
  const { metrics, series = [], comparison } = report
  const at = SUMMED_METRICS.indexOf(chosen)
  const measured = metrics[at]
  const stateText = measured && describeState(measured)
  return (
    <Card busy={busy} flush>
      <ul className={classes(METRIC_TILES, 'lg:grid-cols-5')}>
        {SUMMED_METRICS.map((metric, i) => {
          const own = metrics[i]
          const { value = null, change, previous } = own ?? {}
          return (
            <MetricTile chosen={metric === chosen} key={metric} metric={metric} onChoose={() => onChoose(metric)}>
              {value === null ? (
                <span className="font-medium text-lg text-muted leading-8">
                  {own === undefined ? NO_VALUE : describeState(own)?.short}
                </span>
              ) : (
                <span
                  className="font-semibold text-xl leading-8 tracking-tight tabular-nums sm:text-2xl"
                  data-value={value}
                >
                  {formatCount(value)}
                </span>
              )}
              {value !== null && typeof change === 'number' && comparison && (
                <Change
                  change={change}
                  metric={metric}
                  title={`${formatComparedRange(comparison, meta.timezone)}: ${formatCount(previous ?? 0)}`}
                />
              )}
            </MetricTile>
          )
        })}
      </ul>
      {stateText !== undefined ? (
        <EmptyState title={stateText.title ?? stateText.short}>{stateText.why}</EmptyState>
      ) : (
        <div className="px-5 py-4">
          <DailyChart
            days={series.map(({ start, values }) => ({ date: start.slice(0, 10), value: values[at]?.value ?? 0 }))}
            description={t('several.chart', { metric: metricLabel(chosen) })}
            getValue={({ value }) => value}
            today={meta.today}
            unit={metricName(chosen)}
          />
        </div>
      )}
    </Card>
  )
}
