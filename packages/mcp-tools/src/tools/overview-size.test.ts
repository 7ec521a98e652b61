import {
  CurrencyCode,
  HEADLINE_METRICS,
  HINT_CODES,
  LocalDate,
  type Mover,
  type OverviewAnswer,
  ProductId,
  type ReportMeta,
  timestamp,
  UTC,
} from '@footfall/core-domain'
import { fixedReports, servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { serve } from '../test-support.ts'

const TOKENS_MAX = 3_000
const database = testDatabase('sqlite')
const engine = testEngine()

/** Filters and hints as long as they can be. */
function longMeta(text: string): ReportMeta {
  const today = LocalDate.parse('2026-11-20')
  const value = text.slice(0, 1_000).toWellFormed()
  const condition = { dimension: 'page', operator: 'is', values: Array.from({ length: 5 }, () => value) } as const
  return {
    product: ProductId.parse('prd_example'),
    timezone: UTC,
    from: today,
    to: today,
    retention: { days: 3650, available_from: LocalDate.parse('2016-11-20') },
    suppression: { threshold: 100, rows_withheld: 200 },
    fresh_until: timestamp(database.clock.now()),
    today,
    filters: Array.from({ length: 20 }, () => condition),
    hints: Array.from({ length: 20 }, () => ({
      code: 'value_never_seen' as const,
      filter: 'page',
      value,
      did_you_mean: [value, value, value],
    })),
  }
}

/** Rows whose texts are as long as they can be, and whose numbers are long too. */
function overviewOf(text: string): OverviewAnswer {
  const mover = (i: number): Mover => ({
    key: `${i}${text}`,
    label: `${i}${text}`,
    visitors: 123_456_789 + i,
    previous: 987_654_321 - i,
    change: -0.874_999_998_984_375,
  })
  const movers = Array.from({ length: 6 }, (_, i) => mover(i))
  return {
    data: {
      headline: HEADLINE_METRICS.map((metric) => ({
        ...({ metric, unit: 'currency', state: 'available', reason: null } as const),
        value: 1_234_567_890.123_456_7,
        previous: 9_876_543_210.765_432,
        change: -0.874_999_998_984_375,
      })),
      comparison: {
        period: 'previous_period',
        from: LocalDate.parse('2026-09-21'),
        to: LocalDate.parse('2026-10-20'),
        until: timestamp(database.clock.now()),
        state: 'unavailable',
        reason: 'not_fully_collected',
      },
      movers: { source: movers, page: movers, country: movers, utm_campaign: movers },
    },
    meta: longMeta(text),
  }
}

it.each([
  ['random letters', 'kQ7zXw2vPb9'],
  ['percent-encoded text', '/%F0%9F%A7%AA%0D'],
  ['rare characters', 'ꙮ𒐫﷽'],
  ['emoji', '🧪👩‍👩‍👧‍👦'],
  ['quotes and backslashes', '"\\'],
])('an overview costs a model at most 3,000 tokens, both as data and as text, with values of %s', async (_, part) => {
  const text = part.repeat(Math.ceil(2_048 / part.length))
  const seeded = await seedProduct(database)
  const at = timestamp(database.clock.now())
  for (let i = 0; i < 8; i++) {
    const id = database.ids.annotation()
    const dated = { id, date: LocalDate.parse('2026-11-19'), created_at: at, revision: 1, updated_at: at }
    await database.store.annotations.insert(seeded.product, {
      ...dated,
      title: text.slice(0, 200),
      note: text.slice(0, 2_000),
    })
  }
  const analytics = fixedReports({ overview: async () => overviewOf(text) })
  const taking = await engine.services(database)
  const served = await serve({ ...servicesOn(database), ...taking, analytics })
  const { secret } = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
  const given = {
    product: seeded.product,
    filters: [{ dimension: 'page', operator: 'is', values: ['/x'.repeat(150)] }],
  }
  const { body } = await served.call('service_analytics_query', given, secret)
  const { structuredContent, content } = body.result
  expect(structuredContent.data.movers.page).toHaveLength(6)
  expect(content[0].text).toContain('Filters as understood (shortened')
  expect(encode(JSON.stringify(structuredContent.data)).length).toBeLessThanOrEqual(TOKENS_MAX)
  expect(encode(content[0].text).length).toBeLessThanOrEqual(TOKENS_MAX)
  await served.close()
})

const TEXT = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
const CURRENCIES = ['CHF', 'GBP', 'USD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'JPY'].map((code) =>
  CurrencyCode.parse(code),
)
/** Whatever a report may say of what was asked. */
const ABOUT: fc.Arbitrary<Pick<ReportMeta, 'filters' | 'hints' | 'excluded'>> = fc.record({
  filters: fc.array(
    fc.record({
      dimension: fc.constantFrom('page', 'referrer', 'utm_campaign'),
      operator: fc.constantFrom('is', 'is_not', 'contains'),
      values: fc.array(TEXT, { minLength: 1, maxLength: 25 }),
    }),
    { maxLength: 20 },
  ),
  hints: fc.array(
    fc.record({
      code: fc.constantFrom(...HINT_CODES),
      filter: TEXT,
      value: TEXT,
      did_you_mean: fc.array(TEXT, { maxLength: 3 }),
      suggestion: TEXT,
      visits: fc.nat(),
    }),
    { maxLength: 40 },
  ),
  excluded: fc.uniqueArray(
    fc.record({
      reason: fc.constant('other_currency' as const),
      currency: fc.constantFrom(...CURRENCIES),
      amount: fc.constant('123456789012.123456'),
      events: fc.nat(),
    }),
    { selector: ({ currency }) => currency },
  ),
})

it('an overview costs a model at most 3,000 tokens whatever its filters, hints and amounts in other currencies', async () => {
  const seeded = await seedProduct(database)
  const taking = await engine.services(database)
  const { secret } = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
  let about: Pick<ReportMeta, 'filters' | 'hints' | 'excluded'> = {}
  const analytics = fixedReports({
    overview: async () => {
      const { data, meta } = overviewOf('kQ7zXw2vPb9'.repeat(186))
      return { data, meta: { ...meta, ...about } }
    },
  })
  const served = await serve({ ...servicesOn(database), ...taking, analytics })
  await fc.assert(
    fc.asyncProperty(ABOUT, async (generated) => {
      about = generated
      const { body } = await served.call('service_analytics_query', { product: seeded.product }, secret)
      expect(encode(body.result.content[0].text).length).toBeLessThanOrEqual(TOKENS_MAX)
    }),
    { numRuns: 40, endOnFailure: true },
  )
  await served.close()
})
