import {
  type AskedFilter,
  type AskedScope,
  addDays,
  type Goal,
  InvalidRequest,
  type StatsQuery,
} from '@footfall/core-domain'
import { type ResolvedRange, resolveRange } from '../calendar/date-range.ts'
import { askedMetric } from './asked-metric.ts'
import { complementsOf } from './complements.ts'
import { alternativesOf, chosenGoals } from './condition.ts'
import { type EarlierPeriod, earlierPeriod } from './earlier-period.ts'
import { assertGoalsFit } from './goal-size.ts'
import type { ChosenRows, Question } from './question.ts'
import { assertAllowed } from './validate.ts'

export interface Inquiry {
  readonly question: Question
  /** Set where the question is compared. */
  readonly earlier: EarlierPeriod | undefined
}

/** Throws `InvalidRequest` for what the catalog does not allow. */
export function inquiryOf(scope: AskedScope, query: StatsQuery, nowMs: number): Inquiry {
  const metrics = query.metrics.map(askedMetric)
  assertAllowed(query, metrics)
  const isAboutGoals =
    query.dimensions.includes('goal') || metrics.some(({ definition: { counts } }) => counts === 'conversions')
  assertGoalsFit(scope, alternativesOf(query.filters), { isAboutGoals })
  const { preferences, goals } = scope
  const [first] = query.metrics
  if (first === undefined) throw new TypeError('a question needs a metric')
  const range = resolveRange(scope, { from: query.from, to: query.to }, nowMs)
  if (query.interval === 'minute') assertOfMinutes(range)
  return {
    question: {
      product: scope.product,
      parts: scope.parts,
      names: namesOf(scope.parts ?? [scope]),
      metrics,
      dimensions: query.dimensions,
      interval: query.interval,
      weekStart: preferences.week_starts_on,
      ...chosenRows(query.filters, goals),
      goals,
      currency: preferences.currency,
      threshold: preferences.suppression_threshold,
      rows: {
        order: query.order ?? { by: 'metric', metric: first, direction: 'desc' },
        minVisitors: query.minVisitors ?? 0,
        limit: query.limit,
        offset: query.offset,
      },
      range,
      complements: complementsOf(scope, query.filters).map((wider) => chosenRows(wider, goals)),
    },
    earlier: query.compare && earlierPeriod(scope, query, query.compare, range),
  }
}

/** Rejects a series by minute of another period than today or yesterday. */
function assertOfMinutes({ dates: { from, to }, today }: ResolvedRange): void {
  if (from === to && (to === today || to === addDays(today, -1))) return
  const message = 'minute is for a period of one day, today or yesterday; ask for that day, or with interval hour'
  throw new InvalidRequest([{ path: 'interval', message, did_you_mean: ['hour'] }])
}

/** What people call products, by their ids. */
export function namesOf(scopes: readonly Pick<AskedScope, 'product' | 'name'>[]): Question['names'] {
  return new Map(
    scopes.flatMap(({ product, name }) => (typeof product === 'string' && name !== undefined ? [[product, name]] : [])),
  )
}

function chosenRows(filters: readonly AskedFilter[], goals: readonly Goal[]): ChosenRows {
  const alternatives = alternativesOf(filters)
  return { filters: alternatives, chosenGoals: chosenGoals(goals, alternatives) }
}
