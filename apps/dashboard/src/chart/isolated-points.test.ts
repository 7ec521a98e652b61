import { expect, it } from 'vitest'
import { isolatedPoints, runningPoints } from './isolated-points.ts'

it('a value without neighbors is drawn as a point, since no line leads to it', () => {
  expect(isolatedPoints([null, 3, null, null])).toEqual([1])
  expect(isolatedPoints([5])).toEqual([0])
  expect(isolatedPoints([0, null, 2, 3, null, 4])).toEqual([0, 5])
  expect(isolatedPoints([1, 2, 3])).toEqual([])
  expect(isolatedPoints([null, null])).toEqual([])
})

it('the last complete interval is not drawn as one that is still running, although the dashed line begins at it', () => {
  expect(runningPoints([3, 4, null], [null, 4, 2])).toEqual([2])
  expect(runningPoints([3, null, null], [3, 2, null])).toEqual([1])
  expect(runningPoints([null], [7])).toEqual([0])
  expect(runningPoints([3, 4], [null, null])).toEqual([])
})
