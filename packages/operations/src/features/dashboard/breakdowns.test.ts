import { testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scenarioOn, servicesOn, type TestEngine, testEngine } from '../../test-support/index.ts'
import { breakdowns } from './breakdowns.ts'

describe('breakdowns of the dashboard', () => {
  const database = testDatabase('sqlite')
  let engine: TestEngine
  beforeAll(async () => {
    engine = await testEngine()
  })
  afterAll(() => engine.close())

  it('reject dimensions that the metric does not have by the name of their own parameter', async () => {
    const { analytics } = await engine.services(database)
    const on = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
    const query = { period: '7d', metric: 'lcp', dimensions: ['page', 'goal'] }
    const rejected = await on.call(await on.person('viewer'), breakdowns, { query })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: ['dimensions'] })
    expect(rejected.detail).toContain('lcp cannot be broken down by goal')
  })

  it('say which visits they count, of which rows by class are no part', async () => {
    const { analytics } = await engine.services(database)
    const on = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
    const person = await on.person('viewer')
    const counted = async (...dimensions: readonly string[]) => {
      const { meta } = await on.call(person, breakdowns, { query: { period: '7d', dimensions } })
      return meta?.traffic?.counted
    }
    expect([await counted('traffic', 'page'), await counted('traffic'), await counted('page')]).toEqual([
      ...['human', 'all', 'human'],
    ])
  })
})
