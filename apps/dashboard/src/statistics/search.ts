import * as z from 'zod/mini'
import { isDimension } from './dimensions.ts'
import { filtersOf } from './filters.ts'
import { INTERVALS, isDay, RANGES } from './span.ts'
import { isTimeZone } from './time-zones.ts'

/** The figures at the head of the overview. */
export const FIGURES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'revenue'] as const

export const COMPARISONS = ['previous_period', 'previous_year', 'none'] as const

/**
 * What makes no sense is as if it were absent. It stays in the result as `undefined`: the router lays what is parsed over
 * what the address says, and would otherwise bring the nonsense back.
 */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

const Day = z.string().check(z.refine(isDay))

/** Which numbers the statistics pages look at, as their addresses say it. Absent means: what the product prefers. */
const SpanFields = {
  range: lenient(z.enum(RANGES)),
  from: lenient(Day),
  to: lenient(Day),
  compare: lenient(z.enum(COMPARISONS)),
  tz: lenient(z.string().check(z.refine(isTimeZone))),
  filters: z.optional(z.pipe(z.unknown(), z.transform(filtersOf))),
}
const SpanSchema = z.object(SpanFields)
export type SpanSearch = Partial<z.output<typeof SpanSchema>>

/** What the overview shows beside: the metric over time, and which tab of which panel. */
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
  return inOrder(OverviewSchema.parse(search))
}

export function parseSpan(search: Readonly<Record<string, unknown>>): SpanSearch {
  return inOrder(SpanSchema.parse(search))
}

/** Takes the span along to another page of the same product. */
export function keepSpan(search: Readonly<Record<string, unknown>>): SpanSearch {
  return parseSpan(search)
}

/** Two dates that are no span are none. */
function inOrder<T extends SpanSearch>(search: T): T {
  const { from, to } = search
  if (from === undefined && to === undefined) return search
  if (from !== undefined && to !== undefined && from <= to) return search
  return { ...search, from: undefined, to: undefined }
}

/** Leaves out what is undefined, so that addresses say only what was chosen. */
export function present<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
