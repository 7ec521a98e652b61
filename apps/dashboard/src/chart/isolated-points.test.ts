import { expect, it } from 'vitest'
import { isolatedPoints } from './isolated-points.ts'

it('a value without neighbors is drawn as a point, since no line leads to it', () => {
  expect(isolatedPoints([null, 3, null, null])).toEqual([1])
  expect(isolatedPoints([5])).toEqual([0])
  expect(isolatedPoints([0, null, 2, 3, null, 4])).toEqual([0, 5])
  expect(isolatedPoints([1, 2, 3])).toEqual([])
  expect(isolatedPoints([null, null])).toEqual([])
})
