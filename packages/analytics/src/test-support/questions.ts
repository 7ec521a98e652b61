import {
  type CatalogReport,
  type ComparedPeriod,
  DIMENSION_TABLE,
  type Dimension,
  FILTER_OPERATORS,
  FILTER_SCOPES,
  type Filter,
  type FilterCondition,
  Interval,
  isIdentityDimension,
  isNamedDimension,
  LocalDate,
  METRICS,
  type Metric,
  type RowOrder,
  type StatsQuery,
  Traffic,
} from '@footfall/core-domain'
import fc from 'fast-check'
import { isNumber } from '../definitions/dimensions.ts'
import { shiftDay, type WeekStart } from './naive/local-time.ts'
import type { World } from './naive/world.ts'
import { PROPERTY_NAMES } from './traffic.ts'

/** Questions that the catalog allows, about the values that some rows have and a few that none has. */

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe']
const PATTERNS = ['/docs', 'o', 'O', 'e', '%', '_', '\\', '', 'berlin', '🧪', "'", 'ä', 'Ä', '1', 'nowhere']
const GLOBS = ['*', '/docs/*', '*e*', '*ä%_*', 'a*b', '/*', '*.example.com', 'D*', '1*', '', 'nowhere*']
const REGEXES = ['^/docs', 'o$', '[aä]', '^$', '(?:signup|buy)', '\\d', '^.{1,4}$', "'", 'nowhere', '\\\\']
const NUMBERS = ['0', '1', '2', '3', '5', '90', '1500.5', '999999']
const UNSEEN = ['nowhere', 'Nobody’s', '']

/** By minute has its own tests, since it is only for today and yesterday. */
export const INTERVALS: readonly Interval[] = Interval.options.filter((interval) => interval !== 'minute')

/** How a product asks: the zone and the first day of the week. */
export interface Asking {
  readonly timezone: string
  readonly weekStart: WeekStart
  /** The visits asked for; those of the preference where it is absent. */
  readonly traffic?: Traffic | undefined
}

export interface QuestionSource {
  readonly catalog: CatalogReport
  /** By the rows of any zone. */
  readonly world: World
  /** The first day asked for, and how many days there are. */
  readonly firstDay: string
  readonly days: number
  /** Whether the question is put to products that differ only in their ids, so that it cannot name one. */
  readonly namesNoProduct?: boolean
}

export function metricsThatAllow(catalog: CatalogReport, dimension: Dimension): readonly Metric[] {
  const name = isNamedDimension(dimension) ? dimension : 'property:NAME'
  return catalog.metrics.filter(({ dimensions }) => dimensions.includes(name)).map((metric) => metric.name)
}

export function questions(source: QuestionSource): fc.Arbitrary<StatsQuery> {
  return fc.record({ metrics: metricLists(), dates: ranges(source) }).chain(({ metrics, dates }) => {
    const allowed = source.catalog.metrics.filter(({ name }) => metrics.includes(name))
    const names = dimensionNames(source).filter((name) => allowed.every(({ dimensions }) => dimensions.includes(name)))
    return fc.record({
      metrics: fc.constant(metrics),
      from: fc.constant(dates.from),
      to: fc.constant(dates.to),
      interval: fc.option(fc.constantFrom(...INTERVALS), {
        nil: undefined,
        freq: 2,
      }),
      dimensions: fc.uniqueArray(fc.constantFrom(...names).chain(concrete), { maxLength: 2 }),
      filters: filterLists(source),
      order: fc.option(orders(metrics), { nil: undefined, freq: 1 }),
      minVisitors: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 1 }),
      limit: fc.constant(200),
      offset: fc.constant(0),
    })
  })
}

/** Names as the catalog lists them. */
export function dimensionNames({ namesNoProduct = false }: Partial<QuestionSource> = {}): readonly string[] {
  // Those of identified visitors have their own tests: the traffic here is anonymous.
  const names = Object.keys(DIMENSION_TABLE).filter((name) => !isIdentityDimension(name))
  return [...names.filter((name) => !(namesNoProduct && name === 'product')), 'property:NAME']
}

export function concrete(name: string): fc.Arbitrary<Dimension> {
  if (isNamedDimension(name)) return fc.constant(name)
  return fc.constantFrom(...PROPERTY_NAMES, 'nobody').map((property): Dimension => `property:${property}`)
}

function metricLists(): fc.Arbitrary<readonly Metric[]> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...METRICS).map((metric) => [metric]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 2, maxLength: 5 }) },
  )
}

export function ranges({ firstDay, days }: QuestionSource) {
  const date = fc.integer({ min: 0, max: days - 1 }).map((n) => LocalDate.parse(shiftDay(firstDay, n)))
  return fc.tuple(date, date).map(([a, b]) => (a <= b ? { from: a, to: b } : { from: b, to: a }))
}

function orders(metrics: readonly Metric[]): fc.Arbitrary<RowOrder> {
  return fc.oneof(
    fc.constant<RowOrder>({ by: 'key' }),
    fc
      .tuple(fc.constantFrom(...metrics), fc.constantFrom('asc' as const, 'desc' as const))
      .map(([metric, direction]): RowOrder => ({ by: 'metric', metric, direction })),
  )
}

