import { type LocalDate, METRICS } from '@footfall/core-domain'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Oracle, openOracle } from '../test-support/oracle.ts'
import { askings, comparedQuestions, questions, runs } from '../test-support/questions.ts'

const engine = testEngine()
let oracle: Oracle
beforeAll(async () => {
  oracle = await openOracle(engine, 450, 3)
})

it.each(METRICS)('%s of three products is what plain TypeScript computes from the rows of all', async (metric) => {
  const asking = { timezone: 'UTC', weekStart: 'monday' } as const
  const whole = { from: '2026-09-28' as LocalDate, to: '2026-11-08' as LocalDate }
  const query = { metrics: [metric], interval: 'day', filters: [], limit: 200, offset: 0 } as const
  for (const dimension of ['country', 'product'] as const)
    expect(await oracle.differences(asking, { ...whole, ...query, dimensions: [dimension] })).toEqual([])
})

it('every query about three products returns what plain TypeScript computes from the rows of all', async () => {
  await fc.assert(
    fc.asyncProperty(questions(oracle.source), askings, async (query, asking) => {
      expect(await oracle.differences(asking, query)).toEqual([])
    }),
    runs(120),
  )
})

it('a comparison of three products has the keys of both periods, with the values of plain TypeScript', async () => {
  await fc.assert(
    fc.asyncProperty(comparedQuestions(oracle.source), askings, async (query, asking) => {
      expect(await oracle.differences(asking, query)).toEqual([])
    }),
    runs(50),
  )
})
