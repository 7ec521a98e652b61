import { describe, expect, it } from 'vitest'
import type { Observed } from './evaluated.ts'
import { type AlertRule, watchOf } from './kinds/index.ts'

const spike = { kind: 'spike', span: 'hour', percent: 100, minimum: 50 } as const
const drop = { kind: 'drop', span: 'hour', percent: 50, minimum: 100 } as const
const silent = { kind: 'silent', hours: 3 } as const
const seen = (value: number, earlier: readonly number[], threshold = 0): Observed => ({ value, earlier, threshold })
const evaluate = (rule: AlertRule, observed: Observed) => {
  const { compare } = watchOf(rule)
  if (compare === undefined) throw new TypeError(`${rule.kind} compares nothing`)
  return compare(observed)
}

describe('the evaluation of an alert', () => {
  it.each([
    ['a spike at the percentage', spike, seen(200, [100, 100, 100, 100]), true, false],
    ['a spike just below the percentage', spike, seen(199, [100, 100, 100, 100]), false, false],
    ['a spike back within half of the percentage', spike, seen(149, [100, 100, 100, 100]), false, true],
    ['a spike of fewer visitors than the minimum', spike, seen(49, [1, 1, 1, 1]), false, true],
    ['a spike where nobody is usual', spike, seen(50, [0, 0, 0, 0]), true, false],
    ['a spike whose week before had one as well', spike, seen(200, [900, 100, 100, 100]), true, false],
    ['a usual number a week after a spike', drop, seen(200, [2_000, 200, 200, 200]), false, true],
    ['a drop at the percentage', drop, seen(50, [100, 100, 100, 100]), true, false],
    ['a drop just above the percentage', drop, seen(51, [100, 100, 100, 100]), false, false],
    ['a drop back within half of the percentage', drop, seen(76, [100, 100, 100, 100]), false, true],
    ['a drop where few visitors are usual', drop, seen(0, [99, 99, 99, 99]), false, false],
    ['silence at night in the middle of a drop', drop, seen(0, [0, 0, 0, 0]), false, false],
    ['silence where events are usual', silent, seen(0, [20, 20, 20, 20]), true, false],
    ['silence where few events are usual', silent, seen(0, [19, 19, 19, 19]), false, false],
    ['silence in hours that were silent in one of the weeks', silent, seen(0, [0, 90, 90, 90]), false, false],
    ['an event after silence', silent, seen(1, [90, 90, 90, 90]), false, true],
    ['three weeks of history', spike, seen(200, [100, 100, 100]), true, false],
  ])('evaluates whether an alert holds and whether it is over: %s', (_, rule, observed, holds, isOver) => {
    expect(evaluate(rule, observed)).toMatchObject({ problem: null, holds, isOver })
  })

  it('takes the median of the previous weeks as usual, so that one unusual week changes little', () => {
    expect(evaluate(spike, seen(100, [10, 90, 110, 5_000])).usual).toBe(100)
    expect(evaluate(spike, seen(100, [10, 90, 5_000])).usual).toBe(90)
  })

  it('needs at least three weeks of history to evaluate an alert', () => {
    expect(evaluate(spike, seen(9_000, [1, 1]))).toEqual({
      problem: 'too_little_history',
      value: null,
      usual: null,
      holds: false,
      isOver: false,
    })
  })

  it('neither shows a value of too few visitors nor reports a spike of them', () => {
    const few = { ...spike, minimum: 1 }
    expect(evaluate(few, seen(9, [1, 1, 1, 1], 10))).toMatchObject({ holds: false, value: null, usual: null })
    expect(evaluate(few, seen(10, [1, 1, 1, 1], 10))).toMatchObject({ holds: true, value: 10, usual: null })
    expect(evaluate({ ...drop, minimum: 1 }, seen(0, [9, 9, 9, 9], 10))).toMatchObject({ holds: false, usual: null })
    expect(evaluate(drop, seen(3, [200, 200, 200, 200], 10))).toMatchObject({ holds: true, value: null, usual: 200 })
  })
})
