import { z } from 'zod'
import { byName } from './by-name.ts'
import { Dimension } from './dimensions.ts'
import type { SegmentId } from './ids.ts'
import { naming } from './known-names.ts'
import { METRIC_TABLE, METRICS } from './metrics/index.ts'
import { otherNamesOf } from './nearest.ts'

/** What is counted. The table of metrics says what each is. */
export const Metric = naming(z.enum(METRICS), {
  names: METRICS,
  otherNames: otherNamesOf(byName(METRICS, (name) => METRIC_TABLE[name].alsoCalled)),
})
export type Metric = z.infer<typeof Metric>

export const METRICS_PER_QUESTION_MAX = 10
export const DIMENSIONS_PER_QUESTION_MAX = 2

export const FILTER_OPERATORS = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'matches',
  'not_matches',
  'matches_regex',
  'not_matches_regex',
  'above',
  'below',
] as const
export const FilterOperator = naming(z.enum(FILTER_OPERATORS), {
  names: FILTER_OPERATORS,
  otherNames: otherNamesOf({
    is: ['equals', 'eq', 'equal', 'in', 'exact'],
    is_not: ['not_equals', 'neq', 'ne', 'not', 'not_in', 'isnt'],
    contains: ['includes', 'like', 'has', 'substring'],
    not_contains: ['excludes', 'not_like', 'does_not_contain', 'contains_not', 'not_includes'],
    matches: ['glob', 'wildcard'],
    not_matches: ['not_glob', 'not_wildcard', 'matches_not'],
    matches_regex: ['regex', 'regexp', 're', 'regular_expression'],
    not_matches_regex: ['not_regex', 'not_regexp', 'matches_not_regex'],
    above: ['greater', 'greater_than', 'gt', 'more_than', 'over'],
    below: ['less', 'less_than', 'lt', 'fewer_than', 'under'],
  }),
})
export type FilterOperator = z.infer<typeof FilterOperator>

/** What a condition is about: one event, the whole visit, or the visitor within the period. */
export const FILTER_SCOPES = ['event', 'visit', 'visitor'] as const
export const FilterScope = naming(z.enum(FILTER_SCOPES), {
  names: FILTER_SCOPES,
  otherNames: otherNamesOf({ event: ['hit', 'pageview'], visit: ['session'], visitor: ['user', 'person', 'client'] }),
})
export type FilterScope = z.infer<typeof FilterScope>

export const CONDITIONS_MAX = 20
export const REGEX_LENGTH_MAX = 200

/**
 * The values of a condition are alternatives. `matches` takes globs (`*` any run), `matches_regex` regular expressions
 * in the syntax of RE2, and `above` and `below` numbers.
 */
export const FilterCondition = z.strictObject({
  dimension: Dimension,
  operator: FilterOperator,
  values: z.array(z.string().max(2048)).min(1).max(100),
  scope: FilterScope.optional().meta({
    description:
      'event (default): one event passes all conditions of this scope. visit, visitor: it has an event that passes; with is_not and not_…, none.',
  }),
  case_sensitive: z.boolean().optional().meta({ description: 'true when absent.' }),
})
export type FilterCondition = z.infer<typeof FilterCondition>

/** A condition, or several of which one must hold. */
export const Filter = z.union([
  FilterCondition,
  z.strictObject({ any: z.array(FilterCondition).min(1).max(CONDITIONS_MAX) }),
])
export type Filter = z.infer<typeof Filter>

/** All must hold. */
export const Filters = z
  .array(Filter)
  .max(CONDITIONS_MAX)
  .refine(
    (filters) => conditionsOf(filters).length <= CONDITIONS_MAX,
    `must hold at most ${CONDITIONS_MAX} conditions in all`,
  )
export type Filters = z.infer<typeof Filters>

/** A filter that a question has through a segment. Its answer and its errors name the segment, and not the filter. */
export interface SegmentFilter {
  readonly any: FilterCondition[]
  readonly segment: SegmentId
}
/** A filter of a question. Those of a segment come after the caller's own. */
export type AskedFilter = Filter | SegmentFilter

export function isOfSegment(filter: AskedFilter): filter is SegmentFilter {
  return 'segment' in filter
}

