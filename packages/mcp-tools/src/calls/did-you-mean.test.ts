import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveSuite } from '../test-support-suite.ts'

describe('an error names what is wrong and suggests similar values', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })).secret
  })

  const page = { dimension: 'page', operator: 'is', values: ['/'] }
  const filters = (...conditions: object[]) => ({ filters: conditions })

  it.each<[string, Record<string, unknown>, string, readonly string[] | undefined]>([
    ['a metric by its name elsewhere', { metric: 'sessions' }, 'metric', ['visits']],
    ['a mistyped metric beside a known one', { metric: 'pageviews,uniques' }, 'metric', ['visitors']],
    ['a dimension by its name elsewhere', { dimension: 'url' }, 'dimension', ['page']],
    ['a mistyped dimension beside a known one', { dimension: 'page,contry' }, 'dimension', ['country']],
    ['a dimension of a condition', filters({ ...page, dimension: 'referer' }), 'filters.0.dimension', ['referrer']],
    [
      'a dimension of one of several alternatives',
      filters(page, { any: [{ ...page, dimension: 'campaign' }] }),
      'filters.1.any.0.dimension',
      ['utm_campaign'],
    ],
    ['an operator', filters({ ...page, operator: 'equals' }), 'filters.0.operator', ['is']],
    ['a scope', filters({ ...page, scope: 'session' }), 'filters.0.scope', ['visit']],
    [
      'a scope that is like no other',
      filters({ ...page, scope: 'xyz' }),
      'filters.0.scope',
      ['event', 'visit', 'visitor'],
    ],
    [
      'a field of a condition',
      filters({ ...page, casesensitive: true }),
      'filters.0.casesensitive',
      ['case_sensitive'],
    ],
    ['a period', { period: 'last_30_days' }, 'period', ['30d']],
    ['a comparison', { compare: 'previous' }, 'compare', ['previous_period', 'previous_year']],
    ['an interval', { interval: 'daily' }, 'interval', ['day']],
    ['a parameter', { dimensions: 'page' }, 'dimensions', ['dimension']],
    [
      'an order of a metric that is not asked for',
      { dimension: 'page', order: 'pageviews:asc' },
      'order',
      ['visitors:asc'],
    ],
    [
      'an order without a direction',
      { dimension: 'page', order: 'visitors' },
      'order',
      ['visitors:asc', 'visitors:desc'],
    ],
    ['three dimensions', { dimension: 'page,event,country' }, 'dimension', undefined],
    ['a date range in two forms', { period: '7d', from: '2026-11-01', to: '2026-11-02' }, 'period', undefined],
    [
      'a regular expression that would take too much memory',
      filters({ ...page, operator: 'matches_regex', values: ['((a{900}){900}){900}'] }),
      'filters.0.values.0',
      undefined,
    ],
    [
      'a regular expression of 201 characters',
      filters({ ...page, operator: 'matches_regex', values: ['a'.repeat(201)] }),
      'filters.0.values.0',
      undefined,
    ],
  ])(
    'the error about %s names the field and any similar value, the same over REST and as a tool',
    async (_, asked, path, near) => {
      const given = { product: seeded.product, metric: 'visitors', ...asked }
      const query = new URLSearchParams(
        Object.entries(given).map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
      const rest = await served.rest('GET', `/api/v1/stats?${query}`, undefined, token)
      const tool = await served.call('service_analytics_query', given, token)
      const expected = { path, message: expect.any(String), ...(near ? { did_you_mean: near } : {}) }
      expect({ status: rest.status, errors: rest.body.errors }).toEqual({ status: 400, errors: [expected] })
      expect({ isError: tool.body.result.isError, errors: tool.body.result.structuredContent?.errors }).toEqual({
        isError: true,
        errors: [expected],
      })
    },
  )

  it('the text of an error has the message as it is, also one that begins with a quotation mark', async () => {
    const given = { product: seeded.product, metric: 'visitors', dimension: 'url' }
    const { body } = await served.call('service_analytics_query', given, token)
    expect(body.result.content[0].text.split('\n')).toContain(
      '- dimension: "url" is not a dimension; the catalog lists them; did you mean page?',
    )
  })

  it('rejects twenty conditions of a hundred values as too many for one query', async () => {
    const values = Array.from({ length: 100 }, (_, i) => `/${i}`)
    const conditions = filters(...Array.from({ length: 20 }, () => ({ ...page, values })))
    const given = { product: seeded.product, metric: 'visitors', ...conditions }
    const { body } = await served.call('service_analytics_query', given, token)
    expect(body.result.structuredContent.errors).toEqual([
      { path: 'filters', message: 'must hold at most 500 values in all, not 2000' },
    ])
  })

  it('answers a regular expression that would never end in a backtracking engine', async () => {
    const regex = filters({ ...page, operator: 'matches_regex', values: ['^(([a-z])+.)+[A-Z]([a-z])+$'] })
    const given = { product: seeded.product, metric: 'visitors', ...regex }
    const { body } = await served.call('service_analytics_query', given, token)
    expect(body.result).not.toHaveProperty('isError')
  })

  it('suggests a similar field for an unknown field of a written body', async () => {
    const body = { nam: 'Shop' }
    const { status, body: problem } = await served.rest('PATCH', `/api/v1/products/${seeded.product}`, body, token)
    expect({ status, errors: problem.errors }).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([{ path: 'nam', message: 'is not a known field', did_you_mean: ['name'] }]),
    })
  })
})
