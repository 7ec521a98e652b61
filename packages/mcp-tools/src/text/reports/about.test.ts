import { ReportMeta } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { META } from '../test-support-meta.ts'
import { aboutLines } from './about.ts'

const TRAFFIC = { counted: 'human', suspected: { visits: 303, share: 0.025 }, unclassified_visits: 12 }

it('says of visits without a class that they may be imported, since those have none either', () => {
  expect(aboutLines(ReportMeta.parse({ ...META, traffic: TRAFFIC }))).toContain(
    '12 visits have no class, such as imported ones, and count as human.',
  )
})

it.each([
  ['one product', {}, 'the product'],
  [
    'several products',
    {
      product: undefined,
      products: ['prd_a1B2c3D4e5F6', 'prd_b1B2c3D4e5F6'].map((id) => ({ id, name: id, timezone: 'UTC' })),
    },
    'the products',
  ],
])('says whose visits are suspected automation, for %s', (_, of, words) => {
  expect(aboutLines(ReportMeta.parse({ ...META, ...of, traffic: TRAFFIC }))).toContainEqual(
    expect.stringContaining(`303 visits of ${words} in this period (2.5 %) are suspected automation`),
  )
})

it('says what hints beyond the first three are about, and refers to no data, which a client may not show', () => {
  const hints = Array.from({ length: 30 }, (_, at) => ({
    code: 'value_never_seen',
    filter: `filters.${at}`,
    value: 'x'.repeat(1000),
  }))
  const filters = hints.slice(0, 20).map(({ value }) => ({ dimension: 'page', operator: 'is', values: [value] }))
  const lines = aboutLines(ReportMeta.parse({ ...META, hints, filters }))
  expect(lines.filter((line) => line.startsWith('Hint (value_never_seen), filters.'))).toHaveLength(3)
  expect(lines).toContainEqual(
    expect.stringMatching(/^Further hints: 27, about filters\.3, .*, filters\.22 and 7 more\. Ask about them alone/),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^Filters as understood \(shortened\): .*…$/))
  expect(lines.join('\n')).not.toContain('structuredContent')
})

it('says nothing of further hints where all are shown', () => {
  const hints = [{ code: 'value_never_seen', filter: 'filters.0', value: '/pricng' }]
  expect(aboutLines(ReportMeta.parse({ ...META, hints })).join('\n')).not.toContain('Further hints')
})
