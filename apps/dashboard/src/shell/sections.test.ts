import { expect, it } from 'vitest'
import { pageOf } from './sections.ts'

it.each([
  ['/products/$product/', '/products/$product'],
  ['/products/$product/goals', '/products/$product/goals'],
  ['/products/$product', ''],
  ['/', '/'],
])('the page of the matched route %s is “%s”', (fullPath, page) => {
  expect(pageOf(fullPath)).toBe(page)
})
