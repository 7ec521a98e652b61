import type { ReactNode } from 'react'
import type { Metric } from '../api/types.ts'
import { classes } from '../ui/classes.ts'
import { metricLabel } from './metric-labels.ts'

/** The list of tiles above a chart; the page adds how many stand in a row of a wide screen. */
export const METRIC_TILES = 'grid grid-cols-2 overflow-hidden rounded-t-card border-b sm:grid-cols-3'

interface MetricTileProps {
  readonly metric: Metric
  readonly chosen: boolean
  readonly onChoose: () => void
  /** The value and its change. */
  readonly children: ReactNode
}

/** A headline metric: a button that shows it in the chart and in every panel. */
export function MetricTile({ metric, chosen, onChoose, children }: MetricTileProps): ReactNode {
  return (
    <li className="-mr-px -mb-px border-r border-b">
      <button
        aria-pressed={chosen}
        className={classes(
          'grid h-full w-full content-start gap-0.5 border-b-2 px-3 py-3 text-left sm:px-4 -outline-offset-4 hover:bg-raised',
          chosen ? 'border-accent bg-raised' : 'border-transparent',
        )}
        data-metric={metric}
        onClick={onChoose}
        type="button"
      >
        <span className={classes('font-medium text-sm', chosen ? 'text-accent' : 'text-muted')}>
          {metricLabel(metric)}
        </span>
        {children}
      </button>
    </li>
  )
}
