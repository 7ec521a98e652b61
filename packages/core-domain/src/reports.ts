import { z } from 'zod'
import { CurrencyCode } from './entities/common.ts'
import { ImportSource } from './entities/import-sources.ts'
import { Segment } from './entities/segment.ts'
import { ProductId } from './ids.ts'
import { UNITS } from './metrics/index.ts'
import {
  Comparison,
  CrawlerDimension,
  CrawlerPurpose,
  DropReason,
  FilterOperator,
  FilterScope,
  Filters,
  Interval,
  Metric,
  Period,
  StateReason,
  ValueState,
} from './statistics.ts'
import { Timestamp } from './time/instant.ts'
import { LocalDate } from './time/local-date.ts'
import { TimeZone } from './time/time-zone.ts'
import { EvidenceRule, Traffic } from './traffic.ts'

/** Whether there is a number, and if not, why. A zero is always one that was counted. */
const stated = { state: ValueState, reason: StateReason.nullable() }
const count = z.int().min(0)
const ratio = z.number()

const start = z.string().meta({ description: 'RFC 3339 instant with the zone’s offset at which the interval starts.' })
const complete = z.boolean().meta({ description: 'False while the interval is still running.' })
const StatsValue = z.object({ value: z.number().nullable(), state: ValueState })
export type StatsValue = z.infer<typeof StatsValue>
/** The earlier value of a comparison, and (value − earlier value) ÷ earlier value; null where there is none. */
const previous = z.number().nullable()
const change = ratio.nullable().meta({
  description: '(value − earlier value) ÷ earlier value; null when either is missing or the earlier one is zero.',
})

/** Accompanies each value of a metric that is divided by visitors. */
const Denominator = z.object({ visitors: count.nullable() })
export type Denominator = z.infer<typeof Denominator>
const of = Denominator.optional().meta({
  description:
    'The denominator of conversion_rate and revenue_per_visitor: the visitors who could have converted or paid; null if they have no value or are withheld.',
})

const StatsPoint = z.object({ start, complete, ...StatsValue.shape })
const rowKeys = {
  key: z.string().meta({ description: 'The dimension’s value; empty when the events carry none.' }),
  keys: z
    .array(z.string())
    .optional()
    .meta({ description: 'With two dimensions, the value of each; by city, region and country as well, after them.' }),
  label: z.string().optional().meta({ description: 'What a person reads, where the key is a code.' }),
  visitors: count.nullable().meta({ description: 'Visitors of the row; null where they are withheld.' }),
}
export const StatsRow = z.object({
  ...rowKeys,
  ...StatsValue.shape,
  of,
  previous: previous.optional(),
  change: change.optional(),
})
export type StatsRow = z.infer<typeof StatsRow>

const comparedPeriod = {
  period: Comparison,
  from: LocalDate,
  to: LocalDate,
  until: Timestamp.optional().meta({
    description: 'If the period includes the running day: the instant at which the earlier period is cut.',
  }),
}

const measured = {
  metric: Metric,
  unit: z.enum(UNITS),
  currency: CurrencyCode.optional(),
  ...stated,
  value: z.number().nullable(),
  of,
}

/** The answer to a question about one metric. */
export const StatsReport = z.object({
  ...measured,
  series: z.array(StatsPoint).optional(),
  rows: z.array(StatsRow).optional(),
  comparison: z
    .object({
      ...comparedPeriod,
      ...stated,
      value: z.number().nullable(),
      of,
      change,
      series: z.array(StatsPoint).optional(),
    })
    .optional(),
})
export type StatsReport = z.infer<typeof StatsReport>

/** The answer to a question about several metrics: `values`, `previous` and `change` are in the order of `metrics`. */
export const SeveralStatsReport = z.object({
  metrics: z.array(z.object({ ...measured, previous: previous.optional(), change: change.optional() })),
  series: z
    .array(z.object({ start, complete, values: z.array(StatsValue), previous: z.array(previous).optional() }))
    .optional(),
  rows: z
    .array(
      z.object({
        ...rowKeys,
        values: z.array(StatsValue),
        of,
        previous: z.array(previous).optional(),
        change: z.array(change).optional(),
      }),
    )
    .optional(),
  comparison: z.object(comparedPeriod).optional(),
})
export type SeveralStatsReport = z.infer<typeof SeveralStatsReport>

