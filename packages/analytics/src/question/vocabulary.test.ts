import type { AskedFilter } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { understand } from './vocabulary.ts'

const source = (operator: 'is' | 'is_not' | 'contains', ...values: string[]): AskedFilter => ({
  dimension: 'source',
  operator,
  values,
})

it.each([
  ['a host that a list names now', 'is', 'flickr.com', ['flickr.com', 'Flickr']],
  ['a tag', 'is', 'fb', ['fb', 'Facebook']],
  ['a former name', 'is_not', 'Twitter', ['Twitter', 'X']],
  ['a name in another case', 'is', 'google', ['google', 'Google']],
  ['a name', 'is', 'Google', ['Google']],
  ['a host that no list has', 'is', 'blog.example.org', ['blog.example.org']],
  ['no source', 'is', '', ['']],
  ['a direct visit', 'is', 'Direct', ['Direct', '']],
  ['a direct visit as tables show it', 'is_not', '(direct)', ['(direct)', '']],
  ['a direct visit in a text to search', 'contains', 'direct', ['direct']],
  ['a text to search', 'contains', 'fb', ['fb']],
  ['a text that is not a source', 'is', '__proto__', ['__proto__']],
] as const)('%s is understood as a source', (_, operator, value, values) => {
  expect(understand([source(operator, value)], []).filters).toEqual([source(operator, ...values)])
})

const PRODUCTS = [
  { value: 'prd_1', names: ['Shop'] },
  { value: 'prd_2', names: ['Blog'] },
  { value: 'prd_3', names: ['blog'] },
]

it.each([
  ['an id', 'is', 'prd_1', ['prd_1']],
  ['a name', 'is', 'Shop', ['prd_1']],
  ['a name in another case', 'is_not', ' sHOP', ['prd_1']],
  ['a name of two products', 'is', 'Blog', ['prd_2', 'prd_3']],
  ['a name of no product', 'is', 'Sho', ['Sho']],
  ['a text to search', 'contains', 'Shop', ['Shop']],
  ['an empty text', 'is', '', ['']],
] as const)('%s is understood as a product', (_, operator, value, values) => {
  const product = (...asked: readonly string[]): AskedFilter => ({ dimension: 'product', operator, values: [...asked] })
  expect(understand([product(value)], [], PRODUCTS).filters).toEqual([product(...values)])
})

it('reads the goals of a product once, however many values a question has', () => {
  let reads = 0
  const goals = Array.from({ length: 50 }, (_, i) => ({
    ...{ kind: 'custom' as const, goal: true, revenue: false },
    get name() {
      reads++
      return `Goal ${i}`
    },
  }))
  const values = Array.from({ length: 200 }, (_, i) => `goal ${i}`)
  const { filters, unknown } = understand([{ dimension: 'goal', operator: 'is', values }], goals)
  expect(unknown).toHaveLength(150)
  expect(filters[0]).toMatchObject({ values: expect.arrayContaining(['Goal 0', 'Goal 49', 'goal 50']) })
  expect(reads).toBeLessThanOrEqual(2 * goals.length)
})
