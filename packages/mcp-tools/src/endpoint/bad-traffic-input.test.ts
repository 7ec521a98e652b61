import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Served } from '../test-support.ts'
import { serveSuite } from '../test-support-suite.ts'

type Row = readonly [what: string, given: Readonly<Record<string, unknown>>, path: string]

const condition = (dimension: string, operator: string, values: unknown) => ({
  filters: [{ dimension, operator, values }],
})
const NUMBERS_OF_VISITS = ['visit_duration', 'visit_pageviews', 'visit_events']

const QUESTIONS: readonly Row[] = [
  ['an unknown class', { traffic: 'robots' }, 'traffic'],
  ['an empty class', { traffic: '' }, 'traffic'],
  ['a class in capitals', { traffic: 'HUMAN' }, 'traffic'],
  ['two classes', { traffic: 'human,suspected' }, 'traffic'],
  ['a huge class', { traffic: 'human'.repeat(2_000) }, 'traffic'],
  ['a class in other letters', { traffic: 'ｈｕｍａｎ' }, 'traffic'],
  ['an injection for a class', { traffic: "human' OR 1=1 --" }, 'traffic'],
  ['a dimension like that of classes', { dimension: 'traffic_class' }, 'dimension'],
  ['a condition on an unknown class', condition('traffic', 'is', ['robots']), 'filters.0.values.0'],
  ['a comparison of classes', condition('traffic', 'above', ['1']), 'filters.0.operator'],
  ['a condition on an unknown truth of a bounce', condition('bounced', 'is', ['maybe']), 'filters.0.values.0'],
  ['a truth value where texts are', condition('page', 'is', [true]), 'filters.0.values.0'],
  ['a comparison of bounces', condition('bounced', 'below', ['1']), 'filters.0.operator'],
  ...NUMBERS_OF_VISITS.flatMap((dimension): readonly Row[] => [
    [`${dimension} with words for a number`, condition(dimension, 'above', ['many']), 'filters.0.values.0'],
    [`${dimension} with an empty number`, condition(dimension, 'above', ['']), 'filters.0.values.0'],
    [`${dimension} with a truth value`, condition(dimension, 'above', [true]), 'filters.0.values.0'],
    [`${dimension} with a negative number`, condition(dimension, 'below', ['-1']), 'filters.0.values.0'],
    [`${dimension} with a number of 400 digits`, condition(dimension, 'is', ['9'.repeat(400)]), 'filters.0.values.0'],
    [`${dimension} with infinity`, condition(dimension, 'is', ['Infinity']), 'filters.0.values.0'],
    [`${dimension} with Arabic digits`, condition(dimension, 'is', ['٥']), 'filters.0.values.0'],
    [`${dimension} with an exponent`, condition(dimension, 'is', ['1e3']), 'filters.0.values.0'],
    [`${dimension} with an injection`, condition(dimension, 'is', ['1) OR 1=1 --']), 'filters.0.values.0'],
    [`${dimension} with no bound`, condition(dimension, 'above', []), 'filters.0.values'],
    [`${dimension} with an operator of texts`, condition(dimension, 'contains', ['1']), 'filters.0.operator'],
  ]),
]

const CRAWLS: readonly Row[] = [
  ['an unknown purpose', { purpose: 'ai' }, 'purpose'],
  ['an empty purpose', { purpose: '' }, 'purpose'],
  ['an empty crawler', { crawler: '' }, 'crawler'],
  ['a huge name of a crawler', { crawler: 'x'.repeat(61) }, 'crawler'],
  ['a huge page', { page: `/${'x'.repeat(2048)}` }, 'page'],
  ['an unknown verdict', { verified: 'maybe' }, 'verified'],
  ['an unknown status', { status: '999' }, 'status'],
  ['a status in Arabic digits', { status: '٤٠٤' }, 'status'],
  ['three dimensions', { dimension: 'page,purpose,status' }, 'dimension'],
  ['an unknown comparison', { compare: 'last_year' }, 'compare'],
  ['a negative limit', { limit: -1 }, 'limit'],
  ['half a limit', { limit: 1.5 }, 'limit'],
  ['a cursor that nobody gave out', { cursor: 'AAAA', dimension: 'page' }, 'cursor'],
  ['an unknown parameter', { agent: 'GPTBot' }, 'agent'],
]

