import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePreferences, useProduct } from '../product/use-product.ts'
import { type Filter, filtersQuery } from './filters.ts'
import { type OverviewSearch, omitUndefined, type SpanSearch } from './search.ts'
import { type Span, spanOf, todayIn } from './span.ts'

/** What the statistics pages show, and how to change it. */
export interface SpanState {
  readonly product: string
  readonly search: SpanSearch
  readonly span: Span
  readonly today: string
  readonly timezone: string
  readonly compare: 'previous_period' | 'previous_year' | undefined
  readonly filters: readonly Filter[]
  /** `from`, `to` and `tz` for the API; `tz` only if it is not that of the product. */
  readonly range: { readonly from: string; readonly to: string; readonly tz?: string }
  /** The range with `filters`. */
  readonly query: { readonly from: string; readonly to: string; readonly tz?: string; readonly filters?: string }
  /** Changes search parameters; undefined removes one. */
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
        search: (before: object) => omitUndefined({ ...before, ...fields }),
        resetScroll: false,
      })
    },
  }
}
