import { DASHBOARD_METRICS } from '@footfall/core-domain/metrics'
import type { ReactNode } from 'react'
import type { ComparedSpan, Figure, Overview, ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { ExcludedMoney } from '../../statistics/excluded-money.tsx'
import { formatComparedSpan, formatValue } from '../../statistics/format.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { classes } from '../../ui/classes.ts'

export type FigureMetric = (typeof DASHBOARD_METRICS)[number]

interface FiguresProps {
  readonly figures: Overview['figures']
  readonly meta: ReportMeta
  readonly chosen: FigureMetric
  readonly onChoose: (metric: FigureMetric) => void
}

/** The headline figures; each is a button that shows it in the chart. */
export function Figures({ figures, meta, chosen, onChoose }: FiguresProps): ReactNode {
  const reasons = new Set(figures.metrics.map((figure) => describeState(figure)?.why))
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-t-card border-b sm:grid-cols-3 lg:grid-cols-6">
      {DASHBOARD_METRICS.flatMap((metric) => {
        const figure = figures.metrics.find((candidate) => candidate.metric === metric)
        return figure === undefined
          ? []
          : [
              <li className="-mr-px -mb-px border-r border-b" key={metric}>
                <button
                  aria-pressed={metric === chosen}
                  className={classes(
                    'grid h-full w-full content-start gap-0.5 border-b-2 px-3 py-3 text-left sm:px-4 -outline-offset-4 hover:bg-raised',
                    metric === chosen ? 'border-accent bg-raised' : 'border-transparent',
                  )}
                  data-metric={metric}
                  onClick={() => onChoose(metric)}
                  type="button"
                >
                  <span className={classes('font-medium text-sm', metric === chosen ? 'text-accent' : 'text-muted')}>
                    {metricLabel(metric)}
                  </span>
                  <FigureValue explained={reasons.size > 1} figure={figure} />
                  {figures.comparison && (
                    <FigureChange compared={figures.comparison} figure={figure} timezone={meta.timezone} />
                  )}
                  {metric === 'revenue' && <ExcludedMoney excluded={meta.excluded} />}
                </button>
              </li>,
            ]
      })}
    </ul>
  )
}

interface FigureValueProps {
  readonly figure: Figure
  /** Says why there is no value. Where the reason is the same for all, the chart below says it once. */
  readonly explained: boolean
}

function FigureValue({ figure, explained }: FigureValueProps): ReactNode {
  const stateText = describeState(figure)
  if (stateText !== undefined || figure.value === null) {
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
      data-value={figure.value}
    >
      {formatValue(figure.value, figure)}
    </span>
  )
}

interface FigureChangeProps {
  readonly figure: Figure
  readonly compared: ComparedSpan
  readonly timezone: string
}

function FigureChange({ figure, compared, timezone }: FigureChangeProps): ReactNode {
  if (figure.state !== 'available') return null
  const { change = null, previous = null, metric } = figure
  const span = formatComparedSpan(compared, timezone)
  if (change === null) {
    return (
      <span className="text-muted text-xs" title={span}>
        {previous === null
          ? t('overview.no_earlier_data')
          : t('breakdowns.previously', { value: formatValue(previous, figure) })}
      </span>
    )
  }
  const earlier = previous === null ? '' : `: ${formatValue(previous, figure)}`
  return (
    <Change change={change} metric={metric} title={`${span}${earlier}`}>
      <span className="sr-only"> {t('compare.with', { span })}</span>
    </Change>
  )
}
