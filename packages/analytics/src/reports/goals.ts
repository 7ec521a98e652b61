import type { AskedScope, GoalOfProducts, GoalsQuery, GoalsReport, ProductId, Report } from '@footfall/core-domain'
import { haveOneCurrency } from '@footfall/core-domain'
import { allOf, sql, text } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import type { ResolvedRange } from '../calendar/date-range.ts'
import { isCoveredWhole } from '../days/covered.ts'
import type { ReportExplanation } from '../explain/explanation.ts'
import { withHints } from '../explain/meta.ts'
import { askedMetric } from '../question/asked-metric.ts'
import { complementsOf } from '../question/complements.ts'
import { alternativesOf, chosenGoals } from '../question/condition.ts'
import { earlierPeriod } from '../question/earlier-period.ts'
import { namesOf } from '../question/inquiry.ts'
import { type UnderstoodFilters, understoodFilters } from '../question/understood-filters.ts'
import { change } from '../read/change.ts'
import { excludedOf } from '../read/excluded-money.ts'
import { type PartStates, productsOf, stateOfAll } from '../read/parts.ts'
import { AVAILABLE, type Stated, unavailable, WITHHELD } from '../read/states.ts'
import { isTooFew } from '../read/suppression.ts'
import { goalNames } from '../sql/goals.ts'
import { rowsIn, rowsOfVisitsIn } from '../sql/rows.ts'
import { importedHints, type RangeContext, rangeContext, stateWithoutEvents } from './context.ts'
import { explainReport } from './explained.ts'
import { type GoalComplements, goalComplements, NO_COMPLEMENTS } from './goal-complements.ts'
import { conversionRows, selectionOf } from './selection.ts'

interface GoalRow {
  readonly goal: string
  readonly conversions: string
  readonly people: string
  /** As text, so that money stays exact. */
  readonly revenue: string
  readonly paid: string
  /** Visitors behind the revenue. */
  readonly payers: string
}
type GoalNumbers = GoalsReport['goals'][number]

/** Every goal of the product, or those that filters choose, with what reached it. */
export async function goalsReport(reader: Reader, scope: AskedScope, asked: GoalsQuery): Promise<Report<GoalsReport>> {
  const context = rangeContext(reader, scope, asked)
  const filters = await understoodFilters(reader, scope, asked.filters)
  const query = { ...asked, filters: filters.tried }
  const [imported, read, before, excluded] = await Promise.all([
    importedHints(context),
    readGoals(context, query, context.range),
    query.compare && readEarlier(context, query, query.compare),
    excludedFromGoals(context, query),
  ])
  const { current, stated: why, hints: explained } = await explainedGoals(context, query, filters, read)
  const compared = before && why ? unknownEarlier(before, why) : before
  const shown = ownersByName(chosenGoals(scope.goals, alternativesOf(query.filters)))
  const goals = shown.map((goal) => {
    const numbers = numbersOf(goal, current, scope)
    return compared ? { ...numbers, ...comparedTo(compared.earlier, goal, numbers, scope) } : numbers
  })
  const { state, reason } = stateOfVisitors(current, scope)
  const carriesMoney = shown.some((goal) => hasMoney(goal, current))
  return {
    data: {
      state,
      reason,
      visitors: state === 'available' ? current.visitors : null,
      goals,
      ...(compared ? { comparison: compared.comparison } : {}),
    },
    meta: {
      ...context.meta,
      ...withHints([...explained, ...imported]),
      ...excluded,
      ...(read.parts ? { products: productsOfGoals(scope, read.parts, carriesMoney) } : {}),
    },
  }
}

/** Goals of several products that have one name are one goal, of all products that have one of them. */
function ownersByName(goals: readonly GoalOfProducts[]): readonly GoalOfProducts[] {
  return [...Map.groupBy(goals, ({ name }) => name).values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined || alike.length === 1) return alike
    const { products: _, ...goal } = { ...first, revenue: alike.some(({ revenue }) => revenue) }
    const owners: readonly ProductId[] = alike.flatMap(({ products = [] }) => products)
    return [alike.some(({ products }) => products === undefined) ? goal : { ...goal, products: owners }]
  })
}

/** Amounts in other currencies of the events that reach a goal. */
async function excludedFromGoals({ reader, scope, range }: RangeContext<AskedScope>, { filters }: GoalsQuery) {
  const { currency, suppression_threshold: threshold } = scope.preferences
  if (!haveOneCurrency(scope.parts ?? [])) return {}
  const { filters: own } = selectionOf(scope, range, filters)
  const complements = complementsOf(scope, filters).map(alternativesOf)
  return excludedOf(
    reader,
    { product: scope.product, range, currency, threshold, filters: own, complements },
    (chosen) => {
      const selection = selectionOf(scope, range, filters)
      return conversionRows({ ...selection, filters: chosen, chosenGoals: chosenGoals(scope.goals, chosen) }).converts
    },
  )
}

