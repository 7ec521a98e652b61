import type { AskedFilter, ReportScope } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { withTriedPatterns } from './patterns.ts'
import { withUnderstoodValues } from './understood-values.ts'

/** The filters of a question once its product was looked at. */
export interface UnderstoodFilters {
  /** With the values that were meant, as answers show them. */
  readonly understood: readonly AskedFilter[]
  /** The same, in the same order, with goals in place of the patterns that match them: as the engine is asked. */
  readonly tried: readonly AskedFilter[]
}

/** Throws `InvalidRequest` for values that do not exist and for patterns that do not compile. */
export async function understoodFilters(
  reader: Reader,
  scope: ReportScope,
  filters: readonly AskedFilter[],
): Promise<UnderstoodFilters> {
  const understood = await withUnderstoodValues(reader, scope, filters)
  return { understood, tried: await withTriedPatterns(reader, scope, understood) }
}
