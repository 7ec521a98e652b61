import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePreferences, useProduct } from '../product/use-product.ts'
import type { RangeChoice } from './date-range.ts'
import { type Filter, filtersQuery } from './filters.ts'
import { FIRST_COMPARISON } from './first-question.ts'
import { preferredPeriod } from './period-days.ts'
import {
  type Comparison,
  type CrawlersSearch,
  type FunnelsSearch,
  type JourneysSearch,
  type OverviewSearch,
  omitUndefined,
  type ReportSearch,
  type ResultsSearch,
} from './search.ts'

export interface CompareQuery {
  readonly compare?: 'previous_period' | 'previous_year' | 'custom'
  readonly match_weekday?: true
  readonly compare_from?: string
  readonly compare_to?: string
}
/** The dates as the API takes them; `tz` only if it is not that of the product. */
export type RangeQuery = RangeChoice & { readonly tz?: string }
/** The dates with `filters` and the `segment`, whose filters hold as well. */
export type FilteredQuery = RangeQuery & { readonly filters?: string; readonly segment?: string }

/** What the statistics pages show, and how to change it. */
export interface ReportState {
  readonly product: string
  readonly search: ReportSearch
  readonly choice: RangeChoice
  readonly timezone: string
  readonly compare: CompareQuery
  readonly filters: readonly Filter[]
  /** The id of the segment in force. */
  readonly segment: string | undefined
  readonly range: RangeQuery
  readonly query: FilteredQuery
  /** Changes search parameters; undefined removes one. Clears the notice about invalid ones. */
  change(fields: { readonly [Name in keyof AnySearch]?: AnySearch[Name] | undefined }): void
}
type AnySearch = OverviewSearch & FunnelsSearch & JourneysSearch & CrawlersSearch & ResultsSearch

export function useReportState(): ReportState {
  const product = useProduct()
  const preferences = usePreferences()
  const search = useSearch({ strict: false }) as ReportSearch
  const navigate = useNavigate()
  const choice = rangeChoice(search, preferences)
  return {
    product: product.id,
    search,
    choice,
    timezone: search.tz ?? product.timezone,
    compare: compareQuery(search),
    filters: search.filters ?? [],
    segment: search.segment,
    range: rangeOf(choice, search),
    query: queryOf(choice, search),
    change(fields) {
      void navigate({
        to: '.',
        search: (before: object) => omitUndefined({ ...before, ignored: undefined, ...fields }),
        resetScroll: false,
      })
    },
  }
}

function rangeOf(choice: RangeChoice, { tz }: ReportSearch): RangeQuery {
  return { ...choice, ...(tz === undefined ? {} : { tz }) }
}

/** The query for the given dates, with the filters, segment and time zone of the address. */
export function queryOf(choice: RangeChoice, search: ReportSearch): FilteredQuery {
  return { ...rangeOf(choice, search), ...filtersQuery(search.filters), ...segmentQuery(search.segment) }
}

/** The query parameter `segment` of the API. */
export function segmentQuery(segment: string | undefined): { readonly segment?: string } {
  return segment === undefined ? {} : { segment }
}

function compareQuery({ compare = FIRST_COMPARISON, compare_from, compare_to }: ReportSearch): CompareQuery {
  if (compare !== 'custom') return COMPARE_QUERIES[compare]
  if (compare_from === undefined || compare_to === undefined) return {}
  return { compare, compare_from, compare_to }
}

const COMPARE_QUERIES: Readonly<Record<Exclude<Comparison, 'custom'>, CompareQuery>> = {
  previous_period: { compare: 'previous_period' },
  previous_period_weekdays: { compare: 'previous_period', match_weekday: true },
  previous_year: { compare: 'previous_year' },
  previous_year_weekdays: { compare: 'previous_year', match_weekday: true },
  none: {},
}

function rangeChoice(
  { from, to, period }: ReportSearch,
  preferences: Parameters<typeof preferredPeriod>[0],
): RangeChoice {
  if (from !== undefined && to !== undefined) return { from, to }
  return { period: period ?? preferredPeriod(preferences) }
}