/** What was read, with the reason where filters are why nothing converted, or are about what was never collected. */
async function explainedGoals(
  context: RangeContext<AskedScope>,
  query: GoalsQuery,
  filters: UnderstoodFilters,
  read: ReadGoals,
): Promise<ReportExplanation & { readonly current: ReadGoals }> {
  if (read.stated.state !== 'available') return { current: read, stated: undefined, hints: [] }
  const { stated, hints } = await explainReport(context, query, 'conversions', filters, { value: read.goals.size })
  return { current: { ...read, stated: stated ?? read.stated }, stated, hints }
}

/** What the filters say of one period, they say of the other. */
function unknownEarlier({ earlier, comparison }: Earlier, stated: Stated): Earlier {
  return earlier.stated.state === 'available'
    ? { earlier: { ...earlier, stated }, comparison: { ...comparison, ...stated } }
    : { earlier, comparison }
}

/** What was read of one period. */
interface ReadGoals {
  /** Available, or why nothing is known about the period. */
  readonly stated: Stated
  readonly visitors: number
  readonly goals: ReadonlyMap<string, GoalRow>
  /** What subtraction would reveal. */
  readonly complements: GoalComplements
  /** The states of the visitors for each of several products. */
  readonly parts?: readonly PartStates[] | undefined
  /** Goals of several products that one of them withholds. */
  readonly withheld?: ReadonlySet<string>
  /** Goals of several products whose revenue one of them withholds. */
  readonly withheldMoney?: ReadonlySet<string>
}

async function readGoals(
  context: RangeContext<AskedScope>,
  { filters }: GoalsQuery,
  range: ResolvedRange,
): Promise<ReadGoals> {
  const { scope, rows } = context
  const { product, preferences, goals } = scope
  const partsThatAre = (stated: Stated) => scope.parts?.map((part): PartStates => ({ part, states: [stated] }))
  const nothing = (stated: Stated, parts: readonly PartStates[] | undefined = partsThatAre(stated)) => ({
    stated,
    visitors: 0,
    goals: new Map<string, GoalRow>(),
    complements: NO_COMPLEMENTS,
    parts,
  })
  const selection = selectionOf(scope, range, filters)
  if (range.outside) return nothing(unavailable(range.outside))
  if (goals.length === 0) return nothing(unavailable('metric_not_collected'))
  const { people, converts } = conversionRows(selection)
  const currency = text(preferences.currency)
  const [ofParts, visitors, reached, complements] = await Promise.all([
    readGoalParts(context, filters, range),
    countVisitors(context, range, people),
    rows<GoalRow>(sql`SELECT arrayJoin(${goalNames(selection.chosenGoals, rowsOfVisitsIn(product, range.kept))}) AS goal,
      count() AS conversions, uniqExactIf(visitor, visitor != 0) AS people, countIf(currency = ${currency}) AS paid,
      uniqExactIf(visitor, visitor != 0 AND currency = ${currency}) AS payers,
      toString(sumIf(revenue, currency = ${currency})) AS revenue
    FROM events WHERE ${allOf([rowsIn(product, range.kept), converts])} GROUP BY goal`),
    goalComplements(context.reader, scope, filters, range),
  ])
  if (visitors === 0 && reached.length === 0) {
    const stated = await stateWithoutEvents(context, range)
    if (stated.state !== 'available') return nothing(stated, ofParts?.parts)
  }
  return {
    stated: (ofParts && stateOfAll(ofParts.parts, 0)) ?? AVAILABLE,
    visitors,
    goals: new Map(reached.map((row) => [row.goal, row])),
    complements,
    ...ofParts,
  }
}

/** The visitors of the range who could have converted, by the condition for them. */
async function countVisitors(
  { scope, rows }: RangeContext<AskedScope>,
  range: ResolvedRange,
  people: ReturnType<typeof conversionRows>['people'],
): Promise<number> {
  const where = allOf([rowsIn(scope.product, range.kept), sql`kind != 'engagement' AND visitor != 0`, people])
  const [row] = await rows<{ people: string }>(sql`SELECT uniqExact(visitor) AS people FROM events WHERE ${where}`)
  return toNumber(row?.people)
}

/** What the answer says of each of several products: why it has no visitors, and why the money of its goals does not add up. */
function productsOfGoals({ parts = [] }: AskedScope, read: readonly PartStates[], carriesMoney: boolean) {
  const doesNotAddUp = carriesMoney && !haveOneCurrency(parts)
  const metrics = [askedMetric('visitors'), ...(doesNotAddUp ? [askedMetric('revenue')] : [])]
  const states = read.map((one) => ({ ...one, states: [...one.states, unavailable('currencies_differ')] }))
  return productsOf({ metrics, names: namesOf(parts) }, states)
}

/** The states of the visitors of each of several products, and the goals that one of them withholds. Undefined for one product. */
async function readGoalParts(
  context: RangeContext<AskedScope>,
  filters: GoalsQuery['filters'],
  range: ResolvedRange,
): Promise<
  (Pick<ReadGoals, 'parts' | 'withheld' | 'withheldMoney'> & { readonly parts: readonly PartStates[] }) | undefined
