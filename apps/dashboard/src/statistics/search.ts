import * as z from 'zod/mini'
import { isDimension } from './dimensions.ts'
import { filtersOf } from './filters.ts'
import { PERIODS } from './periods.ts'
import { INTERVALS, isDay } from './span.ts'
import { isTimeZone } from './time-zones.ts'

/** The headline figures of the overview. */
export const FIGURES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'revenue'] as const

export const COMPARISONS = [
  'previous_period',
  'previous_period_weekdays',
  'previous_year',
  'previous_year_weekdays',
  'none',
] as const
export type Comparison = (typeof COMPARISONS)[number]

/**
 * Turns an invalid value into `undefined`. The key stays in the result, since the router merges the result over the raw search
 * parameters and would otherwise restore the invalid value.
 */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

const Day = z.string().check(z.refine(isDay))

/** Search parameters of all statistics pages. An absent one takes the preference of the product. */
const SpanFields = {
  period: lenient(z.enum(PERIODS)),
  from: lenient(Day),
  to: lenient(Day),
  compare: lenient(z.enum(COMPARISONS)),
  tz: lenient(z.string().check(z.refine(isTimeZone))),
  filters: z.optional(z.pipe(z.unknown(), z.transform(filtersOf))),
}
const SpanSchema = z.object(SpanFields)
export type SpanSearch = Partial<z.output<typeof SpanSchema>>

/** Further search parameters of the overview: metric, interval and the chosen tabs. */
const OverviewSchema = z.object({
  ...SpanFields,
  metric: lenient(z.enum(FIGURES)),
  interval: lenient(z.enum(INTERVALS)),
  table: lenient(z.literal(true)),
  pages: lenient(z.enum(['page', 'entry_page', 'exit_page'])),
  sources: lenient(z.enum(['channel', 'source', 'referrer'])),
  campaigns: lenient(z.enum(['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term'])),
  places: lenient(z.enum(['country', 'region', 'city', 'language'])),
  devices: lenient(z.enum(['device', 'browser', 'os', 'screen_size'])),
  goals: lenient(z.enum(['goal', 'event'])),
  all: lenient(z.string().check(z.refine(isDimension))),
})
export type OverviewSearch = Partial<z.output<typeof OverviewSchema>>

export function parseOverview(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return dropInvalidDates(OverviewSchema.parse(search))
}

export function parseSpan(search: Readonly<Record<string, unknown>>): SpanSearch {
  return dropInvalidDates(SpanSchema.parse(search))
}

/** The span, for a link to another page of the same product. */
export function keepSpan(search: Readonly<Record<string, unknown>>): SpanSearch {
  return parseSpan(search)
}

/** Removes dates that are not a valid span. */
function dropInvalidDates<T extends SpanSearch>(search: T): T {
  const { from, to } = search
  if (from === undefined && to === undefined) return search
  if (from !== undefined && to !== undefined && from <= to) return search
  return { ...search, from: undefined, to: undefined }
}

/** Removes undefined fields, so that the address has only what was chosen. */
export function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
