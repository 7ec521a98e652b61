import { testDatabase } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { scenarioOn, servicesOn, testEngine } from '../../test-support/index.ts'
import { breakdowns } from './breakdowns.ts'

describe('breakdowns of the dashboard', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()

  it('rejects dimensions that the metric does not have by the name of their own parameter', async () => {
    const { analytics } = await engine.services(database)
    const on = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
    const query = { period: '7d', metric: 'lcp', dimensions: ['page', 'goal'] }
    const rejected = await on.call(await on.person('viewer'), breakdowns, { query })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: ['dimensions'] })
    expect(rejected.detail).toContain('lcp cannot be broken down by goal')
  })

  it.each([
    [['traffic', 'page'], 'human'],
    [['page'], 'human'],
    [['traffic'], 'all'],
  ])('says of a breakdown by %j that it counts %s visits', async (dimensions, counted) => {
    const { analytics } = await engine.services(database)
    const on = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
    const { meta } = await on.call(await on.person('viewer'), breakdowns, { query: { period: '7d', dimensions } })
    expect(meta).toMatchObject({ traffic: { counted } })
  })
})
