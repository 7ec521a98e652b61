import { describe, expect, it } from 'vitest'
import { tableOf, textOf } from './repository.ts'

describe('the comparison with others', () => {
  it.each(tableOf(textOf('docs/why-footfall.md'), 'measurement'))(
    'the results of the benches have the numbers of “%s”',
    (_, ours = '', baseline = '', ratio = '', from = '') => {
      const results = textOf(`bench/results/${/\[(\w+)\]/.exec(from)?.[1]}.md`)
      const theirs = /^[\d,.]+ [\w/]+/.exec(baseline)?.[0] ?? 'no number'
      const numbers = [ours, theirs, ratio].map((number) => ` ${number}`)
      expect(results.split('\n').filter((row) => numbers.every((number) => row.includes(number)))).toHaveLength(1)
    },
  )
})
