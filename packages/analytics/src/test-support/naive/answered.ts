import type {
  Metric,
  ReportRange,
  SeveralStatsReport,
  StateReason,
  StatsAnswer,
  StatsReport,
  ValueState,
} from '@footfall/core-domain'

/** An answer in one form, whether it is about one metric or several. */
export interface Answered {
  readonly metrics: readonly {
    readonly metric: Metric
    readonly state: ValueState
    readonly reason: StateReason | null
    readonly value: number | null
    readonly previous: number | null | undefined
    readonly change: number | null | undefined
    readonly of: Divisor
  }[]
  readonly series: readonly AnsweredPoint[] | undefined
  /** The series of the earlier period; only an answer about one metric has its instants. */
  readonly earlierSeries: readonly AnsweredPoint[] | undefined
  readonly rows: readonly AnsweredRow[] | undefined
  readonly comparison: (ReportRange & { readonly until?: string | undefined }) | undefined
}

/** Undefined if the metric is not divided by visitors. */
type Divisor = { readonly visitors: number | null } | undefined

export interface Shown {
  readonly value: number | null
  readonly state: ValueState
}

export interface AnsweredPoint {
  readonly start: string
  readonly complete: boolean
  readonly values: readonly Shown[]
  /** Those of the earlier period, in the same place. */
  readonly previous?: readonly (number | null)[] | undefined
}

export interface AnsweredRow {
  readonly keys: readonly string[]
  readonly visitors: number | null
  readonly values: readonly Shown[]
  readonly of: Divisor
  readonly previous: readonly (number | null)[] | undefined
  readonly change: readonly (number | null)[] | undefined
}

export function answered({ data }: Pick<StatsAnswer, 'data'>): Answered {
  return 'metrics' in data ? ofSeveral(data) : ofOne(data)
}

function ofSeveral({ metrics, series, rows, comparison }: SeveralStatsReport): Answered {
  return {
    metrics: metrics.map(({ metric, state, reason, value, previous, change, of }) => ({
      ...{ metric, state, reason, value, previous, change, of },
    })),
    series,
    earlierSeries: undefined,
    rows: rows?.map(({ key, keys, visitors, values, of, previous, change }) => ({
      ...{ keys: keys ?? [key], visitors, values, of, previous, change },
    })),
    comparison,
  }
}

function ofOne({ metric, state, reason, value, of, series, rows, comparison }: StatsReport): Answered {
  const list = <T>(value: T | undefined): readonly T[] | undefined => (value === undefined ? undefined : [value])
  return {
    metrics: [{ metric, state, reason, value, of, previous: comparison?.value, change: comparison?.change }],
    series: series?.map((point, i) => ({
      ...pointOf(point),
      ...(comparison ? { previous: [comparison.series?.[i]?.value ?? null] } : {}),
    })),
    earlierSeries: comparison?.series?.map(pointOf),
    rows: rows?.map(({ key, keys, visitors, value, state, of: divisor, previous, change }) => ({
      keys: keys ?? [key],
      visitors,
      values: [{ value, state }],
      of: divisor,
      previous: list(previous),
      change: list(change),
    })),
    comparison,
  }
}

function pointOf({ start, complete, value, state }: NonNullable<StatsReport['series']>[number]): AnsweredPoint {
  return { start, complete, values: [{ value, state }] }
}
