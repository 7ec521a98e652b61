import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePreferences, useProduct } from '../product/use-product.ts'
import { type Filter, filtersQuery } from './filters.ts'
import { type OverviewSearch, present, type SpanSearch } from './search.ts'
import { type Span, spanOf, todayIn } from './span.ts'

/** What the statistics pages look at, and how to look at something else. */
export interface SpanState {
  readonly product: string
  readonly search: SpanSearch
  readonly span: Span
  readonly today: string
  readonly timezone: string
  readonly compare: 'previous_period' | 'previous_year' | undefined
  readonly filters: readonly Filter[]
  /** `from`, `to` and `tz` as every report takes them; `tz` only where it is not the product's own. */
  readonly range: { readonly from: string; readonly to: string; readonly tz?: string }
  /** The same with `filters`. */
  readonly query: { readonly from: string; readonly to: string; readonly tz?: string; readonly filters?: string }
  /** Changes the address; what is undefined goes out of it. */
  change(fields: { readonly [Name in keyof OverviewSearch]?: OverviewSearch[Name] | undefined }): void
}

export function useSpan(): SpanState {
  const product = useProduct()
  const preferences = usePreferences()
  const search = useSearch({ strict: false }) as SpanSearch
  const navigate = useNavigate()
  const timezone = search.tz ?? product.timezone
  const today = todayIn(timezone, new Date())
  const span = spanOf(search, preferences.default_range, today)
  const range = { ...span, ...(search.tz === undefined ? {} : { tz: search.tz }) }
  return {
    product: product.id,
    search,
    span,
    today,
    timezone,
    compare: search.compare === 'none' ? undefined : (search.compare ?? 'previous_period'),
    filters: search.filters ?? [],
    range,
    query: { ...range, ...filtersQuery(search.filters) },
    change(fields) {
      void navigate({
        to: '.',
        search: (before: object) => present({ ...before, ...fields }),
        resetScroll: false,
      })
    },
  }
}