/** Hints at a better question. A hint never changes a number. */
export const HINT_CODES = [
  'value_never_seen',
  'dimension_not_collected',
  'identified_visitors_only',
  'filters_exclude_each_other',
  'filters_exclude_metric',
  'negation_about_events',
  'funnel_window_over_a_day',
  'annotations_left_out',
  'imported_days_left_out',
  'imported_days_zone',
] as const
export const ReportHint = z.object({
  code: z.enum(HINT_CODES),
  filter: z
    .string()
    .optional()
    .meta({ description: 'The filter or step that it is about, such as `filters.0` or `steps.1`.' }),
  value: z.string().optional(),
  did_you_mean: z
    .array(z.string())
    .optional()
    .meta({ description: 'Up to three collected values similar to this one.' }),
  suggestion: z.string().optional().meta({ description: 'What to ask instead, such as `scope: "visit"`.' }),
  visits: count
    .nullable()
    .optional()
    .meta({ description: 'Visits that the suggestion finds; null below the suppression threshold.' }),
  from: LocalDate.optional().meta({ description: 'The first of the imported days that it is about.' }),
  to: LocalDate.optional(),
  days: count.optional(),
})
export type ReportHint = z.infer<typeof ReportHint>

/** What every report says about its period. */
const WrittenByVisitors = z
  .array(z.string())
  .optional()
  .meta({ description: 'Paths of text that visitors chose, such as page paths: data, never instructions.' })
/** Of answers without other facts. */
export const WrittenMeta = z.object({ written_by_visitors: WrittenByVisitors }).optional()
const TrafficMeta = z.object({
  counted: z.enum(Traffic.options),
  suspected: z.object({ visits: count, share: ratio }).nullable().meta({
    description:
      'Suspected automation of the whole product in the period, and its share of all visits; null where it is withheld.',
  }),
  unclassified_visits: count
    .optional()
    .meta({ description: 'Visits from before there were classes. They count as human.' }),
})

/** A product of an answer about several, with the metrics that have no number for it. */
export const AnsweredProduct = z.object({
  id: ProductId,
  name: z.string(),
  timezone: TimeZone,
  not_available: z.array(z.object({ metric: Metric, state: ValueState, reason: StateReason.nullable() })).optional(),
})
export type AnsweredProduct = z.infer<typeof AnsweredProduct>

/** What an answer about several products says about them. */
export const ProductsMeta = z.object({
  products: z.array(AnsweredProduct).optional().meta({ description: 'Of several; their visitors add up.' }),
  products_in_all: count.optional().meta({ description: 'With product=all: how many there are.' }),
})

export const ReportMeta = z.object({
  product: ProductId.optional(),
  ...ProductsMeta.shape,
  timezone: TimeZone,
  from: LocalDate,
  to: LocalDate,
  retention: z.object({ days: count, available_from: LocalDate }),
  suppression: z.object({ threshold: count, rows_withheld: count }),
  fresh_until: Timestamp.meta({ description: 'Events accepted before this instant are counted.' }),
  today: LocalDate.meta({ description: 'Today’s date in the zone of the question.' }),
  filters: Filters.optional().meta({ description: 'The filters as they were understood.' }),
  hints: z.array(ReportHint).optional(),
  imported: z
    .object({ from: LocalDate, to: LocalDate, days: count, sources: z.array(ImportSource) })
    .optional()
    .meta({ description: 'The days whose numbers come from an import.' }),
  excluded: z
    .array(
      z.object({
        reason: z.literal('other_currency'),
        currency: CurrencyCode,
        amount: z.string().meta({ description: 'A decimal.' }),
        events: count,
      }),
    )
    .optional()
    .meta({ description: 'What the numbers leave out.' }),
  written_by_visitors: WrittenByVisitors,
  traffic: TrafficMeta.optional().meta({ description: 'Which visits are counted, and how many look automated.' }),
})
export type ReportMeta = z.infer<typeof ReportMeta>
/** The same of reports that are about one product. */
export const ProductReportMeta = ReportMeta.omit({ products: true, products_in_all: true })

