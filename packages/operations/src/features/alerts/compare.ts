import type { AlertEvaluation, Metric } from '@footfall/core-domain'
import { type Evaluated, notEvaluated, type Observed } from './evaluated.ts'
import type { AlertWatch } from './kind.ts'
import { readObserved } from './read-range.ts'
import type { RangesAt } from './spans.ts'

/** Weeks before, of four, that must have been collected for a usual value. */
const WEEKS_MIN = 3

interface Compared extends Observed {
  readonly usual: number
}

/**
 * Compares a metric of a range with what was usual: the median of the weeks before, so that one unusual week of them changes
 * little.
 */
export function comparing(
  metric: Extract<Metric, 'visitors' | 'events'>,
  rangesAt: RangesAt,
  evaluateCompared: (compared: Compared) => Evaluated,
): Required<Pick<AlertWatch, 'evaluate' | 'compare'>> {
  const compare = (observed: Observed) =>
    observed.earlier.length < WEEKS_MIN
      ? notEvaluated('too_little_history')
      : evaluateCompared({ ...observed, usual: median(observed.earlier) })
  return {
    compare,
    async evaluate({ reports, scope, nowMs }) {
      const observed = await readObserved(reports, scope, rangesAt(scope.timezone, nowMs), metric)
      return typeof observed === 'string' ? notEvaluated(observed) : compare(observed)
    },
  }
}

export const moreBy = (usual: number, percent: number) => usual * (1 + percent / 100)
export const lessBy = (usual: number, percent: number) => usual * (1 - percent / 100)

/** Values of too few visitors are evaluated and not shown. */
export function shownVisitors({
  value,
  usual,
  threshold,
}: Compared): Pick<AlertEvaluation, 'problem' | 'value' | 'usual'> {
  const isShown = (visitors: number) => visitors === 0 || visitors >= threshold
  return { problem: null, value: isShown(value) ? value : null, usual: isShown(usual) ? usual : null }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