> {
  const { reader, scope } = context
  if (scope.parts === undefined) return undefined
  const threshold = scope.preferences.suppression_threshold
  const read = await Promise.all(
    scope.parts.map(async (part) => {
      const ofPart = { ...rangeContext(reader, part, range.dates), range }
      const { people } = conversionRows(selectionOf(part, range, filters))
      const visitors = await countVisitors(ofPart, range, people)
      const stated = visitors > 0 ? AVAILABLE : await stateWithoutEvents(ofPart, range)
      const isWithheld = isTooFew({ people: visitors, value: visitors }, threshold)
      const own =
        threshold > 0 && part.goals.length > 0 ? await readGoals(ofPart, { ...range.dates, filters }, range) : undefined
      const reached = [...(own?.goals.values() ?? [])]
      return {
        part,
        states: [isWithheld ? WITHHELD : stated],
        small: namesWhere(reached, (row) => isTooFew(conversionsOf(row), threshold)),
        smallMoney: namesWhere(reached, (row) => isTooFew(moneyOf(row), threshold)),
      }
    }),
  )
  return {
    parts: read,
    withheld: new Set(read.flatMap(({ small }) => small)),
    withheldMoney: new Set(read.flatMap(({ smallMoney }) => smallMoney)),
  }
}

const namesWhere = (rows: readonly GoalRow[], holds: (row: GoalRow) => boolean) =>
  rows.filter(holds).map(({ goal }) => goal)

/** What suppression looks at: the visitors who converted, and those who paid in the currency of the product. */
const conversionsOf = (row: GoalRow | undefined) => ({
  people: toNumber(row?.people),
  value: toNumber(row?.conversions),
})
const moneyOf = (row: GoalRow | undefined) => ({ people: toNumber(row?.payers), value: toNumber(row?.paid) })

interface Earlier {
  readonly earlier: ReadGoals
  readonly comparison: NonNullable<GoalsReport['comparison']>
}

async function readEarlier(
  context: RangeContext<AskedScope>,
  query: GoalsQuery,
  compare: NonNullable<GoalsQuery['compare']>,
): Promise<Earlier> {
  const { period, range, until } = earlierPeriod(context.scope, query, compare, context.range)
  const [read, firstEventMs] = await Promise.all([readGoals(context, query, range), context.collected.coveredFromMs()])
  const earlier = isCoveredWhole(range, firstEventMs) ? read : { ...read, stated: unavailable('not_fully_collected') }
  const { from, to } = range.dates
  const comparison = { period, from, to, ...(until ? { until } : {}), ...stateOfVisitors(earlier, context.scope) }
  return { earlier, comparison }
}

function stateOfVisitors({ stated, visitors, complements }: ReadGoals, { preferences }: AskedScope): Stated {
  if (stated.state !== 'available') return stated
  const cell = { people: visitors, value: visitors, complements: complements.visitors }
  return isTooFew(cell, preferences.suppression_threshold) ? WITHHELD : AVAILABLE
}

/** Whether a goal carries money, as against one that earned nothing. */
function hasMoney({ name, revenue }: GoalOfProducts, { goals }: Pick<ReadGoals, 'goals'>): boolean {
  return revenue || toNumber(goals.get(name)?.paid) > 0
}

const NO_NUMBERS = { conversions: null, converted_visitors: null, conversion_rate: null, revenue: null }

function described({ name, label, kind, products }: GoalOfProducts) {
  return { name, label: label ?? null, kind, ...(products && { products: [...products] }) }
}

function numbersOf(goal: GoalOfProducts, read: ReadGoals, scope: AskedScope): GoalNumbers {
  const { preferences } = scope
  const { stated, visitors, goals, complements } = read
  const { suppression_threshold: threshold, currency } = preferences
  const row = goals.get(goal.name)
  const isMoneyCommon = haveOneCurrency(scope.parts ?? [])
  const { people, value: conversions } = conversionsOf(row)
  if (stated.state !== 'available') return { ...described(goal), ...stated, ...NO_NUMBERS }
  const cell = { people, value: conversions, complements: complements.goals.get(goal.name) ?? [] }
  if (isTooFew(cell, threshold) || read.withheld?.has(goal.name))
    return { ...described(goal), ...WITHHELD, ...NO_NUMBERS }
  const isMoneyWithheld = isTooFew(moneyOf(row), threshold) || read.withheldMoney?.has(goal.name)
  return {
    ...described(goal),
    ...AVAILABLE,
    conversions,
    converted_visitors: people,
    // With a known numerator, a rate would reveal its denominator.
    conversion_rate: visitors === 0 || stateOfVisitors(read, scope).state === 'withheld' ? null : people / visitors,
    // Null for a goal without revenue, as against one that earned nothing, and where too few visitors paid.
    revenue:
      isMoneyCommon && hasMoney(goal, read) && !isMoneyWithheld ? { amount: row?.revenue ?? '0', currency } : null,
  }
}

function comparedTo(earlier: ReadGoals, goal: GoalOfProducts, { conversions }: GoalNumbers, scope: AskedScope) {
  const previous = numbersOf(goal, earlier, scope).conversions
  return { previous, change: change(conversions, previous) }
}