const PREFERENCES: readonly Row[] = [
  ['an unknown word', { suspected_automation: 'hide' }, 'suspected_automation'],
  ['an empty word', { suspected_automation: '' }, 'suspected_automation'],
  ['a truth value', { suspected_automation: true }, 'suspected_automation'],
  ['a list', { suspected_automation: ['exclude'] }, 'suspected_automation'],
  ['nothing', { suspected_automation: null }, 'suspected_automation'],
  ['a huge word', { suspected_automation: 'exclude'.repeat(10_000) }, 'suspected_automation'],
  ['a word in other letters', { suspected_automation: 'ｅxclude\u202e' }, 'suspected_automation'],
]

describe('bad input of classes of traffic, of crawlers and of numbers of visits', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })).secret
  })

  const query = (given: Readonly<Record<string, unknown>>, raw = '') =>
    `${new URLSearchParams(
      Object.entries({ product: seeded.product, ...given }).map(([name, value]): [string, string] => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )}${raw}`

  async function expectRejected(answers: {
    readonly rest: ReturnType<Served['rest']>
    readonly tool: ReturnType<Served['call']>
    readonly path: string
  }) {
    const { status, body } = await answers.rest
    expect({ status, path: body.errors?.[0]?.path }).toEqual({ status: 400, path: answers.path })
    const { result } = (await answers.tool).body
    expect(result.isError).toBe(true)
    expect(result.content[0].text).toContain(answers.path)
    expect(served.logged).toEqual([])
  }

  it.each(QUESTIONS)('a question with %s is rejected by its name, on REST and by MCP', async (_, given, path) => {
    const asked = { metric: 'visitors', period: '7d', ...given }
    await expectRejected({
      rest: served.rest('GET', `/api/v1/stats?${query(asked)}`, undefined, token),
      tool: served.call('service_analytics_query', { product: seeded.product, ...asked }, token),
      path,
    })
  })

  it.each(CRAWLS)(
    'a question about crawlers with %s is rejected by its name, on REST and by MCP',
    async (_, given, path) => {
      await expectRejected({
        rest: served.rest('GET', `/api/v1/crawls?${query(given)}`, undefined, token),
        tool: served.call('service_analytics_crawlers', { product: seeded.product, ...given }, token),
        path,
      })
    },
  )

  it.each(PREFERENCES)(
    'a preference for automation of %s is rejected by its name, on REST and by MCP',
    async (_, given, path) => {
      await expectRejected({
        rest: served.rest('PATCH', `/api/v1/products/${seeded.product}/preferences`, given, token),
        tool: served.call('service_preferences_update', { product: seeded.product, ...given }, token),
        path,
      })
    },
  )

  it.each([
    ['/api/v1/stats', '&traffic=human&traffic=all', 'traffic'],
    ['/api/v1/crawls', '&page=/a&page=/b', 'page'],
    ['/api/v1/crawls', '&compare=none&compare=none', 'compare'],
    ['/api/v1/crawls', '&limit=1&limit=2', 'limit'],
  ])('%s%s is rejected, since %s is given more than once', async (path, raw, name) => {
    const given = path === '/api/v1/stats' ? { metric: 'visitors' } : {}
    const { status, body } = await served.rest('GET', `${path}?${query(given, raw)}`, undefined, token)
    expect({ status, error: body.errors?.[0] }).toMatchObject({
      status: 400,
      error: { path: name, message: 'is given more than once' },
    })
  })

  it.each([
    ['visit_duration', 'above', '1.5'],
    ['visit_pageviews', 'below', '3'],
    ['visit_events', 'is', '0'],
  ])('a condition on %s %s %s is understood, on REST and by MCP', async (dimension, operator, value) => {
    const asked = { metric: 'visits', period: '7d', ...condition(dimension, operator, [value]) }
    const rest = await served.rest('GET', `/api/v1/stats?${query(asked)}`, undefined, token)
    expect(rest.status).toBe(200)
    const tool = await served.call('service_analytics_query', { product: seeded.product, ...asked }, token)
    expect(tool.body.result.isError).not.toBe(true)
  })
})
