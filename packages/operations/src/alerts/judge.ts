import { type AlertJudgement, type AlertRule, SILENT_USUAL_MIN } from '@footfall/core-domain'

/** Weeks before, of four, that must have been collected for a usual figure. */
const WEEKS_MIN = 3

/** A figure of a span and of the same hours of each of the weeks before that was collected. */
export interface Observed {
  readonly value: number
  readonly earlier: readonly number[]
  /** Visitors below which a figure is not shown; nothing is told of them either. */
  readonly threshold: number
}

export type Judged = Pick<AlertJudgement, 'problem' | 'value' | 'usual'> & {
  /** Whether it happens. */
  readonly holds: boolean
  /** Whether what was told is over. Between the two nothing changes, so that a figure near the limit is told once. */
  readonly isOver: boolean
}

export const notJudged = (problem: NonNullable<AlertJudgement['problem']>): Judged => ({
  problem,
  value: null,
  usual: null,
  holds: false,
  isOver: false,
})

/**
 * Judges a figure against what was usual: the median of the weeks before, so that one unusual week of them changes little.
 * A state ends where the figure is back within half of the percentage.
 */
export function judge(
  rule: Exclude<AlertRule, { kind: 'goal' | 'errors' }>,
  { value, earlier, threshold }: Observed,
): Judged {
  if (earlier.length < WEEKS_MIN) return notJudged('too_little_history')
  const usual = median(earlier)
  switch (rule.kind) {
    case 'spike': {
      const minimum = Math.max(rule.minimum, threshold)
      const holds = value >= minimum && value > usual && value >= moreBy(usual, rule.percent)
      const isOver = value < minimum || value < moreBy(usual, rule.percent / 2)
      return { ...shown(value, usual, threshold), holds, isOver }
    }
    case 'drop': {
      const holds = usual >= Math.max(rule.minimum, threshold) && value <= lessBy(usual, rule.percent)
      const isOver = value > 0 && value > lessBy(usual, rule.percent / 2)
      return { ...shown(value, usual, threshold), holds, isOver }
    }
    case 'silent': {
      const holds = value === 0 && usual >= SILENT_USUAL_MIN && earlier.every((events) => events > 0)
      return { problem: null, value, usual, holds, isOver: value > 0 }
    }
  }
}

/** Below it, what was told of a limit is over: a figure near the limit is told once. */
const OVER_AT = 0.8

/** Judges a figure against a limit that a person set; null where nothing was measured, which changes nothing. */
export function judgeLimit(value: number | null, limit: number): Judged {
  const isOver = value !== null && value <= limit * OVER_AT
  return { problem: null, value, usual: null, holds: value !== null && value > limit, isOver }
}

const moreBy = (usual: number, percent: number) => usual * (1 + percent / 100)
const lessBy = (usual: number, percent: number) => usual * (1 - percent / 100)

/** Figures of too few visitors are judged and not shown. */
function shown(value: number, usual: number, threshold: number): Pick<AlertJudgement, 'problem' | 'value' | 'usual'> {
  const isShown = (visitors: number) => visitors === 0 || visitors >= threshold
  return { problem: null, value: isShown(value) ? value : null, usual: isShown(usual) ? usual : null }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
