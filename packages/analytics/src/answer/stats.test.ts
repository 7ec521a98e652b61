import { type Dimension, type LocalDate, METRICS } from '@footfall/core-domain'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { type Oracle, openOracle } from '../test-support/oracle.ts'
import { askings, comparedQuestions, questions, runs } from '../test-support/questions.ts'

// With expressions that are compiled, as in a service.
vi.unmock('../../../warehouse/src/engine/connection-settings.ts')

const engine = testEngine()
let oracle: Oracle
beforeAll(async () => {
  oracle = await openOracle(engine)
})

it.each(METRICS)(
  'the metric %s is what plain TypeScript computes from the same rows, by day and by country',
  async (metric) => {
    const asking = { timezone: 'UTC', weekStart: 'monday' } as const
    const whole = { from: '2026-09-28' as LocalDate, to: '2026-11-08' as LocalDate }
    const dimensions: readonly Dimension[] = ['country']
    const query = { metrics: [metric], dimensions, interval: 'day', filters: [], limit: 200, offset: 0 } as const
    expect(await oracle.differences(asking, { ...whole, ...query })).toEqual([])
  },
)

it('every query that the catalog allows returns what plain TypeScript computes from the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(questions(oracle.source), askings, async (query, asking) => {
      expect(await oracle.differences(asking, query)).toEqual([])
    }),
    runs(120),
  )
})

it('a comparison has the keys of both periods, each with the value that plain TypeScript computes for its period', async () => {
  await fc.assert(
    fc.asyncProperty(comparedQuestions(oracle.source), askings, async (query, asking) => {
      expect(await oracle.differences(asking, query)).toEqual([])
    }),
    runs(50),
  )
})

it('rows by city and another dimension distinguish cities of one name in two regions', async () => {
  const { rows = [] } = await oracle.ask(
    { timezone: 'UTC', weekStart: 'monday' },
    {
      ...{ metrics: ['visitors'], dimensions: ['device', 'city'], filters: [], limit: 200, offset: 0 },
      ...{ from: '2026-09-28' as LocalDate, to: '2026-11-08' as LocalDate },
    },
  )
  const berlins = rows.map(({ keys }) => keys ?? []).filter(([, city]) => city === 'Berlin')
  const places = berlins.map(([, , region, country]) => `${region} ${country}`)
  expect([...new Set(places)].sort()).toEqual(['DE-BE DE', 'US-NH US'])
})

it('a series by minute is what plain TypeScript computes, of today and of yesterday, whatever the zone', async () => {
  for (const timezone of ['UTC', 'Asia/Kathmandu', 'America/New_York']) {
    for (const day of ['2026-11-07', '2026-11-08'] as LocalDate[]) {
      const query = {
        metrics: ['visitors', 'pageviews', 'bounce_rate'] as const,
        dimensions: [],
        filters: [],
        limit: 1,
        offset: 0,
      }
      const asked = { ...query, from: day, to: day, interval: 'minute' as const }
      expect(await oracle.differences({ timezone, weekStart: 'monday' }, asked)).toEqual([])
      const { series = [] } = await oracle.ask({ timezone, weekStart: 'monday' }, asked)
      expect(series).toHaveLength(1440)
    }
  }
})

it.each([
  ['the day before yesterday', '2026-11-06', '2026-11-06'],
  ['two days', '2026-11-07', '2026-11-08'],
  ['tomorrow', '2026-11-09', '2026-11-09'],
])('a series by minute of %s is rejected with the interval to use', async (_, from, to) => {
  const query = {
    metrics: ['visitors'] as const,
    dimensions: [],
    filters: [],
    interval: 'minute' as const,
    limit: 1,
    offset: 0,
  }
  const asked = oracle.ask(
    { timezone: 'UTC', weekStart: 'monday' },
    { ...query, from: from as LocalDate, to: to as LocalDate },
  )
  await expect(asked).rejects.toMatchObject({ errors: [{ path: 'interval', did_you_mean: ['hour'] }] })
})
