import { z } from 'zod'

/** What is counted. The catalog has the units. */
export const METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'conversions',
  'conversion_rate',
  'revenue',
  'time_on_page',
  'scroll_depth',
] as const
export const Metric = z.enum(METRICS)
export type Metric = z.infer<typeof Metric>

export const UNITS = ['count', 'ratio', 'seconds', 'currency'] as const
export type Unit = (typeof UNITS)[number]

/** What a metric can be broken down or filtered by, besides `property:NAME`. */
export const DIMENSIONS = [
  'page',
  'entry_page',
  'exit_page',
  'hostname',
  'channel',
  'source',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'country',
  'region',
  'city',
  'language',
  'device',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'screen_size',
  'event',
  'goal',
] as const
export type NamedDimension = (typeof DIMENSIONS)[number]
export type Dimension = NamedDimension | `property:${string}`

const NAMED: ReadonlySet<string> = new Set(DIMENSIONS)
export const PROPERTY_NAME_LENGTH_MAX = 120

export const Dimension = z
  .string()
  .refine(
    (text): text is Dimension =>
      NAMED.has(text) || (/^property:.+$/su.test(text) && text.length <= 'property:'.length + PROPERTY_NAME_LENGTH_MAX),
    {
      error: (issue) =>
        `${JSON.stringify(String(issue.input).slice(0, 60))} is not a dimension; the catalog lists them`,
    },
  )
  .meta({ description: `One of ${DIMENSIONS.join(', ')}, or property:NAME.` })

export const FILTER_OPERATORS = ['is', 'is_not', 'contains', 'not_contains', 'matches'] as const
export const FilterOperator = z.enum(FILTER_OPERATORS)
export type FilterOperator = z.infer<typeof FilterOperator>

/** Values of one filter are alternatives; filters must all hold. `matches` takes globs (`*` any run). */
export const Filter = z.strictObject({
  dimension: Dimension,
  operator: FilterOperator,
  values: z.array(z.string().max(2048)).min(1).max(100),
})
export type Filter = z.infer<typeof Filter>

export const Interval = z.enum(['hour', 'day', 'week', 'month'])
export type Interval = z.infer<typeof Interval>

export const Comparison = z.enum(['previous_period', 'previous_year'])
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
] as const
export const StateReason = z.enum(STATE_REASONS)
export type StateReason = z.infer<typeof StateReason>

/** Crawlers are classified by their purpose. */
export const CRAWLER_PURPOSES = ['search', 'ai_training', 'ai_assistant', 'monitoring', 'other'] as const
export const CrawlerPurpose = z.enum(CRAWLER_PURPOSES)
export type CrawlerPurpose = z.infer<typeof CrawlerPurpose>

/** Why a collected event was not counted. Shown to the owner in the health report. */
export const DROP_REASONS = [
  'bot',
  'shield_address',
  'shield_country',
  'shield_path',
  'shield_hostname',
  'shield_referrer',
  'engagement_without_visit',
  'auto_capture_off',
  'over_budget',
  'invalid',
] as const
export const DropReason = z.enum(DROP_REASONS)
export type DropReason = z.infer<typeof DropReason>
