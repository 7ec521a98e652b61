import { type AskedRange, LocalDate, type ReportMeta } from '@footfall/core-domain'
import { testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Executable } from '../../definition/operation.ts'
import { type CallingScenario, fixedReports, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { listFunnels } from '../funnels/list.ts'
import { crawlers } from './crawlers.ts'
import { goals } from './goals.ts'
import { queryStats } from './query.ts'
import { searchConsole } from './search-console.ts'

describe('the date range of a report', () => {
  const database = testDatabase('sqlite')
  let on: CallingScenario
  const asked: AskedRange[] = []
  let kinds: string[] = []
  beforeAll(async () => {
    const answer = async (_: unknown, range: AskedRange) => {
      asked.push(range)
      // The operations only pass on what the reports answer.
      return { data: [] as never, meta: {} as ReportMeta, more: false }
    }
    const analytics = fixedReports({
      query: answer,
      goals: answer,
      crawlers: answer,
      searchConsole: answer,
      funnels: answer,
      firstDay: async (_, kind) => {
        kinds.push(kind)
        return kind === 'events' ? LocalDate.parse('2025-02-03') : undefined
      },
    })
    on = await scenarioOn(database, { timezone: 'UTC', services: { ...servicesOn(database), analytics } })
  })

  const ask = async (operation: Executable, query: object) => {
    asked.length = 0
    kinds = []
    const metric = operation === queryStats ? { metric: 'visitors' } : {}
    const rejected = await on.call(on.owner, operation, { query: { ...metric, ...query } })
    return { rejected, period: asked.map(({ period, from, to }) => [period, from, to])[0] }
  }

  describe.each([
    ['the query', queryStats],
    ['the goals', goals],
    ['the crawlers', crawlers],
    ['the search console', searchConsole],
    ['the funnels', listFunnels],
  ])('%s', (_, operation) => {
    it('uses the days of the given period, relative to today', async () => {
      expect((await ask(operation, { period: 'yesterday' })).period).toEqual(['yesterday', '2026-11-19', '2026-11-19'])
      expect((await ask(operation, { period: '12mo' })).period).toEqual(['12mo', '2025-11-21', '2026-11-20'])
    })

    it('uses the last thirty days by default', async () => {
      expect((await ask(operation, {})).period).toEqual(['30d', '2026-10-22', '2026-11-20'])
    })

    it('uses the given days, without the name of a period', async () => {
      const days = { from: '2026-01-01', to: '2026-01-31' }
      expect((await ask(operation, days)).period).toEqual([undefined, '2026-01-01', '2026-01-31'])
    })

    it('names the field that is wrong in an invalid date range', async () => {
      const rejected = async (query: object) => {
        const { rejected, period } = await ask(operation, query)
        expect(period).toBeUndefined()
        return [rejected.code, ...(rejected.fields ?? [])]
      }
      expect(await rejected({ period: '7d', from: '2026-01-01', to: '2026-01-31' })).toEqual([
        'invalid_request',
        'period',
      ])
      expect(await rejected({ period: '7d', to: '2026-01-31' })).toEqual(['invalid_request', 'period'])
      expect(await rejected({ from: '2026-01-01' })).toEqual(['invalid_request', 'to'])
      expect(await rejected({ to: '2026-01-01' })).toEqual(['invalid_request', 'from'])
      expect(await rejected({ from: '2026-01-02', to: '2026-01-01' })).toEqual(['invalid_request', 'to'])
      expect(await rejected({ from: '2026-02-30', to: '2026-03-01' })).toEqual(['invalid_request', 'from'])
      expect(await rejected({ period: '8d' })).toEqual(['invalid_request', 'period'])
      expect(await rejected({ period: '7d', tz: 'Mars/Base' })).toEqual(['invalid_request', 'tz'])
    })
  })

  it.each([
    ['events', queryStats, '2025-02-03'],
    ['events', goals, '2025-02-03'],
    ['events', listFunnels, '2025-02-03'],
    ['crawler_hits', crawlers, '2026-11-20'],
    ['search_console', searchConsole, '2026-11-20'],
  ] as const)(
    'a report of all time begins on the first day of the %s, or today if there are none',
    async (kind, operation, first) => {
      expect((await ask(operation, { period: 'all' })).period).toEqual(['all', first, '2026-11-20'])
      expect(kinds).toEqual([kind])
    },
  )

  it('names the field that is wrong in an invalid comparison of goals', async () => {
    const rejected = async (query: object) => (await ask(goals, query)).rejected.fields
    expect(await rejected({ compare: 'last_year' })).toEqual(['compare'])
    expect(await rejected({ compare: 'custom' })).toEqual(['compare_from'])
    expect(await rejected({ compare: 'custom', compare_from: '2026-01-01' })).toEqual(['compare_to'])
    expect(await rejected({ compare: 'previous_period', compare_to: '2026-01-01' })).toEqual(['compare_to'])
    expect(await rejected({ compare: 'custom', compare_from: '2026-01-02', compare_to: '2026-01-01' })).toEqual([
      'compare_to',
    ])
  })
})
