import {
  addDays,
  type ComparedPeriod,
  daysBetween,
  type Filter,
  type LocalDate,
  type Period,
  type ProductId,
  type SegmentId,
  type TimeZone,
} from '@footfall/core-domain'

/** What a page of statistics shows. */
export interface DashboardView {
  readonly period?: Period
  readonly from?: LocalDate
  readonly to?: LocalDate
  readonly tz: TimeZone | undefined
  readonly filters: readonly Filter[]
  readonly segment: SegmentId | undefined
  readonly compare: ComparedPeriod
  /** The first day of the earlier period, as it was answered. */
  readonly comparedFrom: LocalDate
}

/** Longer addresses cost a model more than they are worth, and some clients cut them. */
const LINK_LENGTH_MAX = 600

/** The address of a view in the dashboard, with the search parameters of its router; null if it would be too long. */
export function dashboardLink(baseUrl: string, product: ProductId, view: DashboardView): string | null {
  const { period, from, to, tz, filters, segment } = view
  const search = new URLSearchParams(
    Object.entries({
      period,
      from,
      to,
      tz,
      ...comparison(view),
      filters: filters.length > 0 ? JSON.stringify(filters) : undefined,
      segment,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const link = `${baseUrl}/products/${product}?${search}`
  return link.length > LINK_LENGTH_MAX ? null : link
}

/** The dashboard takes the same weekdays as a comparison of its own, but for days that were chosen. */
function comparison({ compare, comparedFrom }: DashboardView) {
  const { period, matchWeekday } = compare
  if (period !== 'custom') return { compare: matchWeekday ? `${period}_weekdays` : period }
  const moved = daysBetween(compare.range.from, comparedFrom)
  return { compare: period, compare_from: comparedFrom, compare_to: addDays(compare.range.to, moved) }
}
