import {
  type AskedFilter,
  type AskedScope,
  type FieldError,
  type FilterCondition,
  InvalidRequest,
} from '@footfall/core-domain'
import { array, isRegexFailure, matchesRegex, sql, text } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { isRegex } from './condition.ts'
import { patternSize } from './pattern-size.ts'
import { forEachValue, withConditions } from './places.ts'

/** Of all patterns of a question. At these limits the engine compiles for about a second each. */
const COPIES_MAX = 600
const UNICODE_CLASSES_MAX = 8

/**
 * The filters with every regular expression tried in the engine, which is the only place where one is compiled: a
 * pattern of a visitor must never run in this process. Conditions on goals become the names that match.
 * Throws `InvalidRequest`, which names the values that are not regular expressions.
 */
export async function withTriedPatterns(
  reader: Reader,
  { product, goals }: AskedScope,
  filters: readonly AskedFilter[],
): Promise<readonly AskedFilter[]> {
  rejectExpensive(filters)
  const names = array(
    goals.map(({ name }) => text(name)),
    'String',
  )
  const matched = new Map<string, readonly string[]>()
  const tried: Promise<FieldError | undefined>[] = []
  forEachValue(filters, ({ operator, case_sensitive: isExact }, pattern, path) => {
    if (!isRegex(operator)) return
    const statement = sql`SELECT arrayFilter(name -> ${matchesRegex(sql`name`, pattern, isExact)}, ${names}) AS goals,
  ${matchesRegex(sql`''`, pattern, isExact)} AS compiles`
    const ask = reader.rows<{ goals: readonly string[] }>(product, statement)
    tried.push(
      ask.then(
        ([row]) => {
          matched.set(keyOf(pattern, isExact), row?.goals ?? [])
          return undefined
        },
        (error: unknown) => {
          if (isRegexFailure(error))
            return {
              path,
              message:
                'must be a regular expression in the syntax of RE2, without lookaround, not too large, and with no repetition over {50}',
            }
          throw error
        },
      ),
    )
  })
  const errors = (await Promise.all(tried)).filter((error) => error !== undefined)
  if (errors.length > 0) throw new InvalidRequest(errors)
  return withConditions(filters, (condition) => withGoalNames(condition, matched))
}

/** Throws `InvalidRequest` for the value with which the patterns of a question take too long to compile. */
function rejectExpensive(filters: readonly AskedFilter[]): void {
  let copies = 0
  let unicodeClasses = 0
  forEachValue(filters, ({ operator }, pattern, path) => {
    if (!isRegex(operator)) return
    const size = patternSize(pattern)
    copies += size.copies
    unicodeClasses += size.unicodeClasses
    if (copies > COPIES_MAX)
      throw new InvalidRequest([
        {
          path,
          message: `must be a regular expression with fewer or smaller counted repetitions: those of a question may make ${COPIES_MAX} copies`,
        },
      ])
    if (unicodeClasses > UNICODE_CLASSES_MAX)
      throw new InvalidRequest([
        {
          path,
          message: `must be a regular expression with fewer Unicode classes: a question may have ${UNICODE_CLASSES_MAX}, each counted as often as it is repeated`,
        },
      ])
  })
}

function withGoalNames(condition: FilterCondition, matched: ReadonlyMap<string, readonly string[]>): FilterCondition {
  const { dimension, operator, values, case_sensitive: isExact } = condition
  if (dimension !== 'goal' || !isRegex(operator)) return condition
  const names = values.flatMap((pattern) => matched.get(keyOf(pattern, isExact)) ?? [])
  return { ...condition, operator: operator === 'matches_regex' ? 'is' : 'is_not', values: names, case_sensitive: true }
}

function keyOf(pattern: string, isExact = true): string {
  return `${isExact} ${pattern}`
}
