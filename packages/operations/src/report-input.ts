import {
  addDays,
  type Clock,
  dateIn,
  InvalidRequest,
  LocalDate,
  laterDate,
  type Product,
  type ReportRange,
  type ReportScope,
  type Store,
  TimeZone,
} from '@footfall/core-domain'

const DEFAULT_DAYS = 30

/** The span parameters that reports share. */
export const timeZoneQuery = {
  tz: TimeZone.optional().meta({ description: 'IANA time zone in which days are cut; the product’s when absent.' }),
}
export const rangeQuery = {
  from: LocalDate.optional().meta({ description: 'First day, YYYY-MM-DD; 29 days before `to` when absent.' }),
  to: LocalDate.optional().meta({ description: 'Last day, inclusive, YYYY-MM-DD; today when absent.' }),
  ...timeZoneQuery,
}

/** Reads what a report must know of its product. */
export async function reportScope(
  { store, product }: { store: Store; product: Product },
  timezone: TimeZone | undefined,
): Promise<ReportScope> {
  const [preferences, events] = await Promise.all([
    store.settings.get(product.id, 'preferences'),
    store.settings.get(product.id, 'events'),
  ])
  return {
    product: product.id,
    preferences,
    goals: events.events.filter((event) => event.goal),
    timezone: timezone ?? product.timezone,
  }
}

/** The span asked for, completed to the last 30 days where an end is missing. */
export function reportRange(
  input: { from?: LocalDate | undefined; to?: LocalDate | undefined },
  timezone: TimeZone,
  clock: Clock,
): ReportRange {
  const today = dateIn(timezone, clock.now())
  const to = input.to ?? (input.from === undefined ? today : laterDate(input.from, today))
  const from = input.from ?? addDays(to, 1 - DEFAULT_DAYS)
  assertOrdered({ from, to })
  return { from, to }
}

export function assertOrdered({ from, to }: ReportRange): void {
  if (from > to) throw new InvalidRequest([{ path: 'to', message: `must not be before from (${from})` }])
}
