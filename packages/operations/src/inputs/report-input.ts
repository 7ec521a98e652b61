import {
  type AskedRange,
  type AskedScope,
  type CollectedKind,
  CredentialNotAccepted,
  commonZone,
  dateIn,
  goalsOf,
  InvalidRequest,
  LocalDate,
  NotFound,
  Period,
  PRODUCTS_PER_QUESTION_MAX,
  type Product,
  type ReportRange,
  type ReportScope,
  type Reports,
  rangeOfPeriod,
  type Store,
  severalScope,
  TimeZone,
  Traffic,
  trafficOf,
} from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { ProductCall, SeveralProducts } from '../definition/call.ts'
import { filtersQuery } from './asked-filters.ts'

const DEFAULT_PERIOD: Period = '30d'

/** The parameters of the period that reports share. */
const timeZoneQuery = {
  tz: TimeZone.optional().meta({ description: 'IANA zone of days; the product’s when absent.' }),
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

/** The parameters of every report that people read of a product. */
export const reportQuery = { ...rangeQuery, ...filtersQuery(), ...trafficQuery }

/** Yes or no, also as the text of a query parameter. */
export const flag = z.preprocess(
  (given) => (given === 'true' ? true : given === 'false' ? false : given),
  z.boolean('must be true or false'),
)

interface PeriodInput {
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
    name: product.name,
    preferences,
    goals: goalsOf(events.events),
    timezone: timezone ?? product.timezone,
    ...(principal?.kind === 'shared_link' && { discreet: true }),
    ...(traffic && { traffic }),
  }
}

/** The scope of a question that may be about several products. Days are of one time zone for all of them. */
export async function askedScope(
  call: ProductCall,
  timezone: TimeZone | undefined,
  traffic?: Traffic,
): Promise<AskedScope> {
  const { several } = call
  if (several === undefined) return reportScope(call, timezone, traffic)
  const scopes = await scopesOf(call, several, traffic)
  const [first, ...others] = scopes
  if (first === undefined) throw new NotFound()
  if (traffic === undefined) assertCountAlike(scopes)
  return severalScope([first, ...others], timezone ?? commonZone(scopes.map((scope) => scope.timezone)))
}

/** The scopes of several products: of all that there are, those with the most events. */
async function scopesOf(
  { store, reports }: ProductCall,
  { products, isAll }: SeveralProducts,
  traffic: Traffic | undefined,
): Promise<readonly ReportScope[]> {
  const ids = products.map(({ id }) => id)
  const asked =
    isAll && ids.length > PRODUCTS_PER_QUESTION_MAX ? await reports().busiest(ids, PRODUCTS_PER_QUESTION_MAX) : ids
  const [preferences, events] = await Promise.all([
    store.settings.getEach(asked, 'preferences'),
    store.settings.getEach(asked, 'events'),
  ])
  return asked.flatMap((id) => {
    const [product, own, tracked] = [products.find((each) => each.id === id), preferences.get(id), events.get(id)]
    if (product === undefined || own === undefined || tracked === undefined) return []
    const { name, timezone } = product
    return [
      { product: id, name, timezone, preferences: own, goals: goalsOf(tracked.events), ...(traffic && { traffic }) },
    ]
  })
}

/** A sum of numbers with suspected automation and numbers without it would mean nothing. */
function assertCountAlike(scopes: readonly ReportScope[]): void {
  if (new Set(scopes.map((scope) => trafficOf(scope))).size > 1)
    throw new InvalidRequest([
      {
        path: 'traffic',
        message: 'is required, since these products differ in whether they count suspected automation',
      },
    ])
}

/** What the answer to a question about all products says of their number. */
export function productsInAll({ several }: Pick<ProductCall, 'several'>): { readonly products_in_all?: number } {
  return several?.isAll ? { products_in_all: several.products.length } : {}
}

/** The days asked for, by name or by their ends. */
export async function reportRange(
  { period, from, to }: PeriodInput,
  scope: AskedScope,
  { clock, reports }: Pick<ProductCall, 'clock' | 'reports'>,
  kind: CollectedKind = 'events',
): Promise<AskedRange> {
  if (period !== undefined && (from !== undefined || to !== undefined)) {
    throw new InvalidRequest([
      { path: 'period', message: 'cannot be combined with from and to; send one or the other' },
    ])
  }
  if (from !== undefined || to !== undefined) return orderedRange(from, to)
  const asked = period ?? DEFAULT_PERIOD
  const today = dateIn(scope.timezone, clock.now())
  const firstDay = asked === 'all' ? await firstDayOf(scope, reports(), kind) : undefined
  const weekStart = scope.preferences.week_starts_on
  return { period: asked, ...rangeOfPeriod(asked, { today, weekStart, firstDay: firstDay ?? today }) }
}

async function firstDayOf(scope: AskedScope, reports: Reports, kind: CollectedKind): Promise<LocalDate | undefined> {
  const { product, parts } = scope
  if (parts === undefined)
    return typeof product === 'string' ? reports.firstDay({ ...scope, product }, kind) : undefined
  const days = await Promise.all(parts.map((part) => reports.firstDay(part, kind)))
  const [first, ...others] = days.filter((day) => day !== undefined)
  return others.reduce((earliest, day) => (earliest === undefined || day < earliest ? day : earliest), first)
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