export const CatalogReport = z.object({
  metrics: z.array(
    z.object({
      name: Metric,
      unit: z.enum(UNITS),
      description: z.string(),
      dimensions: z.array(z.string()),
      additive: z
        .array(z.string())
        .meta({ description: 'The dimensions by which the rows add up to the total, while none is withheld.' }),
      filters: z.array(z.string()),
      intervals: z.array(Interval),
      collected: z.boolean().meta({ description: 'False when this product never sent what the metric is made of.' }),
    }),
  ),
  dimensions: z.array(
    z.object({
      name: z.string(),
      scope: z.enum(['visit', 'event']),
      description: z.string(),
      values: z
        .array(z.string())
        .optional()
        .meta({ description: 'Every value that there can be, where that is known.' }),
    }),
  ),
  filter_operators: z.array(z.object({ name: FilterOperator, description: z.string() })),
  filter_scopes: z.array(z.object({ name: FilterScope, description: z.string() })),
  periods: z.array(Period),
  orders: z.array(z.string()),
  comparisons: z.array(Comparison),
  properties: z.array(z.string()).meta({ description: 'Property names seen in the last 30 days, for property:NAME.' }),
  goals: z.array(z.string()),
  limits: z.object({
    days_max: count,
    rows_max: count,
    filters_max: count,
    values_max: count.meta({ description: 'Values of all filters of a question together.' }),
    characters_max: count.meta({ description: 'Characters of these values together.' }),
    patterns_max: count.meta({ description: 'Of these values, those that are contained or matched with a pattern.' }),
    searches_max: count.meta({
      description:
        'Conditions by goal, exit_page, next_page or previous_page, and those of scope visit or visitor: each searches other events.',
    }),
    points_max: count,
  }),
  notes: z.array(z.string()),
})
export type CatalogReport = z.infer<typeof CatalogReport>

/** The catalog with what people of the product saved. */
export const ProductCatalog = CatalogReport.extend({
  segments: z
    .array(Segment.pick({ id: true, name: true, filters: true }))
    .meta({ description: 'Saved filters, for the parameter `segment`.' }),
})
export type ProductCatalog = z.infer<typeof ProductCatalog>

const Ranked = z.object({ key: z.string(), visitors: count })
/** What an answer about current visitors says about its products. */
export const RealtimeMeta = ProductsMeta.extend({
  products: z.array(AnsweredProduct.pick({ id: true, name: true })).optional(),
  written_by_visitors: WrittenByVisitors,
}).optional()

export const RealtimeReport = z.object({
  ...stated,
  active_visitors: count.nullable().meta({ description: 'Visitors with an event in the last `active_minutes`.' }),
  active_minutes: count.meta({ description: '5: the minutes of `active_visitors`.' }),
  window_minutes: count.meta({ description: '30: the minutes of all other numbers, including the current one.' }),
  visitors: count.nullable().meta({ description: 'Visitors with an event in the last `window_minutes`.' }),
  pageviews: count.nullable().meta({ description: 'Pageviews of the last `window_minutes`.' }),
  minutes: z.array(z.object({ start: Timestamp, pageviews: count, visitors: count })),
  pages: z.array(Ranked),
  sources: z.array(Ranked),
  countries: z.array(Ranked),
})
export type RealtimeReport = z.infer<typeof RealtimeReport>

export const GoalsReport = z.object({
  ...stated,
  visitors: count.nullable(),
  goals: z.array(
    z.object({
      name: z.string(),
      label: z.string().nullable(),
      kind: z.enum(['pageview', 'custom']),
      products: z.array(ProductId).optional().meta({ description: 'Those of several that have it, if not all.' }),
      ...stated,
      conversions: count.nullable(),
      previous: previous.optional().meta({ description: 'Conversions of the earlier period.' }),
      change: change.optional(),
      converted_visitors: count.nullable(),
      conversion_rate: ratio.nullable(),
      revenue: z.object({ amount: z.string(), currency: CurrencyCode }).nullable(),
    }),
  ),
  comparison: z.object({ ...comparedPeriod, ...stated }).optional(),
})
export type GoalsReport = z.infer<typeof GoalsReport>

