import { isWebVital, type WebVital } from '@footfall/core-domain/metrics'
import type { ReactNode } from 'react'
import type { SeveralStatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { formatValue } from '../../statistics/format.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { ratingOf, vitalName } from './vital-texts.ts'

interface VitalMetricsProps {
  readonly metrics: SeveralStatsReport['metrics']
  readonly chosen: WebVital
  readonly onChoose: (vital: WebVital) => void
}

/** The five metrics with their ratings; one of them is charted. */
export function VitalMetrics({ metrics, chosen, onChoose }: VitalMetricsProps): ReactNode {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2 lg:grid-cols-5">
      <legend className="sr-only">{t('vitals.choose')}</legend>
      {metrics.map((result) => {
        const { metric, value } = result
        if (!isWebVital(metric)) return null
        const state = describeState(result)
        const rating = value === null ? undefined : ratingOf(metric, value)
        return (
          <button
            aria-pressed={metric === chosen}
            className={classes(
              'grid content-start gap-1 rounded-card border bg-surface px-4 py-3 text-left',
              metric === chosen && 'border-accent',
            )}
            key={metric}
            onClick={() => onChoose(metric)}
            type="button"
          >
            <span className="font-medium text-muted text-sm">
              {metricLabel(metric)} <span className="font-normal">{vitalName(metric)}</span>
            </span>
            <span className="font-semibold text-2xl tracking-tight tabular-nums" title={state?.why}>
              {value === null ? state?.short : formatValue(value, result)}
            </span>
            {rating !== undefined && (
              <span>
                <Badge tone={rating.tone}>{rating.label}</Badge>
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
