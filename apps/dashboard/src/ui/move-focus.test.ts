import { expect, it } from 'vitest'
import { targetOf } from './move-focus.ts'

it('moves from the last choice of a menu to the first, and back', () => {
  expect(targetOf('ArrowDown', 2, 3)).toBe(0)
  expect(targetOf('ArrowDown', -1, 3)).toBe(0)
  expect(targetOf('ArrowUp', 0, 3)).toBe(2)
  expect(targetOf('ArrowUp', -1, 3)).toBe(2)
  expect(targetOf('Home', 2, 3)).toBe(0)
  expect(targetOf('End', 0, 3)).toBe(2)
})

it('leads nowhere with any other key', () => {
  for (const key of ['Tab', 'ArrowLeft', 'a', 'Enter', '']) expect(targetOf(key, 1, 3)).toBe(-1)
})