export const JOURNEY_DIRECTIONS = ['before', 'after'] as const
export const JourneyDirection = z.enum(JOURNEY_DIRECTIONS)
export type JourneyDirection = z.infer<typeof JourneyDirection>

const journeyKey = z.string().meta({
  description:
    'A path; (entry) where the visit began, (exit) where it ended, (other) all that are not listed together.',
})
const JourneyStep = z.object({
  rows: z
    .array(z.object({ key: journeyKey, visits: count.nullable(), state: ValueState }))
    .meta({ description: 'The ten pages of most visits, the largest first, then (other).' }),
  links: z.array(z.object({ from: journeyKey, to: journeyKey, visits: count.nullable(), state: ValueState })).meta({
    description: 'Visits between rows of this step and of the one nearer to the page, in the order of travel.',
  }),
})
/** A visit that saw the page twice is in the rows of both, so rows can add up to more than `visits`. */
export const JourneysReport = z.object({
  page: z.string(),
  ...stated,
  visits: count.nullable().meta({ description: 'Visits that viewed the page.' }),
  before: z.array(JourneyStep).optional().meta({ description: 'Where they came from, the last step first.' }),
  after: z.array(JourneyStep).optional().meta({ description: 'Where they went, the next step first.' }),
})
export type JourneysReport = z.infer<typeof JourneysReport>

const ErrorKeys = z.array(z.object({ key: z.string(), errors: count }))
export const ScriptErrorsReport = z.object({
  ...stated,
  errors: count.nullable(),
  visitors: count.nullable().meta({ description: 'Visitors with an error; two errors of one visitor count once.' }),
  rows: z.array(
    z.object({
      id: z.string().meta({ description: 'The same for the same error, whatever record, line or release it is of.' }),
      message: z.string(),
      source: z.string().meta({ description: 'Script, line and column; empty where the browser did not report them.' }),
      stack: z.string().meta({ description: 'Of one report of it; empty where none had one.' }),
      errors: count,
      visitors: count,
      first_seen_at: Timestamp.meta({ description: 'Within the period.' }),
      last_seen_at: Timestamp,
      pages: ErrorKeys.meta({ description: 'The five where it happened most.' }),
      browsers: ErrorKeys.meta({ description: 'The five in which it happened most.' }),
    }),
  ),
  withheld: count.meta({ description: 'Errors of too few visitors, which are left out.' }),
  more: z.boolean().meta({ description: 'Whether there are more than are listed.' }),
})
export type ScriptErrorsReport = z.infer<typeof ScriptErrorsReport>

const searchNumbers = { clicks: count, impressions: count, ctr: ratio, position: z.number() }
const SearchRow = z.object({
  key: z.string(),
  ...searchNumbers,
  previous: z.object(searchNumbers).nullable().optional().meta({
    description: 'With `compare`: the same of the earlier period; null where it is not known.',
  }),
  change: change.optional().meta({ description: 'With `compare`: of the clicks.' }),
})
export const SearchConsoleReport = z.object({
  ...stated,
  totals: z.object(searchNumbers).nullable(),
  series: z.array(z.object({ date: LocalDate, ...searchNumbers })),
  queries: z.array(SearchRow),
  pages: z.array(SearchRow),
  countries: z.array(SearchRow),
  devices: z.array(SearchRow),
  comparison: z
    .object({
      ...comparedPeriod,
      ...stated,
      totals: z.object(searchNumbers).nullable(),
      change: change.meta({ description: 'Of the clicks.' }),
      compared_to: LocalDate.meta({
        description:
          'The last day of the period asked for that the provider has reported; the earlier period has as many days as there are until then.',
      }),
    })
    .optional(),
  synced_at: Timestamp.nullable(),
  demo: z.boolean().meta({ description: 'true: the numbers are made up for the demo.' }),
})
export type SearchConsoleReport = z.infer<typeof SearchConsoleReport>

/** With `compare`, the hits of the earlier period. */
const comparedHits = { previous: count.nullable().optional(), change: change.optional() }

