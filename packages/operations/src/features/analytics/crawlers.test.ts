import type { CrawlersAnswer, CrawlersQuery, ReportMeta } from '@footfall/core-domain'
import { testDatabase } from '@footfall/testkit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallingScenario, fixedReports, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { crawlers } from './crawlers.ts'

const NOTHING = { state: 'empty', reason: 'no_data_collected', hits: null } as const

describe('the report of crawlers as an operation', () => {
  const database = testDatabase('sqlite')
  let on: CallingScenario
  let asked: CrawlersQuery | undefined
  beforeAll(async () => {
    const analytics = fixedReports({
      crawlers: async (_, query): Promise<CrawlersAnswer> => {
        asked = query
        const data = { ...NOTHING, purposes: [], crawlers: [], pages: [], series: [] }
        return { data, meta: {} as ReportMeta, more: true }
      },
    })
    on = await scenarioOn(database, { timezone: 'UTC', services: { ...servicesOn(database), analytics } })
  })
  beforeEach(() => {
    asked = undefined
  })

  const ask = (query: Readonly<Record<string, unknown>>) => on.call(on.owner, crawlers, { query })

  it('asks for everything where no parameter is given', async () => {
    await ask({})
    expect(asked).toMatchObject({ period: '30d', dimensions: [], offset: 0 })
    for (const name of ['purposes', 'crawlers', 'page', 'verified', 'status', 'compare', 'limit'] as const)
      expect(asked?.[name]).toBeUndefined()
  })

  it('reads filters as lists, verdicts as such, and classes of statuses as ranges', async () => {
    await ask({
      purpose: 'ai_training,ai_assistant',
      crawler: 'GPTBot, ClaudeBot',
      page: '/blog/*',
      verified: 'true,null',
      status: '404,5xx,unknown',
      dimension: 'page,purpose',
      limit: 10,
      compare: 'previous_period',
    })
    expect(asked).toMatchObject({
      purposes: ['ai_training', 'ai_assistant'],
      crawlers: ['GPTBot', 'ClaudeBot'],
      page: '/blog/*',
      verified: [true, null],
      status: [
        { from: 404, to: 404 },
        { from: 500, to: 599 },
        { from: 0, to: 0 },
      ],
      dimensions: ['page', 'purpose'],
      limit: 10,
      compare: { period: 'previous_period', matchWeekday: false },
    })
  })

  it('reads a status that is a number, and a verdict that is a truth value', async () => {
    await ask({ status: 404, verified: [true, 'null'] })
    expect(asked).toMatchObject({ status: [{ from: 404, to: 404 }], verified: [true, null] })
    await ask({ status: [404, '5xx'], verified: false })
    expect(asked).toMatchObject({
      status: [
        { from: 404, to: 404 },
        { from: 500, to: 599 },
      ],
      verified: [false],
    })
  })

  it.each([
    [['crawlers'], false],
    [['crawlers', 'overview'], true],
  ] as const)('a shared link that shows %j reads visits of people: %s', async (sections, visits) => {
    await on.call(on.link(sections), crawlers, { query: {} })
    expect(asked).toMatchObject({ visits })
  })

  it.each([
    ['an unknown purpose', { purpose: 'ai' }, 'purpose'],
    ['an empty purpose', { purpose: '' }, 'purpose'],
    ['a number for a purpose', { purpose: 1 }, 'purpose'],
    ['a purpose in another case', { purpose: 'AI_TRAINING' }, 'purpose'],
    ['an empty crawler', { crawler: '' }, 'crawler'],
    ['a huge name of a crawler', { crawler: 'x'.repeat(61) }, 'crawler'],
    ['too many crawlers', { crawler: Array.from({ length: 21 }, (_, i) => `bot${i}`).join(',') }, 'crawler'],
    ['an object for a crawler', { crawler: {} }, 'crawler'],
    ['an empty page', { page: '' }, 'page'],
    ['a huge page', { page: `/${'x'.repeat(2048)}` }, 'page'],
    ['a list of pages', { page: ['/'] }, 'page'],
    ['an unknown verdict', { verified: 'maybe' }, 'verified'],
    ['an empty verdict', { verified: '' }, 'verified'],
    ['an injection for a verdict', { verified: "true' OR 1=1" }, 'verified'],
    ['an unknown status', { status: '999' }, 'status'],
    ['an unknown status as a number', { status: 999 }, 'status'],
    ['half a number for a status', { status: 404.5 }, 'status'],
    ['a truth value for a status', { status: true }, 'status'],
    ['a number for a verdict', { verified: 1 }, 'verified'],
    ['half a status', { status: '40' }, 'status'],
    ['an empty status', { status: '' }, 'status'],
    ['a status in Arabic digits', { status: '٤٠٤' }, 'status'],
    ['an unknown dimension', { dimension: 'country' }, 'dimension'],
    ['three dimensions', { dimension: 'page,purpose,status' }, 'dimension'],
    ['an empty dimension', { dimension: '' }, 'dimension'],
    ['an unknown comparison', { compare: 'last_year' }, 'compare'],
    ['a comparison of days', { compare: 'previous_period', dimension: 'day' }, 'compare'],
    ['a comparison without its days', { compare: 'custom' }, 'compare_from'],
    ['a limit of zero', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['a text for a limit', { limit: 'many' }, 'limit'],
    ['a cursor without a dimension', { cursor: 'eyJvZmZzZXQiOjUwfQ' }, 'cursor'],
    ['a cursor of another list', { cursor: 'x', dimension: 'page' }, 'cursor'],
    ['a huge cursor', { cursor: 'x'.repeat(513), dimension: 'page' }, 'cursor'],
    ['an unknown parameter', { agent: 'GPTBot' }, 'agent'],
  ])('rejects %s at that field', async (_, query, field) => {
    expect(await ask(query)).toMatchObject({ code: 'invalid_request', fields: [field] })
    expect(asked).toBeUndefined()
  })
})
