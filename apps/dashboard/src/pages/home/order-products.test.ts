import { expect, it } from 'vitest'
import type { Product } from '../../api/types.ts'
import { findProducts, orderProducts } from './order-products.ts'

const product = (name: string, visitors: number | null, change: number | null): Product => ({
  id: `prd_${name}`,
  name,
  timezone: 'UTC',
  role: 'owner',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  revision: 1,
  summary: {
    from: '2026-01-01',
    to: '2026-01-07',
    visitors,
    previous: null,
    change,
    active_visitors: null,
    series: [],
    state: visitors === null ? 'empty' : 'available',
    reason: visitors === null ? 'no_data_collected' : null,
  },
})
const PRODUCTS = [
  product('shop 10', 5, -0.5),
  product('Docs', null, null),
  product('Shop 9', 80, 0),
  product('Blog', 5, 2),
]
const namesBy = (order: Parameters<typeof orderProducts>[1]) => orderProducts(PRODUCTS, order).map(({ name }) => name)

it('puts the product with the most visitors first, equal ones by name, and one without visitors last', () => {
  expect(namesBy('visitors')).toEqual(['Shop 9', 'Blog', 'shop 10', 'Docs'])
})

it('puts the product that grew most first, and one whose change is not known last', () => {
  expect(namesBy('change')).toEqual(['Blog', 'Shop 9', 'shop 10', 'Docs'])
})

it('orders products by name with numbers as numbers', () => {
  expect(namesBy('name')).toEqual(['Blog', 'Docs', 'Shop 9', 'shop 10'])
})

it('the home page can keep the order in which products were added', () => {
  expect(namesBy('created')).toEqual(PRODUCTS.map(({ name }) => name))
})

it('finds products by a part of their name in any case', () => {
  expect(findProducts(PRODUCTS, ' SHOP ').map(({ name }) => name)).toEqual(['shop 10', 'Shop 9'])
})
