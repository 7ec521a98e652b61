import type { ReactNode } from 'react'
import type { ComparedRange, Overview, OverviewMetric, ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { ExcludedMoney } from '../../statistics/excluded-money.tsx'
import { formatComparedRange, formatValue } from '../../statistics/format.ts'
import { METRIC_TILES, MetricTile } from '../../statistics/metric-tile.tsx'
import type { ShownMetric } from '../../statistics/search.ts'
import { classes } from '../../ui/classes.ts'

interface HeadlineMetricsProps {
  readonly headline: Overview['figures']
  readonly meta: ReportMeta
  /** In their order. */
  readonly metrics: readonly ShownMetric[]
  readonly chosen: ShownMetric
  readonly onChoose: (metric: ShownMetric) => void
}

/** The headline metrics; each is a button that shows it in the chart and in every panel. */
export function HeadlineMetrics({ headline, meta, metrics, chosen, onChoose }: HeadlineMetricsProps): ReactNode {
  const reasons = new Set(headline.metrics.map((value) => describeState(value)?.why))
  return (
    <ul className={classes(METRIC_TILES, 'lg:grid-cols-6')}>
      {metrics.flatMap((metric) => {
        const value = headline.metrics.find((candidate) => candidate.metric === metric)
        return value === undefined
          ? []
          : [
              <MetricTile chosen={metric === chosen} key={metric} metric={metric} onChoose={() => onChoose(metric)}>
                <MetricValue explained={reasons.size > 1} metric={value} />
                {headline.comparison && (
                  <MetricChange compared={headline.comparison} metric={value} timezone={meta.timezone} />
                )}
                {metric === 'revenue' && <ExcludedMoney excluded={meta.excluded} />}
              </MetricTile>,
            ]
      })}
    </ul>
  )
}

interface MetricValueProps {
  readonly metric: OverviewMetric
  /** Says why there is no value. Where the reason is the same for all, the chart below says it once. */
  readonly explained: boolean
}

function MetricValue({ metric, explained }: MetricValueProps): ReactNode {
  const stateText = describeState(metric)
  if (stateText !== undefined || metric.value === null) {
    return (
      <>
        <span className="font-medium text-lg text-muted leading-8">{stateText?.short}</span>
        {explained && <span className="text-muted text-xs leading-snug">{stateText?.why}</span>}
      </>
    )
  }
  return (
    <span
      className="font-semibold text-xl leading-8 tracking-tight tabular-nums whitespace-nowrap sm:text-2xl"
      data-value={metric.value}
    >
      {formatValue(metric.value, metric)}
    </span>
  )
}

interface MetricChangeProps {
  readonly metric: OverviewMetric
  readonly compared: ComparedRange
  readonly timezone: string
}

function MetricChange({ metric, compared, timezone }: MetricChangeProps): ReactNode {
  if (metric.state !== 'available') return null
  const { change = null, previous = null } = metric
  const range = formatComparedRange(compared, timezone)
  if (change === null) {
    return (
      <span className="text-muted text-xs" title={range}>
        {previous === null
          ? t('overview.no_earlier_data')
          : t('breakdowns.previously', { value: formatValue(previous, metric) })}
      </span>
    )
  }
  const earlier = previous === null ? '' : `: ${formatValue(previous, metric)}`
  return (
    <Change change={change} metric={metric.metric} title={`${range}${earlier}`} values={[metric.value, previous]}>
      <span className="sr-only"> {t('compare.with', { range })}</span>
    </Change>
  )
}
