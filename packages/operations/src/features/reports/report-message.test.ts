import { LocalDate, ProductId, ReportId, TimeZone } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import type { ProductStatistics } from './product-statistics.ts'
import { reportMessage } from './report-message.ts'

const from = LocalDate.parse('2026-11-16')
const to = LocalDate.parse('2026-11-22')
const available = { state: 'available', reason: null } as const
const left = (currency: 'CHF' | 'USD', amount: string) => ({
  excluded: [{ reason: 'other_currency' as const, currency, amount, events: 2 }],
})

const figures = {
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
  subject: { product: figures.product.id },
} as unknown as Parameters<typeof reportMessage>[0]

it('lists the amounts that are excluded from the revenue of a scheduled report and of its goals, for people and programs', () => {
  const message = reportMessage(report, [figures], 'https://footfall.example', 'en')
  const texts = message.sections.map(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])),
  )
  expect(texts).toEqual([['Not included in the revenue: CHF 9.50.'], ['Not included in the revenue: $4.']])
  expect(message.data).toMatchObject({ products: [{ meta: left('CHF', '9.5'), goals_meta: left('USD', '4') }] })
})

it('does not mention excluded amounts in a scheduled report without any', () => {
  const { meta, goals_meta: _, ...rest } = figures
  const message = reportMessage(
    report,
    [{ ...rest, meta: { from: meta.from, to: meta.to }, goals_meta: {} }],
    'https://f.example',
    'en',
  )
  expect(message.sections.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'text')).toEqual([])
})