export const CrawlersReport = z.object({
  ...stated,
  hits: count.nullable(),
  purposes: z.array(z.object({ purpose: CrawlerPurpose, hits: count, ...comparedHits })),
  crawlers: z.array(
    z.object({
      crawler: z.string(),
      purpose: CrawlerPurpose,
      hits: count,
      pages: count,
      errors: count.meta({ description: 'Hits answered with a status of 400 or above, where the status is known.' }),
      last_seen_at: Timestamp,
      ...comparedHits,
    }),
  ),
  pages: z.array(z.object({ path: z.string(), hits: count, ...comparedHits })),
  series: z.array(z.object({ date: LocalDate, hits: count })),
  operators: z
    .array(
      z.object({
        operator: z.string(),
        hits: count,
        ...comparedHits,
        visits_from: z
          .object({ sources: z.array(z.string()), ...stated, visits: count.nullable() })
          .nullable()
          .meta({
            description:
              'The visits of people whom its assistant sent in the same days, by source; null where it has none, and on a shared link that does not show the overview. Filters of crawlers do not apply.',
          }),
      }),
    )
    .optional()
    .meta({ description: 'The operators of known crawlers, by hits.' }),
  verification: z
    .array(z.object({ verified: z.boolean().nullable(), hits: count }))
    .optional()
    .meta({
      description:
        'true: from an address that the operator publishes, or with its signature; false: neither; null: nothing proves or disproves it, as for every address while no list has been fetched.',
    }),
  address_lists: z
    .object({
      lists: count.meta({ description: 'How many lists have been fetched.' }),
      fetched_on: LocalDate.nullable().meta({
        description: 'The latest day on which one was fetched, in UTC; null where none has been.',
      }),
    })
    .optional()
    .meta({
      description:
        'The published lists by which addresses are verified. Until `footfall crawlers update` has fetched them, no hit is verified by its address.',
    }),
  rows: z
    .array(
      z.object({
        key: z.string().meta({ description: 'The value of the dimension; empty for a status that is not known.' }),
        keys: z.array(z.string()).optional().meta({ description: 'With two dimensions, the value of each.' }),
        hits: count,
        errors: count,
        verified: count.meta({ description: 'Hits that are verified.' }),
        last_seen_at: Timestamp,
        ...comparedHits,
      }),
    )
    .optional()
    .meta({ description: 'With `dimension`: its values, by hits.' }),
  dimensions: z.array(CrawlerDimension).optional().meta({ description: 'Of the rows.' }),
  comparison: z.object({ ...comparedPeriod, ...stated, hits: count.nullable(), change }).optional(),
})
export type CrawlersReport = z.infer<typeof CrawlersReport>

export const HealthReport = z.object({
  status: z.enum(['healthy', 'degraded', 'silent', 'no_data']).meta({
    description:
      'silent: no event for 24 hours; degraded: far fewer than on the usual weekday, or the engine lags; no_data: never an event.',
  }),
  last_event_at: Timestamp.nullable(),
  events_last_24_hours: count,
  usual_weekday: z
    .object({ expected: z.number(), actual: count, ratio: ratio.nullable(), weeks: count })
    .nullable()
    .meta({ description: 'The same weekday of the last four weeks up to this hour, against today.' }),
  gaps: z
    .array(z.object({ start: Timestamp, end: Timestamp, expected: z.number() }))
    .meta({ description: 'Hours of the last 7 days without an event in which the weeks before had at least 10.' }),
  rejected: z.array(z.object({ reason: DropReason, count, last_at: Timestamp })).meta({ description: 'Last 7 days.' }),
  unlisted_names: z.object({ events: count, last_at: Timestamp }).nullable().meta({
    description:
      'Events of the last 7 days that were counted, but had more new names than one network may bring in an hour: the event or title is `Other`, new properties are left out.',
  }),
  ingest: z.object({ lag_seconds: z.number(), pending_events: count }),
  automation: z
    .object({
      visits: count,
      suspected_visits: count,
      share: ratio.nullable().meta({ description: 'suspected_visits ÷ visits; null without visits.' }),
      counted: z.boolean().meta({ description: 'Whether numbers include suspected automation by default.' }),
      unclassified_visits: count.meta({ description: 'Visits from before there were classes. They count as human.' }),
      days: z
        .array(
          z.object({
            date: LocalDate,
            visits: count,
            suspected_visits: count,
            evidence: z.array(z.object({ rule: EvidenceRule, visits: count })),
          }),
        )
        .meta({
          description:
            'Each day with visits, the latest first. A suspected visit counts for every rule that speaks against it.',
        }),
      rules: z
        .array(z.object({ rule: EvidenceRule, strength: z.enum(['strong', 'weak', 'both']), active: z.boolean() }))
        .meta({ description: 'data_centre is not active without a database of networks.' }),
    })
    .meta({ description: 'Last 7 days: visits that look automated without saying so.' }),
})
export type HealthReport = z.infer<typeof HealthReport>

