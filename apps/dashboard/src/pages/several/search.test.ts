import { expect, it } from 'vitest'
import { parseSeveral } from './search.ts'

it('takes from 2 to 50 products, and all where an address names others', () => {
  const ids = Array.from({ length: 51 }, (_, at) => `prd_${at}`)
  expect(parseSeveral({ products: ids.slice(0, 2) }).products).toEqual(['prd_0', 'prd_1'])
  for (const products of [ids, ['prd_0'], 'prd_0', [], [1, 2], ['prd_a b', 'prd_c'], ["prd_'", 'prd_x'], null])
    expect(parseSeveral({ products }).products).toBeUndefined()
})

it('ignores an unknown period, metric and filter', () => {
  expect(parseSeveral({ period: '8d', metric: 'bounce_rate', filters: [{ dimension: 'nothing' }] })).toEqual({
    products: undefined,
    period: undefined,
    metric: undefined,
    filters: undefined,
  })
})