/** How errors and hints name a filter by its place: those of a segment by the segment. */
export function filterPath(filter: AskedFilter, place: number): string {
  return isOfSegment(filter) ? 'segment' : `filters.${place}`
}

/** Every condition of the filters, those inside of an `any` included. */
export function conditionsOf(filters: readonly AskedFilter[]): readonly FilterCondition[] {
  return filters.flatMap((filter) => ('any' in filter ? filter.any : [filter]))
}

/** Periods by name, in place of `from` and `to`. `Nd` ends today and includes it; `this_*` ends today. */
export const PERIODS = [
  'today',
  'yesterday',
  '7d',
  '28d',
  '30d',
  '90d',
  '12mo',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'all',
] as const
export const Period = naming(z.enum(PERIODS), {
  names: PERIODS,
  otherNames: otherNamesOf({
    today: ['1d', 'day'],
    '7d': ['last_7_days', '7_days', '1w', 'week'],
    '28d': ['last_28_days', '4w'],
    '30d': ['last_30_days', '30_days', '1mo', '1m', 'month'],
    '90d': ['last_90_days', '90_days', '3mo', '3m', 'quarter'],
    '12mo': ['last_12_months', '12_months', '365d', '1y', '12m', 'year'],
    all: ['all_time', 'ever', 'max', 'total'],
  }),
})
export type Period = z.infer<typeof Period>

export const Interval = naming(z.enum(['minute', 'hour', 'day', 'week', 'month']), {
  names: ['minute', 'hour', 'day', 'week', 'month'],
  otherNames: otherNamesOf({
    minute: ['minutely'],
    hour: ['hourly'],
    day: ['daily', 'date'],
    week: ['weekly'],
    month: ['monthly'],
  }),
})
export type Interval = z.infer<typeof Interval>

export const Comparison = naming(z.enum(['previous_period', 'previous_year', 'custom']), {
  names: ['previous_period', 'previous_year', 'custom'],
  otherNames: otherNamesOf({
    previous_period: ['previous', 'prior'],
    previous_year: ['year_over_year', 'yoy', 'last_year'],
  }),
})
export type Comparison = z.infer<typeof Comparison>

/** `value` is a number only when `available`; the other states say why there is none, and are never zero. */
export const ValueState = z.enum(['available', 'empty', 'withheld', 'unavailable'])
export type ValueState = z.infer<typeof ValueState>

const STATE_REASONS = [
  'no_data_collected',
  'below_suppression_threshold',
  'beyond_retention',
  'before_first_event',
  'not_connected',
  'provider_error',
  'metric_not_collected',
  'in_the_future',
  'value_never_seen',
  'dimension_not_collected',
  'identity_off',
  'filters_exclude_each_other',
  'filters_exclude_metric',
  'not_fully_collected',
  'currencies_differ',
  'not_available_for_all',
] as const
export const StateReason = z.enum(STATE_REASONS)
export type StateReason = z.infer<typeof StateReason>

/** Crawlers are classified by their purpose. */
export const CRAWLER_PURPOSES = ['search', 'ai_training', 'ai_assistant', 'monitoring', 'other'] as const
export const CrawlerPurpose = z.enum(CRAWLER_PURPOSES)
export type CrawlerPurpose = z.infer<typeof CrawlerPurpose>

/** By what the hits of crawlers are broken down. */
export const CRAWLER_DIMENSIONS = ['crawler', 'page', 'purpose', 'status', 'day'] as const
export const CrawlerDimension = z.enum(CRAWLER_DIMENSIONS)
export type CrawlerDimension = z.infer<typeof CrawlerDimension>

/** Why a collected event was not counted. Shown to the owner in the health report. */
export const DROP_REASONS = [
  'not_a_page',
  'bot',
  'shield_address',
  'shield_country',
  'shield_path',
  'shield_hostname',
  'shield_referrer',
  'referrer_spam',
  'data_centre',
  'engagement_without_visit',
  'auto_capture_off',
  'privacy_signal',
  'over_budget',
  'invalid',
] as const
export const DropReason = z.enum(DROP_REASONS)
export type DropReason = z.infer<typeof DropReason>

/** Reported in addition to the drop reasons: events that were counted, but whose new names are not listed. */
export const UNLISTED_NAMES = 'unlisted_names'
