import { DASHBOARD_METRICS } from '@footfall/core-domain/metrics'
import * as z from 'zod/mini'
import { INTERVALS, isDay } from './date-range.ts'
import { type Dimension, isDimension, isOfOneProduct } from './dimensions.ts'
import { conditionsOf, filtersOf } from './filters.ts'
import { CARDS, type Card, type Tab } from './first-question.ts'
import { PERIODS } from './period-days.ts'
import { isTimeZone } from './time-zones.ts'

export const COMPARISONS = [
  'previous_period',
  'previous_period_weekdays',
  'previous_year',
  'previous_year_weekdays',
  'custom',
  'none',
] as const
export type Comparison = (typeof COMPARISONS)[number]

/**
 * Turns an invalid value into `undefined`. The key stays in the result, since the router merges the result over the raw search
 * parameters and would otherwise restore the invalid value.
 */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

/** Parameters that a page reports when it ignores an invalid value. */
const REPORTED = [
  'period',
  'from',
  'to',
  'compare',
  'compare_from',
  'compare_to',
  'tz',
  'filters',
  'segment',
  'metric',
  'interval',
  'by',
] as const
type Reported = (typeof REPORTED)[number]

const SEGMENT = /^seg_[A-Za-z0-9_-]{1,64}$/
const Day = z.string().check(z.refine(isDay))

/** Search parameters of all statistics pages. An absent one takes the preference of the product. */
const ReportFields = {
  period: lenient(z.enum(PERIODS)),
  from: lenient(Day),
  to: lenient(Day),
  compare: lenient(z.enum(COMPARISONS)),
  /** Both days of the comparison `custom`. */
  compare_from: lenient(Day),
  compare_to: lenient(Day),
  tz: lenient(z.string().check(z.refine(isTimeZone))),
  filters: z.optional(z.pipe(z.unknown(), z.transform(filtersOf))),
  segment: lenient(z.string().check(z.regex(SEGMENT))),
  /** Parameters whose value was invalid. In the address, since the invalid value is not. */
  ignored: lenient(z.array(z.enum(REPORTED))),
}
const ReportSchema = z.object(ReportFields)
export type ReportSearch = Partial<z.output<typeof ReportSchema>>

type CardFields = {
  readonly [Of in Card]: z.ZodMiniCatch<z.ZodMiniOptional<z.ZodMiniEnum<{ readonly [Value in Tab<Of>]: Value }>>>
}
// The cards are the keys, which the type of `fromEntries` does not say.
const CardFields = Object.fromEntries(
  Object.entries(CARDS).map(([card, { tabs }]) => [card, lenient(z.enum(tabs))]),
) as unknown as CardFields

/** The metrics that an overview can show, some of them only where a goal is chosen. */
const SHOWN_METRICS = [...DASHBOARD_METRICS, 'conversions', 'conversion_rate'] as const
export type ShownMetric = (typeof SHOWN_METRICS)[number]

/** Further search parameters of the overview: metric, interval and the chosen tabs. */
const OverviewSchema = z.object({
  ...ReportFields,
  metric: lenient(z.enum(SHOWN_METRICS)),
  interval: lenient(z.enum(INTERVALS)),
  table: lenient(z.literal(true)),
  ...CardFields,
  /** The name of the event property whose values are shown. */
  property: lenient(z.string().check(z.minLength(1), z.maxLength(300))),
  all: lenient(z.string().check(z.refine(isDimension))),
})
export type OverviewSearch = Partial<z.output<typeof OverviewSchema>>

const StepSchema = z.object({
  kind: z.enum(['page', 'event', 'goal']),
  match: z.string().check(z.minLength(1), z.maxLength(2048)),
  property: z.optional(z.object({ name: z.string(), value: z.string() })),
})

/** A funnel that is counted without being saved. */
const TrialSchema = z.object({
  steps: z.array(StepSchema).check(z.minLength(2), z.maxLength(10)),
  /** Time to complete it. */
  minutes: z.int().check(z.positive()),
})
export type FunnelTrial = z.output<typeof TrialSchema>

/** Further search parameters of the funnels: by which dimension each is shown, and one that is not saved. */
const FunnelsSchema = z.object({
  ...ReportFields,
  by: lenient(z.custom<Dimension>((value) => typeof value === 'string' && isDimension(value))),
  trial: lenient(TrialSchema),
})
export type FunnelsSearch = Partial<z.output<typeof FunnelsSchema>>

/** Further search parameters of the journeys: the page they are about. */
const JourneysSchema = z.object({ ...ReportFields, page: lenient(z.string().check(z.minLength(1), z.maxLength(2048))) })
export type JourneysSearch = Partial<z.output<typeof JourneysSchema>>

