import { expect, it } from 'vitest'
import { heatCells } from './heat-cells.ts'

it('colors the hour with the most visitors fully, and one without a visitor not at all', () => {
  const cells = heatCells([
    { key: '1', keys: ['1', '9'], visitors: 8, value: 8, state: 'available' },
    { key: '2', keys: ['2', '9'], visitors: 2, value: 2, state: 'available' },
  ])
  expect(cells.of('1', '9')).toEqual({ value: 8, state: 'available', strength: 1 })
  expect(cells.of('2', '9').strength).toBe(0.25)
  expect(cells.of('7', '0')).toEqual({ value: 0, state: 'available', strength: 0 })
})

it('the heat map distinguishes a withheld hour from an hour without visitors', () => {
  const cells = heatCells([{ key: '1', keys: ['1', '9'], visitors: null, value: null, state: 'withheld' }])
  expect(cells.of('1', '9')).toMatchObject({ value: null, state: 'withheld' })
  expect(cells.of('1', '9').strength).toBeGreaterThan(0)
})
