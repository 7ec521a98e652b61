import { expect, it } from 'vitest'
import { currentPage } from './sections.ts'

it.each([
  ['/products/$product/', undefined, '/products/$product'],
  ['/products/$product/goals', undefined, '/products/$product/goals'],
  ['/products/$product', true, ''],
  ['/products/$product/settings', true, ''],
])('the current page of the match %s, without a page: %s, is “%s”', (fullPath, globalNotFound, page) => {
  const last = globalNotFound === undefined ? { fullPath } : { fullPath, globalNotFound }
  expect(currentPage([{ fullPath: '/' }, last])).toBe(page)
})