/** What the report of crawlers is about: one purpose, or those of AI together. */
export const CRAWLER_CHOICES = ['ai', 'search', 'ai_training', 'ai_assistant', 'monitoring', 'other'] as const
export type CrawlerChoice = (typeof CRAWLER_CHOICES)[number]

/** Further search parameters of the crawlers. */
const CrawlersSchema = z.object({
  ...ReportFields,
  purpose: lenient(z.enum(CRAWLER_CHOICES)),
  crawler: lenient(z.string().check(z.minLength(1), z.maxLength(60))),
  page: lenient(z.string().check(z.minLength(1), z.maxLength(2048))),
  verified: lenient(z.enum(['true', 'false', 'null'])),
})
export type CrawlersSearch = Partial<z.output<typeof CrawlersSchema>>

/** Further search parameters of the search results: the address of the page that they are of, and what was searched for. */
const ResultsSchema = z.object({
  ...ReportFields,
  page: lenient(z.string().check(z.minLength(1), z.maxLength(2048))),
  query: lenient(z.string().check(z.minLength(1), z.maxLength(2048))),
})
export type ResultsSearch = Partial<z.output<typeof ResultsSchema>>

type RawSearch = Readonly<Record<string, unknown>>

const isCard = (name: string): name is Card => Object.hasOwn(CARDS, name)
const CARD_NAMES = Object.keys(CARDS).filter(isCard)

/** The cards of the overview with the tab that each shows. */
export function shownTabs(search: OverviewSearch): readonly { readonly card: Card; readonly tab: Tab }[] {
  return CARD_NAMES.map((card) => ({ card, tab: search[card] ?? CARDS[card].first }))
}

/** The search parameter for a tab of a card. */
export function chosenTab(card: Card, tab: Tab): OverviewSearch {
  return omitUndefined(parseOverview({ [card]: tab }))
}

/** Reads the search parameters of a page. What is invalid is left out, and `ignored` names it. */
function parserOf<Search extends ReportSearch & Partial<Record<Reported, unknown>>>(schema: {
  readonly shape: object
  parse(search: RawSearch): Search
}) {
  return (search: RawSearch): Search => reportIgnored(search, schema.shape, dropInvalidDates(schema.parse(search)))
}

export const parseOverview: (search: RawSearch) => OverviewSearch = parserOf(OverviewSchema)
export const parseJourneys: (search: RawSearch) => JourneysSearch = parserOf(JourneysSchema)
export const parseCrawlers: (search: RawSearch) => CrawlersSearch = parserOf(CrawlersSchema)
export const parseResults: (search: RawSearch) => ResultsSearch = parserOf(ResultsSchema)
export const parseFunnels: (search: RawSearch) => FunnelsSearch = parserOf(FunnelsSchema)
export const parseReport: (search: RawSearch) => ReportSearch = parserOf(ReportSchema)

/** The search parameters, for a link to another page of the same product. */
export function keepReportSearch(search: RawSearch): ReportSearch {
  return { ...parseReport(search), ignored: undefined }
}

/** The search parameters, for a link to another product. Segments belong to one product, and so do filters on its pages and events. */
export function keepSearchAcrossProducts(search: RawSearch): ReportSearch {
  const { filters = [], ...rest } = keepReportSearch(search)
  const kept = filters.filter((filter) => conditionsOf(filter).every(({ dimension }) => !isOfOneProduct(dimension)))
  return { ...rest, segment: undefined, filters: kept.length === 0 ? undefined : kept }
}

/** Adds the names of those parameters in `shape` whose value in the address was invalid. */
function reportIgnored<T extends ReportSearch & Partial<Record<Reported, unknown>>>(
  raw: RawSearch,
  shape: object,
  parsed: T,
): T {
  const invalid = REPORTED.filter((name) => Object.hasOwn(shape, name) && isIgnored(raw[name], parsed[name]))
  const ignored = [...new Set([...(parsed.ignored ?? []), ...invalid])]
  return { ...parsed, ignored: ignored.length === 0 ? undefined : ignored }
}

function isIgnored(raw: unknown, parsed: unknown): boolean {
  if (raw === undefined || (Array.isArray(raw) && raw.length === 0)) return false
  if (parsed === undefined) return true
  return Array.isArray(raw) && Array.isArray(parsed) && parsed.length < raw.length
}

/** Removes dates that are not a valid range, and a comparison that lacks its dates. */
function dropInvalidDates<T extends ReportSearch>(search: T): T {
  const { from, to, compare, compare_from, compare_to } = search
  return {
    ...search,
    ...(!isDateRange(from, to) && { from: undefined, to: undefined }),
    ...((compare !== 'custom' || !isDateRange(compare_from, compare_to)) && {
      compare: compare === 'custom' ? undefined : compare,
      compare_from: undefined,
      compare_to: undefined,
    }),
  }
}

function isDateRange(from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && from <= to
}

/** Removes undefined fields, so that the address has only what was chosen. */
export function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