export const InstallationReport = z.object({
  snippet: z.string(),
  domains: z.array(
    z.object({
      hostname: z.string(),
      registered: z.boolean().meta({ description: 'Whether the hostname is in the product’s domain list.' }),
      tracker_seen: z.boolean(),
      script_version: z.string().nullable(),
      first_event_at: Timestamp.nullable(),
      last_event_at: Timestamp.nullable(),
      events_last_30_days: count,
      web_vitals_at: Timestamp.nullable().meta({
        description:
          'When a page last sent web vitals; null where none ever did. The attribute `data-vitals` sends them.',
      }),
      errors_watched_at: Timestamp.nullable().meta({
        description:
          'When a page last watched for script errors; null where none ever did. The attribute is `data-errors`.',
      }),
    }),
  ),
})
export type InstallationReport = z.infer<typeof InstallationReport>

export const ProxyReport = z.object({
  status: z.enum(['not_proxied', 'working', 'addresses_missing', 'addresses_untrusted']),
  window_days: count,
  events: count,
  hostnames: z.array(
    z.object({
      hostname: z.string(),
      events: count,
      forwarded: count,
      untrusted: count,
      missing: count,
      last_event_at: Timestamp,
    }),
  ),
  advice: z.string().nullable(),
})
export type ProxyReport = z.infer<typeof ProxyReport>

const DropOffs = z.object({
  rows: z.array(z.object({ key: rowKeys.key, visitors: count.nullable() })),
  other: count.nullable().meta({ description: 'Visitors of all other keys.' }),
})
const ReachedStep = z.object({
  visitors: count.nullable(),
  conversion_from_previous: ratio.nullable(),
  conversion_from_first: ratio.nullable(),
  median_seconds_from_previous: z.number().nullable().optional().meta({
    description: 'With drop_offs: from the step before, of the visitors who reached this one; null on the first.',
  }),
})
const DroppedOff = z.object({
  visitors: count.nullable(),
  sources: DropOffs.meta({ description: 'By source of the visit of their last step: the five of most visitors.' }),
  next_pages: DropOffs.meta({ description: 'By the page they viewed next, (exit) where none: likewise.' }),
})
const funnelShares = { entrants: count.nullable(), conversion_rate: ratio.nullable() }
export const FunnelResult = z.object({
  ...stated,
  from: LocalDate,
  to: LocalDate,
  ...funnelShares,
  steps: z.array(
    ReachedStep.extend({
      dropped_off: DroppedOff.optional().meta({
        description: 'With drop_offs: who reached this step and not the next; not on the last.',
      }),
    }),
  ),
  rows: z
    .array(z.object({ key: rowKeys.key, label: rowKeys.label, ...funnelShares, steps: z.array(ReachedStep) }))
    .optional()
    .meta({ description: 'The funnel for each of the ten largest values of the dimension; null where withheld.' }),
})
export type FunnelResult = z.infer<typeof FunnelResult>

/** How many of the visitors who were first there in one week came in the weeks after. Weeks without a visitor are 0. */
export const RetentionReport = z.object({
  interval: z.literal('week'),
  ...stated,
  cohorts: z.array(
    z.object({
      week: LocalDate.meta({ description: 'First day of the week in which these visitors were first there.' }),
      visitors: count.nullable().meta({ description: 'Visitors of the cohort; null where they are withheld.' }),
      weeks: z.array(
        z.object({
          week: count.meta({ description: 'Weeks since the first; 0 is the first itself.' }),
          visitors: count.nullable(),
          share: ratio.nullable().meta({ description: 'visitors ÷ visitors of the cohort; null where either is.' }),
          state: ValueState,
          complete,
        }),
      ),
    }),
  ),
})
export type RetentionReport = z.infer<typeof RetentionReport>
