import {
  type AskedRange,
  type CollectedKind,
  CredentialNotAccepted,
  dateIn,
  goalsOf,
  InvalidRequest,
  LocalDate,
  Period,
  type Product,
  type ReportRange,
  type ReportScope,
  rangeOfPeriod,
  type Store,
  TimeZone,
  Traffic,
} from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { ProductCall } from '../definition/call.ts'

const DEFAULT_PERIOD: Period = '30d'

/** The parameters of the period that reports share. */
const timeZoneQuery = {
  tz: TimeZone.optional().meta({ description: 'IANA time zone of days; the product’s when absent.' }),
}
export const rangeQuery = {
  period: Period.optional().meta({
    description: `Instead of from and to; ${DEFAULT_PERIOD} without all three. Nd and this_* include today.`,
  }),
  from: LocalDate.optional().meta({ description: 'First day; needs `to`.' }),
  to: LocalDate.optional().meta({ description: 'Last day, inclusive; needs `from`.' }),
  ...timeZoneQuery,
}

/** The parameter of every question about visits. */
export const trafficQuery = {
  traffic: Traffic.optional().meta({
    description: 'As preferred when absent.',
  }),
}

/** Yes or no, also as the text of a query parameter. */
export const flag = z.preprocess(
  (given) => (given === 'true' ? true : given === 'false' ? false : given),
  z.boolean('must be true or false'),
)

interface SpanInput {
  readonly period?: Period | undefined
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
}

/** Reads what a report must know of its product. */
export async function reportScope(
  { store, product, principal }: { store: Store; product: Product; principal?: Principal },
  timezone: TimeZone | undefined,
  traffic?: Traffic,
): Promise<ReportScope> {
  if (principal?.kind === 'shared_link' && traffic !== undefined)
    throw new CredentialNotAccepted('A shared link takes no traffic: it shows what the product counts.')
  const [preferences, events] = await Promise.all([
    store.settings.get(product.id, 'preferences'),
    store.settings.get(product.id, 'events'),
  ])
  return {
    product: product.id,
    preferences,
    goals: goalsOf(events.events),
    timezone: timezone ?? product.timezone,
    ...(principal?.kind === 'shared_link' && { discreet: true }),
    ...(traffic && { traffic }),
  }
}

/** The days asked for, by name or by their ends. */
export async function reportRange(
  { period, from, to }: SpanInput,
  scope: ReportScope,
  { clock, reports }: Pick<ProductCall, 'clock' | 'reports'>,
  kind: CollectedKind = 'events',
): Promise<AskedRange> {
  if (period !== undefined && (from !== undefined || to !== undefined)) {
    throw new InvalidRequest([{ path: 'period', message: 'stands in place of from and to; give either' }])
  }
  if (from !== undefined || to !== undefined) return orderedRange(from, to)
  const asked = period ?? DEFAULT_PERIOD
  const today = dateIn(scope.timezone, clock.now())
  const firstDay = asked === 'all' ? await reports().firstDay(scope, kind) : undefined
  const weekStart = scope.preferences.week_starts_on
  return { period: asked, ...rangeOfPeriod(asked, { today, weekStart, firstDay: firstDay ?? today }) }
}

function orderedRange(from: LocalDate | undefined, to: LocalDate | undefined): ReportRange {
  if (from === undefined) throw new InvalidRequest([{ path: 'from', message: 'is required with to' }])
  if (to === undefined) throw new InvalidRequest([{ path: 'to', message: 'is required with from' }])
  assertOrdered({ from, to })
  return { from, to }
}

export function assertOrdered({ from, to }: ReportRange): void {
  if (from > to) throw new InvalidRequest([{ path: 'to', message: `must not be before from (${from})` }])
}
