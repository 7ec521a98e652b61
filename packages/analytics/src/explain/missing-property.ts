import { type AskedFilter, filterPath, type ReportHint } from '@footfall/core-domain'
import { isProperty, propertyName } from '../definitions/dimensions.ts'
import { asserts, type Condition } from '../question/condition.ts'
import { unavailable } from '../read/states.ts'
import type { WithEvidence } from './evidence.ts'
import { type Explanation, NAMED_MAX } from './explanation.ts'
import { nearProperties } from './near.ts'

/** Whether the condition may hold for events that do not carry its property. Only the engine can run a regular expression. */
export function passesWithoutProperty(condition: Condition): boolean {
  if (!isProperty(condition.dimension)) return false
  return condition.operator === 'matches_regex' || asserts(condition, '') !== condition.negated
}

/** Properties that no event carries: by them or with them nothing can be counted. */
export async function missingProperty({
  reader,
  scope,
  question,
  evidence: { carried },
  filters: asked,
  numbers: { totals },
}: WithEvidence): Promise<Explanation | undefined> {
  const isMissing = (dimension: Condition['dimension']) => isProperty(dimension) && !carried.has(dimension)
  const dimensions = question.dimensions.filter(isMissing)
  const filters = question.filters.flatMap((alternatives, i) =>
    alternatives.every(({ dimension }) => isMissing(dimension)) ? [i] : [],
  )
  if (dimensions.length === 0 && filters.length === 0) return undefined
  const missing = [
    ...dimensions.map((dimension) => ({ where: {}, dimension })),
    ...filters.map((i) => ({ where: { filter: pathOf(asked, i) }, dimension: question.filters[i]?.[0]?.dimension })),
  ]
  const hints = missing.slice(0, NAMED_MAX).map(async ({ where, dimension }): Promise<ReportHint> => {
    const value = propertyName(dimension ?? '')
    const near = await nearProperties(reader, scope, value)
    return { code: 'dimension_not_collected', ...where, value, ...(near.length > 0 ? { did_you_mean: [...near] } : {}) }
  })
  const states = totals.flatMap(({ state }, at) =>
    state === 'unavailable' || state === 'withheld' ? [] : [[at, unavailable('dimension_not_collected')] as const],
  )
  return {
    states: new Map(states),
    noRows: true,
    hints: await Promise.all(hints),
  }
}

function pathOf(filters: readonly AskedFilter[], place: number): string {
  const filter = filters[place]
  if (filter === undefined) throw new TypeError('filters are those of the question, in its order')
  return filterPath(filter, place)
}
