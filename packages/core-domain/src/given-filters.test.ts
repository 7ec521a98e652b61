import { describe, expect, it } from 'vitest'
import { givenFilters } from './given-filters.ts'
import { Filters } from './statistics.ts'
import { checkInput } from './validation.ts'

const check = (filters: unknown) => checkInput(givenFilters(Filters), filters)
const condition = (dimension: string, values: unknown, operator = 'is') => [{ dimension, operator, values }]

describe('the values of a given filter', () => {
  it.each([
    ['property:level', [3, true, '3', false], ['3', 'true', '3', 'false']],
    ['property:price', [1.5, -0, 1e21], ['1.5', '0', '1e+21']],
    ['visit_duration', [60], ['60']],
    ['visit_pageviews', [2.5, '4'], ['2.5', '4']],
    ['bounced', [true], ['true']],
  ])('values of %s may be %j', (dimension, values, expected) => {
    expect(check(condition(dimension, values))).toEqual({ data: condition(dimension, expected) })
  })

  it('values inside of alternatives are taken alike', () => {
    expect(check([{ any: condition('property:level', [3]) }])).toEqual({
      data: [{ any: condition('property:level', ['3']) }],
    })
  })

  it.each([
    [condition('page', ['/a', 3]), 'filters.0.values.1'],
    [condition('country', [true]), 'filters.0.values.0'],
    [condition('weekday', [1]), 'filters.0.values.0'],
    [condition('bounced', [1]), 'filters.0.values.0'],
    [condition('visit_events', [true]), 'filters.0.values.0'],
    [condition('constructor', [1]), 'filters.0.dimension'],
    [condition('property:level', [null]), 'filters.0.values.0'],
    [condition('property:level', [{}]), 'filters.0.values.0'],
    [condition('property:level', [[3]]), 'filters.0.values.0'],
    [condition('property:level', [Number.POSITIVE_INFINITY]), 'filters.0.values.0'],
    [condition('property:level', 3), 'filters.0.values'],
    [condition('property:level', Array(101).fill(3)), 'filters.0.values'],
    [[{ any: condition('page', [3]) }], 'filters.0.any.0.values.0'],
    [[{ ...condition('property:level', [3])[0], surprise: 1 }], 'filters.0.surprise'],
    [3, 'filters'],
  ])('all others must be text, in %j', (filters, path) => {
    const { errors = [] } = check(filters)
    expect(errors.map((error) => ['filters', error.path].filter((part) => part !== '').join('.'))).toContain(path)
  })
})
