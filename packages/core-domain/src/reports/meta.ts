import { z } from 'zod'
import { CurrencyCode } from '../entities/common.ts'
import { ImportSource } from '../entities/import-sources.ts'
import { ProductId } from '../ids.ts'
import { Filters, Metric, StateReason, ValueState } from '../statistics.ts'
import { Timestamp } from '../time/instant.ts'
import { LocalDate } from '../time/local-date.ts'
import { TimeZone } from '../time/time-zone.ts'
import { Traffic } from '../traffic.ts'
import { count, ratio } from './parts.ts'

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
export const WrittenByVisitors = z
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
    .meta({ description: 'Visits without a class, such as imported ones. They count as human.' }),
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
/** The same for reports on one product. */
export const ProductReportMeta = ReportMeta.omit({ products: true, products_in_all: true })