export function filterLists(source: QuestionSource): fc.Arbitrary<readonly Filter[]> {
  const condition = conditions(source)
  const any = fc.array(condition, { minLength: 1, maxLength: 3 }).map((alternatives): Filter => ({ any: alternatives }))
  return fc.array(fc.oneof({ weight: 3, arbitrary: condition }, { weight: 1, arbitrary: any }), { maxLength: 2 })
}

function conditions(source: QuestionSource): fc.Arbitrary<FilterCondition> {
  return fc
    .constantFrom(...dimensionNames(source))
    .chain(concrete)
    .chain((dimension) => conditionsOn(source, dimension))
}

export function conditionsOn(source: QuestionSource, dimension: Dimension): fc.Arbitrary<FilterCondition> {
  const scope = fc.option(fc.constantFrom(...FILTER_SCOPES), { nil: undefined })
  const sensitive = fc.option(fc.boolean(), { nil: undefined })
  return fc
    .tuple(fc.constantFrom(...operatorsOf(dimension)), scope, sensitive)
    .chain(([operator, scope, case_sensitive]) =>
      fc.array(valuesOf(source, dimension, operator), { minLength: 1, maxLength: 3 }).map((values) => ({
        dimension,
        operator,
        values,
        ...(scope ? { scope } : {}),
        ...(case_sensitive === undefined ? {} : { case_sensitive }),
      })),
    )
}

function operatorsOf(dimension: Dimension): readonly FilterCondition['operator'][] {
  const compares = (operator: FilterCondition['operator']) => operator === 'above' || operator === 'below'
  return isNumber(dimension) ? ['is', 'above', 'below'] : FILTER_OPERATORS.filter((operator) => !compares(operator))
}

function valuesOf(
  { world }: QuestionSource,
  dimension: Dimension,
  operator: FilterCondition['operator'],
): fc.Arbitrary<string> {
  switch (operator) {
    case 'is':
    case 'is_not': {
      const seen = seenValues(world, dimension)
      if (isNumber(dimension)) return fc.constantFrom(...NUMBERS, ...seen)
      return fc.constantFrom(...(hasVocabulary(dimension) && seen.length > 0 ? seen : [...seen, ...seen, ...UNSEEN]))
    }
    case 'contains':
    case 'not_contains':
      return fc.constantFrom(...PATTERNS)
    case 'matches':
    case 'not_matches':
      return fc.constantFrom(...GLOBS, ...seenValues(world, dimension).slice(0, 3))
    case 'above':
    case 'below':
      return fc.constantFrom(...NUMBERS)
    case 'matches_regex':
    case 'not_matches_regex':
      return fc.constantFrom(...REGEXES)
  }
}

/** A value that a closed vocabulary does not have is rejected. */
function hasVocabulary(dimension: Dimension): boolean {
  return (
    dimension === 'goal' ||
    dimension === 'country' ||
    (isNamedDimension(dimension) && DIMENSION_TABLE[dimension].vocabulary !== undefined)
  )
}

const seen = new WeakMap<World, Map<Dimension, readonly string[]>>()
/** Every value that an event has. */
export function seenValues(world: World, dimension: Dimension): readonly string[] {
  const ofWorld = seen.get(world) ?? new Map<Dimension, readonly string[]>()
  seen.set(world, ofWorld)
  const values =
    ofWorld.get(dimension) ??
    [
      ...new Set(
        world.rows.filter(({ kind }) => kind !== 'engagement').flatMap((row) => world.valuesOf(row, dimension)),
      ),
    ].sort()
  ofWorld.set(dimension, values)
  return values
}

/** Questions with an earlier period that the traffic covers, some of them about the running day. */
export function comparedQuestions(source: QuestionSource): fc.Arbitrary<StatsQuery> {
  const dayAt = (n: number) => LocalDate.parse(shiftDay(source.firstDay, n))
  const ranges = fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 6 })).map(([length, back]) => {
    const last = source.days - 2 - back
    // The first days after the running one are tried too.
    return { from: dayAt(last - length + 2), to: dayAt(last + 1) }
  })
  const earlier = fc.tuple(fc.integer({ min: 2, max: 10 }), fc.integer({ min: 0, max: 12 })).map(([at, length]) => ({
    from: dayAt(at),
    to: dayAt(at + length),
  }))
  const compare: fc.Arbitrary<ComparedPeriod> = fc.oneof(
    fc.record({ period: fc.constant('previous_period' as const), matchWeekday: fc.boolean() }),
    fc.record({ period: fc.constant('custom' as const), range: earlier, matchWeekday: fc.constant(false) }),
  )
  return fc
    .tuple(questions(source), ranges, compare, fc.option(fc.constantFrom('asc' as const, 'desc' as const)))
    .map(([query, range, compare, changes]) => ({
      ...query,
      ...range,
      compare,
      ...(changes === null ? {} : { order: { by: 'change' as const, direction: changes } }),
    }))
}

export const askings: fc.Arbitrary<Asking> = fc.record({
  timezone: fc.constantFrom(...ZONES),
  weekStart: fc.constantFrom('monday' as const, 'sunday' as const),
  traffic: fc.option(fc.constantFrom(...Traffic.options), { nil: undefined }),
})

/**
 * How many questions a test asks. A machine that is slow asks fewer: then the time limit ends the search, and the
 * shrinking of a counterexample too.
 */
export function runs(
  numRuns: number,
  limitMs = 60_000,
): { readonly numRuns: number; readonly interruptAfterTimeLimit: number } {
  return { numRuns, interruptAfterTimeLimit: limitMs }
}
