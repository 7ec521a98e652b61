import type { RunningService } from '../harness/service.ts'
import { type Answer, type DateRange, ROWS } from './umami-queries.ts'

/** The same reports over our HTTP route, with authentication and everything else that a caller goes through. */
export type OurReport = (service: RunningService, product: string, range: DateRange) => Promise<Answer>

interface StatsBody {
  readonly data: {
    readonly value: number | null
    readonly series?: readonly { readonly start: string; readonly value: number | null }[]
    readonly rows?: readonly { readonly key: string; readonly value: number | null }[]
  }
}

async function ask(
  service: RunningService,
  product: string,
  { from, to, timezone }: DateRange,
  query: Readonly<Record<string, string>>,
): Promise<StatsBody['data']> {
  const parameters = new URLSearchParams({ product, from, to, tz: timezone, ...query })
  const { data } = (await service.get(`/api/v1/stats?${parameters}`)) as StatsBody
  return data
}

const STATS = ['pageviews', 'visitors', 'visits', 'bounce_rate', 'visit_duration'] as const

/** Five requests at once, as a dashboard sends them: the route answers one metric each. */
export const ourStats: OurReport = async (service, product, range) => {
  const values = await Promise.all(
    STATS.map(
      async (metric) => [metric, (await ask(service, product, range, { metric })).value ?? Number.NaN] as const,
    ),
  )
  return new Map(values)
}

const series = (metric: string): OurReport => {
  return async (service, product, range) => {
    const { series: points = [] } = await ask(service, product, range, { metric, interval: 'day' })
    return new Map(points.map(({ start, value }) => [start.slice(0, 10), value ?? 0]))
  }
}
export const ourPageviewSeries = series('pageviews')
export const ourVisitorSeries = series('visitors')

/** One row more than the other side, which leaves out what came without a referrer. */
const breakdown = (dimension: string): OurReport => {
  return async (service, product, range) => {
    const { rows = [] } = await ask(service, product, range, { metric: 'visitors', dimension, limit: String(ROWS + 1) })
    const named = rows.filter(({ key }) => key !== '').slice(0, ROWS)
    return new Map(named.map(({ key, value }) => [key, value ?? Number.NaN]))
  }
}
export const ourPages = breakdown('page')
export const ourReferrers = breakdown('referrer')
export const ourCountries = breakdown('country')
export const ourEntryPages = breakdown('entry_page')
