import { z } from 'zod'
import { DIMENSION_TABLE, DIMENSIONS } from './dimensions.ts'
import { isRecord } from './is-record.ts'
import type { Filters } from './statistics.ts'

/**
 * Filters as questions and segments give them. Pages send properties as numbers and truths too, and their text is kept, so a value of a
 * property may be one; so may a number where a dimension is one, and a truth where its values are `true` and `false`.
 */
export function givenFilters(filters: z.ZodType<Filters>): z.ZodType<Filters> {
  return z.preprocess((given) => (Array.isArray(given) ? given.map(withTexts) : given), filters)
}

function withTexts(filter: unknown): unknown {
  if (!isRecord(filter)) return filter
  const { any, dimension, values } = filter
  if (Array.isArray(any)) return { ...filter, any: any.map(withTexts) }
  if (typeof dimension !== 'string' || !Array.isArray(values)) return filter
  const taken = typesTaken(dimension)
  return taken.length === 0 ? filter : { ...filter, values: values.map((value) => textOf(value, taken)) }
}

const IS_NUMBER: ReadonlySet<string> = new Set(DIMENSIONS.filter((name) => DIMENSION_TABLE[name].isNumber))

function typesTaken(dimension: string): readonly ('number' | 'boolean')[] {
  if (dimension.startsWith('property:')) return ['number', 'boolean']
  if (IS_NUMBER.has(dimension)) return ['number']
  return dimension === 'bounced' ? ['boolean'] : []
}

/** JSON has numbers that no double holds, such as `1e999`. */
function textOf(value: unknown, taken: readonly ('number' | 'boolean')[]): unknown {
  if (typeof value === 'number' && taken.includes('number') && Number.isFinite(value)) return String(value)
  return typeof value === 'boolean' && taken.includes('boolean') ? String(value) : value
}
