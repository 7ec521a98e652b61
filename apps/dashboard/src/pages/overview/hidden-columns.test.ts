import { expect, it } from 'vitest'
import { hiddenColumnsOf } from './hidden-columns.ts'

it('reads which columns are turned off, and ignores a name that is not a metric', () => {
  expect([...hiddenColumnsOf('revenue bounce_rate')]).toEqual(['revenue', 'bounce_rate'])
  expect([...hiddenColumnsOf('constructor <b> 🙂 revenue revenue')]).toEqual(['revenue'])
})

it('turns no column off where the browser keeps nothing', () => {
  for (const stored of [undefined, null, '', ' ']) expect(hiddenColumnsOf(stored).size).toBe(0)
})
