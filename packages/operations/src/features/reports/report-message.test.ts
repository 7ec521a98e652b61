import { LANGUAGES, LocalDate, Message, ProductId, ReportId, TimeZone } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import type { ProductStatistics } from './product-statistics.ts'
import { reportMessage } from './report-message.ts'

const from = LocalDate.parse('2026-11-16')
const to = LocalDate.parse('2026-11-22')
const available = { state: 'available', reason: null } as const
const left = (currency: 'CHF' | 'USD', amount: string) => ({
  excluded: [{ reason: 'other_currency' as const, currency, amount, events: 2 }],
})

const ofProduct = {
  product: { id: ProductId.parse('prd_shop'), name: 'Shop', timezone: TimeZone.parse('UTC') },
  overview: {
    headline: [{ metric: 'revenue', unit: 'currency', currency: 'EUR', ...available, value: 30 }],
    comparison: { period: 'previous_period', from, to, ...available },
    movers: { source: [], page: [], country: [], utm_campaign: [] },
  },
  goals: {
    ...available,
    visitors: 10,
    goals: [
      {
        name: 'order',
        label: null,
        kind: 'custom',
        ...available,
        conversions: 3,
        converted_visitors: 3,
        conversion_rate: 0.3,
        revenue: { amount: '30', currency: 'EUR' },
      },
    ],
  },
  annotations: [],
  meta: { from, to, ...left('CHF', '9.5') },
  goals_meta: left('USD', '4'),
} as const satisfies ProductStatistics

const report = {
  id: ReportId.parse('rpt_A'),
  name: 'Monday',
  schedule: { every: 'week' },
  subject: { product: ofProduct.product.id },
} as unknown as Parameters<typeof reportMessage>[0]

it('lists the amounts that are excluded from the revenue of a scheduled report and of its goals, for people and programs', () => {
  const message = reportMessage(report, [ofProduct], 'https://footfall.example', 'en')
  const texts = message.sections.map(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])),
  )
  expect(texts).toEqual([['Not included in the revenue: CHF 9.50.'], ['Not included in the revenue: $4.']])
  expect(message.data).toMatchObject({ products: [{ meta: left('CHF', '9.5'), goals_meta: left('USD', '4') }] })
})

it('does not mention excluded amounts in a scheduled report without any', () => {
  const { meta, goals_meta: _, ...rest } = ofProduct
  const message = reportMessage(
    report,
    [{ ...rest, meta: { from: meta.from, to: meta.to }, goals_meta: {} }],
    'https://f.example',
    'en',
  )
  expect(message.sections.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'text')).toEqual([])
})

const LONG = `${'Überlänge 🧪 '.repeat(40)}مرحبا‏ <b>`.padEnd(500, 'x')

it.each(LANGUAGES)(
  'writes a scheduled report in %s, with names of 500 characters in any script as they are',
  (language) => {
    const visitors = {
      metric: 'visitors',
      unit: 'count',
      ...available,
      value: 12_345,
      previous: 11_000,
      change: 0.12,
    } as const
    const statistics = {
      ...ofProduct,
      product: { ...ofProduct.product, name: LONG },
      overview: {
        ...ofProduct.overview,
        headline: [visitors],
        movers: {
          ...ofProduct.overview.movers,
          utm_campaign: [{ key: LONG, visitors: 1, previous: 0, change: null }],
        },
      },
      annotations: [{ date: from, title: LONG, note: LONG }],
    }
    const said = Message.parse(reportMessage(report, [statistics], 'https://f.example', language))
    expect(said.language).toBe(language)
    expect(said.heading).toBe(LONG)
    const texts = JSON.stringify(said.sections)
    expect(texts).toContain(JSON.stringify(LONG).slice(1, -1))
    // No text that programs for email cannot show, and no placeholder that nothing fills.
    expect(`${said.subject}${texts}`).not.toMatch(/[\u00a0\u202f\u2009]|\{\w+\}/)
    const english = reportMessage(report, [statistics], 'https://f.example', 'en')
    if (language !== 'en') expect(said.reason).not.toBe(english.reason)
  },
)

it('writes numbers, days and the subject of a report as its reader does', () => {
  const visitors = {
    metric: 'visitors',
    unit: 'count',
    ...available,
    value: 12_345,
    previous: 11_000,
    change: 0.12,
  } as const
  const statistics = { ...ofProduct, overview: { ...ofProduct.overview, headline: [visitors] } }
  expect(reportMessage(report, [statistics], 'https://f.example', 'de')).toMatchObject({
    subject: 'Wochenbericht für Shop: 12.345 Besucher (+12 %)',
    intro: '16.–22. Nov. 2026, verglichen mit 16.–22. Nov. 2026.',
    sections: [
      { blocks: [{ figures: [{ label: 'Besucher', value: '12.345', change: '+12 %' }] }, { kind: 'text' }] },
      { heading: 'Ziele' },
    ],
  })
  expect(reportMessage(report, [statistics], 'https://f.example', 'ja').subject).toBe(
    'Shop の週次レポート：訪問者 12,345 人（+12%）',
  )
})
