import { expect, it } from 'vitest'
import { groupedDimensions } from './dimension-groups.ts'
import { NAMED_DIMENSIONS } from './dimensions.ts'

it('lists every dimension of filters in one group', () => {
  const grouped = groupedDimensions().map(({ dimension }) => dimension)
  expect(grouped.toSorted()).toEqual([...NAMED_DIMENSIONS].toSorted())
})
