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
