import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Product } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { filtersQuery, withFilter } from '../../statistics/filters.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { valuesQuery } from '../../statistics/queries.ts'
import { keepReportSearch, type ReportSearch } from '../../statistics/search.ts'
import type { FilteredQuery } from '../../statistics/use-report-state.ts'
import { useSettled } from '../../statistics/use-settled.ts'
import type { Entry } from './entries.ts'
import { searchEntries } from './search-entries.ts'

/** What the palette finds in what a product collected, in the order in which it is listed. */
const FOUND = ['page', 'source', 'utm_campaign', 'country'] as const
type Found = (typeof FOUND)[number]

const GROUPS: Readonly<Record<Found, (count: number) => string>> = {
  page: (count) => t('palette.page', { count }),
  source: (count) => t('palette.source', { count }),
  utm_campaign: (count) => t('palette.campaign', { count }),
  country: (count) => t('palette.country', { count }),
}
/** Of each kind, those with the most visitors. */
const LISTED = 5
/** One letter is in nearly every value. */
const LENGTH_MIN = 2

/** Pages, sources, campaigns and countries that have the typed text. Each opens the overview of its visitors. */
export function useCollectedEntries(product: Product | undefined, typed: string): readonly Entry[] {
  const navigate = useNavigate()
  const search: ReportSearch = keepReportSearch(useSearch({ strict: false }))
  const text = useSettled(typed.trim())
  const isAsked = product !== undefined && text.length >= LENGTH_MIN
  const answers = useQueries({
    queries: FOUND.map((dimension) => ({
      ...valuesQuery(product?.id ?? '', queryFor(dimension, text, search), dimension),
      enabled: isAsked,
    })),
    combine: (queries) => queries.map(({ data }) => data),
  })
  return useMemo(() => {
    if (!isAsked) return []
    return FOUND.flatMap((dimension, at) => {
      const entries = (answers[at] ?? []).flatMap((row): readonly Entry[] => {
        if (row.key === '' || row.value === null) return []
        const filters = withFilter(undefined, { dimension, operator: 'is', values: [row.key] })
        const to = '/products/$product'
        return [
          {
            id: `${dimension} ${row.key}`,
            label: rowLabel(dimension, row),
            group: GROUPS[dimension](row.value),
            run: () => void navigate({ to, params: { product: product.id }, search: { ...search, filters } }),
          },
        ]
      })
      return searchEntries(entries, text).slice(0, LISTED)
    })
  }, [answers, isAsked, navigate, product, search, text])
}

/** The days of the page. The service searches values; names of countries are searched here, since it knows their codes. */
function queryFor(dimension: Found, text: string, { from, to, period, tz }: ReportSearch): FilteredQuery {
  return {
    ...(from !== undefined && to !== undefined ? { from, to } : { period: period ?? '30d' }),
    ...(tz === undefined ? {} : { tz }),
    ...(dimension === 'country'
      ? {}
      : filtersQuery([{ dimension, operator: 'contains', values: [text], case_sensitive: false }])),
  }
}
