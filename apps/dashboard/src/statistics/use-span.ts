import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePreferences, useProduct } from '../product/use-product.ts'
import { type Filter, filtersQuery } from './filters.ts'
import { FIRST_COMPARISON } from './first-question.ts'
import { preferredPeriod } from './period-days.ts'
import {
  type Comparison,
  type FunnelsSearch,
  type JourneysSearch,
  type OverviewSearch,
  omitUndefined,
  type SpanSearch,
} from './search.ts'
import type { SpanChoice } from './span.ts'

export interface CompareQuery {
  readonly compare?: 'previous_period' | 'previous_year' | 'custom'
  readonly match_weekday?: true
  readonly compare_from?: string
  readonly compare_to?: string
}
/** The span as the API takes it; `tz` only if it is not that of the product. */
export type RangeQuery = SpanChoice & { readonly tz?: string }
/** The span with `filters` and the `segment`, whose filters hold as well. */
export type SpanQuery = RangeQuery & { readonly filters?: string; readonly segment?: string }

/** What the statistics pages show, and how to change it. */
export interface SpanState {
  readonly product: string
  readonly search: SpanSearch
  readonly choice: SpanChoice
  readonly timezone: string
  readonly compare: CompareQuery
  readonly filters: readonly Filter[]
  /** The id of the segment in force. */
  readonly segment: string | undefined
  readonly range: RangeQuery
  readonly query: SpanQuery
  /** Changes search parameters; undefined removes one. What was said about invalid ones is done with. */
  change(fields: { readonly [Name in keyof AnySearch]?: AnySearch[Name] | undefined }): void
}
type AnySearch = OverviewSearch & FunnelsSearch & JourneysSearch

export function useSpan(): SpanState {
  const product = useProduct()
  const preferences = usePreferences()
  const search = useSearch({ strict: false }) as SpanSearch
  const navigate = useNavigate()
  const choice = spanChoice(search, preferences)
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

function rangeOf(choice: SpanChoice, { tz }: SpanSearch): RangeQuery {
  return { ...choice, ...(tz === undefined ? {} : { tz }) }
}

/** What a page asks about days that may be other than its own, with all else that its address chooses. */
export function queryOf(choice: SpanChoice, search: SpanSearch): SpanQuery {
  return { ...rangeOf(choice, search), ...filtersQuery(search.filters), ...segmentQuery(search.segment) }
}

/** The query parameter `segment` of the API. */
export function segmentQuery(segment: string | undefined): { readonly segment?: string } {
  return segment === undefined ? {} : { segment }
}

function compareQuery({ compare = FIRST_COMPARISON, compare_from, compare_to }: SpanSearch): CompareQuery {
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

function spanChoice({ from, to, period }: SpanSearch, preferences: Parameters<typeof preferredPeriod>[0]): SpanChoice {
  if (from !== undefined && to !== undefined) return { from, to }
  return { period: period ?? preferredPeriod(preferences) }
}
