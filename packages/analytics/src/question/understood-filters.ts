import type { AskedFilter, AskedScope, StatsQuery } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { alternativesOf } from './condition.ts'
import { assertGoalsFit } from './goal-size.ts'
import { type Inquiry, inquiryOf } from './inquiry.ts'
import { withTriedPatterns } from './patterns.ts'
import { withUnderstoodValues } from './understood-values.ts'
import { assertFilters } from './validate.ts'

/** The filters of a question once its product was looked at. */
export interface UnderstoodFilters {
  /** With the values that were meant, as answers show them. */
  readonly understood: readonly AskedFilter[]
  /** The same, in the same order, with goals in place of the patterns that match them: as the engine is asked. */
  readonly tried: readonly AskedFilter[]
}

/**
 * Throws `InvalidRequest` for filters that are too many or too long, before the engine is asked about any, then for values that do
 * not exist and for patterns that do not compile.
 */
export async function understoodFilters(
  reader: Reader,
  scope: AskedScope,
  filters: readonly AskedFilter[],
): Promise<UnderstoodFilters> {
  assertFilters({ filters })
  assertGoalsFit(scope, alternativesOf(filters), { isAboutGoals: false })
  const understood = await withUnderstoodValues(reader, scope, filters)
  return { understood, tried: await withTriedPatterns(reader, scope, understood) }
}

/** A question whose product was looked at to understand its filters. */
export interface UnderstoodInquiry extends Inquiry {
  /** The filters as answers show them, in the order of those of the question. */
  readonly understood: readonly AskedFilter[]
}

/** Throws `InvalidRequest` where the question cannot be asked. */
export async function understoodInquiry(
  reader: Reader,
  scope: AskedScope,
  query: StatsQuery,
): Promise<UnderstoodInquiry> {
  const { understood, tried } = await understoodFilters(reader, scope, query.filters)
  return { ...inquiryOf(scope, { ...query, filters: tried }, reader.now()), understood }
}
