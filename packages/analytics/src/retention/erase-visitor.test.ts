import { ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { describe, expect, it } from 'vitest'
import { visitorEvents } from '../export/visitor-events.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'
import { eraseVisitor } from './erase-visitor.ts'

const shop = ProductId.parse('prd_erase')
const UNTIL = Date.parse('2026-11-15T00:00:00Z')

function row(product: ProductId, at: string, visitor: number, identified: 0 | 1, visit: number, start = at) {
  const visit_start = start.slice(0, 19).replace('T', ' ')
  const first = start === at
  return pageview(product, at, {
    visitor: String(visitor),
    identified,
    visit: String(visit),
    visit_start,
    visit_starts: first ? 1 : 0,
    unbounce: first ? 0 : 1,
    gap_ms: first ? 0 : 5000,
    pv_seq: first ? 1 : 2,
  })
}
/** Of three visitors: 1 is named, in one visit from the second event on; 2 is named too; 90 and 91 are not. */
const rows = (product: ProductId) => [
  row(product, '2026-11-10T10:14:00Z', 90, 0, 11),
  row(product, '2026-11-10T10:16:00Z', 1, 1, 11, '2026-11-10T10:14:00Z'),
  row(product, '2026-11-12T10:00:00Z', 1, 1, 12),
  row(product, '2026-11-12T10:01:00Z', 2, 1, 13),
  row(product, '2026-11-12T10:02:00Z', 91, 0, 14),
  row(product, '2026-11-16T10:00:00Z', 1, 1, 15),
]

const engine = testEngine()

/** The rollup as it is, and as it would be made of the rows. */
async function rollups(product: ProductId) {
  const sums = 'sum(pageviews) AS views, sum(visits) AS began, sum(unbounced) AS on_, sum(gap_ms) AS gap'
  const kept = await engine.rows(
    `SELECT toString(t) AS t, ${sums}, uniqExactMerge(visitors) AS people FROM events_15m WHERE product_id = '${product}'
GROUP BY t HAVING views + began + on_ + gap > 0 ORDER BY t`,
  )
  const counted = await engine.rows(
    `SELECT toString(t) AS t, sum(v) AS views, sum(b) AS began, sum(o) AS on_, sum(g) AS gap, uniqExactIf(p, p != 0) AS people FROM (
SELECT toStartOfFifteenMinutes(ts) AS t, 1 AS v, visit_starts AS b, 0 AS o, 0 AS g, visitor AS p FROM events WHERE product_id = '${product}'
UNION ALL SELECT toStartOfFifteenMinutes(visit_start), 0, 0, unbounce, gap_ms, 0 FROM events WHERE product_id = '${product}')
GROUP BY t HAVING views + began + on_ + gap > 0 ORDER BY t`,
  )
  return { kept, counted }
}

async function visitsLeft(product: ProductId) {
  const left = await engine.rows<{ visit: string }>(
    `SELECT DISTINCT visit FROM events WHERE product_id = '${product}' ORDER BY visit`,
  )
  return left.map(({ visit }) => visit)
}

describe('erasing a visitor', () => {
  it('deletes the whole visits in which a visitor was identified, and nothing of others or of later visits', async () => {
    await insertRows(engine, rows(shop))
    expect(await eraseVisitor(engine, { product: shop, visitor: '1', untilMs: UNTIL })).toBe(3)
    expect(await visitsLeft(shop)).toEqual(['13', '14', '15'])
    const { kept, counted } = await rollups(shop)
    expect(kept).toEqual(counted)
    expect(kept).toHaveLength(2)
  })

  it('treats an erased visitor who comes again as new, and finds nothing to delete the second time', async () => {
    expect(await eraseVisitor(engine, { product: shop, visitor: '1', untilMs: UNTIL })).toBe(0)
    const known = await engine.rows(
      `SELECT visitor, toString(min(first_at)) AS first FROM identified_visitors WHERE product_id = '${shop}' GROUP BY visitor ORDER BY visitor`,
    )
    expect(known).toEqual([
      { visitor: '1', first: '2026-11-16 10:00:00.000' },
      { visitor: '2', first: '2026-11-12 10:01:00.000' },
    ])
  })

  it('deletes events of an erased visitor that arrive later and are from before', async () => {
    await insertRows(engine, [row(shop, '2026-11-13T10:00:00Z', 1, 1, 16)])
    expect(await eraseVisitor(engine, { product: shop, visitor: '1', untilMs: UNTIL })).toBe(1)
    expect(await visitsLeft(shop)).toEqual(['13', '14', '15'])
  })

  it.each([1, 2, 3, 4, 5])(
    'the next attempt completes an erasure after a process died at statement %i',
    async (last) => {
      const product = ProductId.parse(`prd_killed${last}`)
      await insertRows(engine, rows(product))
      let left = last
      const dying: Engine = {
        ...engine,
        run: (...statement) => (left-- > 0 ? engine.run(...statement) : Promise.reject(new Error('killed'))),
      }
      const erased = { product, visitor: '1', untilMs: UNTIL }
      await expect(eraseVisitor(dying, erased)).rejects.toThrow('killed')
      await eraseVisitor(engine, erased)
      expect(await visitsLeft(product)).toEqual(['13', '14', '15'])
      const { kept, counted } = await rollups(product)
      expect(kept).toEqual(counted)
    },
  )
})

describe('the stored data of a visitor', () => {
  it('the export of a visitor has the events of their identified visits, oldest first, without any pseudonym of the store', async () => {
    const product = ProductId.parse('prd_kept')
    await insertRows(engine, rows(product))
    const events: unknown[] = []
    for await (const some of visitorEvents(engine, { product, visitors: ['1', '999'] }, [1n, 2n])) events.push(...some)
    expect(events.map((event) => (event as { timestamp: string }).timestamp)).toEqual([
      '2026-11-10T10:14:00.000Z',
      '2026-11-10T10:16:00.000Z',
      '2026-11-12T10:00:00.000Z',
      '2026-11-16T10:00:00.000Z',
    ])
  })

  it('the export of a visitor has each event once if more happened at one instant than one read returns', async () => {
    const product = ProductId.parse('prd_instant')
    const at = '2026-11-10T10:00:00Z'
    const events = Array.from({ length: 25_000 }, (_, i) => ({ ...row(product, at, 1, 1, 21), path: `/${i % 60}` }))
    const [before, after] = [
      row(product, '2026-11-10T09:00:00Z', 1, 1, 20),
      row(product, '2026-11-11T09:00:00Z', 1, 1, 22),
    ]
    await insertRows(engine, [after, ...events.toReversed(), before])
    const urls: string[] = []
    for await (const some of visitorEvents(engine, { product, visitors: ['1'] }, [1n, 2n])) {
      expect(some.length).toBeLessThan(25_002)
      urls.push(...some.map(({ url }) => new URL(url).pathname))
    }
    expect(urls).toHaveLength(25_002)
    expect([urls.at(0), urls.at(-1)]).toEqual([before.path, after.path])
    expect(urls.slice(1, -1).sort()).toEqual(events.map(({ path }) => path).sort())
  })
})
