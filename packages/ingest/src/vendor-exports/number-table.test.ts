import { IMPORTED_NUMBERS } from '@footfall/core-domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberTable } from './number-table.ts'

const numbers = fc.record(Object.fromEntries(IMPORTED_NUMBERS.map((name) => [name, fc.nat({ max: 1_000_000 })])), {
  requiredKeys: [],
})

it('each line of metrics is returned as it was added, with what was added to it, and unknown ones stay unknown', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(numbers, numbers), { minLength: 1, maxLength: 40 }), (lines) => {
      const table = numberTable()
      // More than it has room for at first.
      for (let i = 0; i < 1500; i++) expect(table.add({ visits: i })).toBe(i)
      const numbers = lines.map(([first]) => table.add(first))
      lines.forEach(([, second], i) => {
        table.addTo(numbers[i] ?? -1, second)
      })
      lines.forEach(([first, second], i) => {
        const names = IMPORTED_NUMBERS.filter((name) => name in first || name in second)
        const sums = Object.fromEntries(names.map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]))
        expect(table.of(numbers[i] ?? -1)).toEqual(sums)
      })
      expect(table.of(7)).toEqual({ visits: 7 })
    }),
    { numRuns: 30 },
  )
})
