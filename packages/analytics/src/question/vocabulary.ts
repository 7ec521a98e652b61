import {
  type AskedFilter,
  type AskedScope,
  COUNTRIES,
  closest,
  DIMENSION_TABLE,
  type Dimension,
  type FilterCondition,
  type Goal,
  goalValues,
  isNamedDimension,
  type KnownNames,
  type KnownValue,
  knownValue,
  nearValues,
  otherNamesOf,
} from '@footfall/core-domain'
import { sourceOfTag } from '@footfall/core-domain/sources'
import { type Place, withConditions } from './places.ts'

/** A rejection lists vocabularies of at most this many values in full. */
export const FEW_MAX = 24
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The name of a weekday by its number, from 1 for Monday. */
export const weekdayName = (key: string): string | undefined => WEEKDAYS[Number(key) - 1]

/** The values that a dimension can have; undefined where anything can come. Where none is known there is none yet. */
export function vocabularyOf(dimension: Dimension, goals: readonly Goal[]): readonly KnownValue[] | undefined {
  if (!isNamedDimension(dimension)) return undefined
  switch (dimension) {
    case 'country':
      return COUNTRIES
    case 'goal':
      return goalValues(goals)
    case 'weekday':
      return WEEKDAYS.map((name, i) => ({ value: String(i + 1), names: [name, name.slice(0, 3)] }))
    case 'hour_of_day':
      return DIMENSION_TABLE[dimension].vocabulary?.map((value) => ({ value, names: clockTimes(value) }))
    default:
      return DIMENSION_TABLE[dimension].vocabulary?.map((value) => ({ value, names: [] }))
  }
}

/** `08`, `8:00` and `08:00` are the hour `8`. */
function clockTimes(hour: string): readonly string[] {
  const padded = hour.padStart(2, '0')
  return [...(padded === hour ? [] : [padded, `${hour}:00`]), `${padded}:00`]
}

/** A value of `is` that is not in the vocabulary of its dimension. */
export interface UnknownValue {
  readonly path: string
  readonly dimension: Dimension
  readonly value: string
}

export interface Understood {
  readonly filters: readonly AskedFilter[]
  /** Those that may still have been collected, before the vocabulary or by an import. */
  readonly unknown: readonly UnknownValue[]
}

/**
 * The filters with the values of closed vocabularies as they are stored: another case, the English name of a country
 * and the label of a goal are understood. A source by its host or tag means its name too: the days before the table had it are
 * stored under the host; direct visits have an empty one. A product by its name is every product of the question that has the name. Other operators than `is` and
 * `is_not` search texts, so their values stay.
 */
export function understand(
  filters: readonly AskedFilter[],
  goals: readonly Goal[],
  products: readonly KnownValue[] = [],
): Understood {
  const unknown: UnknownValue[] = []
  const vocabularies = new Map<Dimension, readonly KnownValue[] | undefined>()
  const knownOf = (dimension: Dimension) => {
    if (!vocabularies.has(dimension)) vocabularies.set(dimension, vocabularyOf(dimension, goals))
    return vocabularies.get(dimension)
  }
  const ofCondition = (condition: FilterCondition, { valuePath }: Place): FilterCondition => {
    const { dimension, operator, values } = condition
    if (operator !== 'is' && operator !== 'is_not') return condition
    if (dimension === 'source') return { ...condition, values: [...new Set(values.flatMap(sourceNames))] }
    if (dimension === 'product')
      return { ...condition, values: [...new Set(values.flatMap((value) => productsCalled(value, products)))] }
    const vocabulary = knownOf(dimension)
    if (vocabulary === undefined) return condition
    const understood = values.map((value, i) => {
      const known = knownValue(value, vocabulary)
      if (known !== undefined) return known
      if (operator === 'is') {
        unknown.push({ path: valuePath(i), dimension, value })
      }
      return value
    })
    return { ...condition, values: [...new Set(understood)] }
  }
  return { filters: withConditions(filters, ofCondition), unknown }
}

/** The products of a question, by their ids and names. */
export function namedProducts({ parts, product, name }: AskedScope): readonly KnownValue[] {
  const products = parts ?? [{ product, name }]
  return products.flatMap(({ product, name }) =>
    typeof product === 'string' ? [{ value: product, names: name === undefined ? [] : [name] }] : [],
  )
}

/** The ids of the products with this name, in any case; what is an id already, or no name, stays. */
function productsCalled(given: string, products: readonly KnownValue[]): readonly string[] {
  if (products.some(({ value }) => value === given)) return [given]
  const wanted = given.trim().toLowerCase()
  const called = products.filter(({ names }) => names.some((name) => name.trim().toLowerCase() === wanted))
  return called.length === 0 ? [given] : called.map(({ value }) => value)
}

/** What people call a visit without a source. No source is stored under such a name. */
const DIRECT: ReadonlySet<string> = new Set(['direct', '(direct)'])

/** A source as it is asked, and the name by which its visits are stored now. */
function sourceNames(value: string): readonly string[] {
  if (DIRECT.has(value.toLowerCase())) return [value, '']
  const known = sourceOfTag(value)
  return known === undefined ? [value] : [value, known.name]
}

/** What people call values that have another name; such a value is rejected, with the one that they mean. */
const ALSO_CALLED: Partial<Record<Dimension, KnownNames['otherNames']>> = {
  device: otherNamesOf({ desktop: ['computer', 'laptop', 'PC'], mobile: ['phone', 'smartphone'], tv: ['television'] }),
  screen_size: otherNamesOf({ mobile: ['phone', 'small'], laptop: ['notebook', 'large'], desktop: ['monitor'] }),
}

/**
 * The values to offer in place of one that does not exist. A dimension with few values always offers the nearest, numbers by
 * their difference.
 */
export function offeredValues(
  given: string,
  dimension: Dimension,
  vocabulary: readonly KnownValue[],
): readonly string[] {
  const values = vocabulary.map(({ value }) => value)
  const isNumber = /^\d+$/.test(given) && values.every((value) => /^\d+$/.test(value))
  const near = isNumber ? [] : nearValues(given, vocabulary, ALSO_CALLED[dimension])
  return near.length > 0 || values.length > FEW_MAX ? near : closest(given, values)
}
