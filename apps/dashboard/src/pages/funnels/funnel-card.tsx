import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { formatCount, formatDuration, formatRatio } from '../../statistics/format.ts'
import { metricName } from '../../statistics/metric-labels.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Truncated } from '../../ui/truncated.tsx'
import type { CountedFunnel } from './counted-funnel.ts'
import { describeMatch } from './draft-steps.ts'
import { DroppedOff } from './dropped-off.tsx'
import { formatWindow } from './format-window.ts'
import { FunnelRows } from './funnel-rows.tsx'
import { kindLabel } from './steps-field.tsx'

interface FunnelCardProps {
  readonly funnel: CountedFunnel
  /** The dimension by which the funnel was asked for. */
  readonly by: Dimension | undefined
  readonly actions: ReactNode
  readonly busy?: boolean
}

/** A funnel with a bar for each step and the conversion between steps. */
export function FunnelCard({ funnel, by, actions, busy = false }: FunnelCardProps): ReactNode {
  const { results } = funnel
  const stateText = describeState(results)
  const within = t('funnels.within', { time: formatWindow(funnel.window_minutes) })
  return (
    <Card
      actions={actions}
      busy={busy}
      description={
        results.conversion_rate === null ? (
          within
        ) : (
          <>
            <T
              id="funnels.completed_all"
              values={{
                rate: formatRatio(results.conversion_rate),
                strong: (text) => <strong className="font-semibold text-text">{text}</strong>,
              }}
            />{' '}
            · {within}
          </>
        )
      }
      title={funnel.name}
    >
      {stateText !== undefined && <EmptyState title={stateText.short}>{stateText.why}</EmptyState>}
      {stateText === undefined && (
        <ol className="grid grid-cols-1 gap-1">
          {funnel.steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be equal
            <Step at={at} funnel={funnel} key={at} step={step} />
          ))}
        </ol>
      )}
      {by !== undefined && results.rows && <FunnelRows by={by} funnel={funnel} rows={results.rows} />}
    </Card>
  )
}

interface StepProps {
  readonly funnel: CountedFunnel
  readonly step: CountedFunnel['steps'][number]
  readonly at: number
}

function Step({ funnel, step, at }: StepProps): ReactNode {
  const result = funnel.results.steps[at]
  const visitors = result?.visitors
  return (
    <li className="grid gap-1">
      {at > 0 && <Between at={at} results={funnel.results} />}
      <div className="flex items-center gap-3">
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-ground font-semibold text-accent text-xs">
          {at + 1}
        </span>
        <div className="relative flex min-h-10 min-w-0 flex-1 items-center gap-3 overflow-hidden rounded-control bg-raised px-3">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-0 bg-bar"
            style={{ width: `${(result?.conversion_from_first ?? 0) * 100}%` }}
          />
          <span className="relative flex min-w-0 flex-1 items-baseline gap-1">
            <span className="text-muted text-sm">{kindLabel(step.kind)}</span>
            <span className="min-w-0 font-medium">
              <Truncated text={describeMatch(step)} />
            </span>
          </span>
          {visitors != null && (
            <span className="relative text-right font-semibold tabular-nums">
              {formatCount(visitors)}
              {at === 0 && <span className="font-normal text-muted text-sm"> {metricName('visitors')}</span>}
              {at > 0 && result?.conversion_from_first != null && (
                <span className="ml-2 font-normal text-muted text-sm">{formatRatio(result.conversion_from_first)}</span>
              )}
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

interface BetweenProps {
  readonly results: CountedFunnel['results']
  /** The step after. */
  readonly at: number
}

/** How many went on to a step and how fast, and who left before it. */
function Between({ results, at }: BetweenProps): ReactNode {
  const result = results.steps[at]
  const before = results.steps[at - 1]
  if (before?.visitors == null || result?.visitors == null) return null
  const rate = result.conversion_from_previous
  const seconds = result.median_seconds_from_previous
  return (
    <div className="grid justify-items-start gap-0.5 py-1 pl-9">
      {rate !== null && (
        <p className="text-pretty text-muted text-sm">
          {seconds == null
            ? t('funnels.continued', { rate: formatRatio(rate) })
            : t('funnels.continued_after', { rate: formatRatio(rate), time: formatDuration(seconds) })}
        </p>
      )}
      {/* Who left is counted later, in the same place. */}
      {before.dropped_off ? <DroppedOff result={before.dropped_off} /> : <div className="h-8" />}
    </div>
  )
}
