import type { ReactNode } from 'react'
import type { Funnel } from '../../api/types.ts'
import { describeState } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { formatCount, formatRatio } from '../../statistics/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Truncated } from '../../ui/truncated.tsx'
import { formatWindow } from './format-window.ts'
import { FunnelRows } from './funnel-rows.tsx'
import { describeMatch } from './steps-field.tsx'

interface FunnelCardProps {
  readonly funnel: Funnel
  /** The dimension by which the funnel was asked for. */
  readonly by: Dimension | undefined
  readonly onEdit: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
}

/** A funnel with a bar for each step and the conversion between steps. */
export function FunnelCard({ funnel, by, onEdit, onDelete }: FunnelCardProps): ReactNode {
  const { results } = funnel
  const stateText = results && describeState(results)
  return (
    <Card
      actions={
        <span className="flex">
          {onEdit && <IconButton icon="pencil" label={`Edit ${funnel.name}`} onClick={onEdit} />}
          {onDelete && <IconButton icon="trash" label={`Delete ${funnel.name}`} onClick={onDelete} />}
        </span>
      }
      description={
        <>
          {results?.conversion_rate != null && (
            <>
              <strong className="font-semibold text-text">{formatRatio(results.conversion_rate)}</strong> completed all
              steps ·{' '}
            </>
          )}
          within {formatWindow(funnel.window_minutes)}
        </>
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
      {by !== undefined && results?.rows && <FunnelRows by={by} funnel={funnel} rows={results.rows} />}
    </Card>
  )
}

const KINDS = { page: 'Page', event: 'Event', goal: 'Goal' } as const

interface StepProps {
  readonly funnel: Funnel
  readonly step: Funnel['steps'][number]
  readonly at: number
}

function Step({ funnel, step, at }: StepProps): ReactNode {
  const result = funnel.results?.steps[at]
  const before = funnel.results?.steps[at - 1]
  const visitors = result?.visitors
  const dropOff = before?.visitors != null && visitors != null ? before.visitors - visitors : undefined
  return (
    <li className="grid gap-1">
      {at > 0 && dropOff !== undefined && (
        <p className="pl-9 text-muted text-sm">
          {result?.conversion_from_previous != null && `${formatRatio(result.conversion_from_previous)} continued, `}
          {formatCount(dropOff)} left
        </p>
      )}
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
            <span className="text-muted text-sm">{KINDS[step.kind]}</span>
            <span className="min-w-0 font-medium">
              <Truncated text={describeMatch(step)} />
            </span>
          </span>
          {visitors != null && (
            <span className="relative text-right font-semibold tabular-nums">
              {formatCount(visitors)}
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
