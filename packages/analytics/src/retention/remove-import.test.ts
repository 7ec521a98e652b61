import { DAY_MS, ImportId, ProductId, UTC } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine, EventRow } from '@footfall/warehouse'
import { eventRow, testEngine } from '@footfall/warehouse/test-support'
import { describe, expect, it } from 'vitest'
import { closeDays } from '../closing/close-days.ts'
import { unclosedDays } from '../closing/unclosed-days.ts'
import { makeTraffic } from '../test-support/traffic.ts'
import { removeImport } from './remove-import.ts'

const clock = settableClock('2026-11-20T12:00:00Z')
const now = clock.now()
const first = ImportId.parse('imp_first')
const second = ImportId.parse('imp_second')
const random = seededRandom('removal')

const engine = testEngine()

let inserts = 0
async function insert(rows: readonly EventRow[], from: ImportId | '') {
  const lines = rows.map((row) => JSON.stringify({ ...row, import: from }))
  await engine.insert('events', 'JSONEachRow', lines.join('\n'), `rows ${inserts++}`)
}

const traffic = (product: ProductId, seed: string) =>
  makeTraffic({ product, seed, visits: 20, people: 10, fromMs: now - 8 * DAY_MS, toMs: now - 4.5 * DAY_MS })

/** Two visitors whom a file names, one of whom the site names as well. */
const named = (product: ProductId, visitor: string, ts: string) =>
  eventRow({
    product_id: product,
    visitor,
    identified: 1,
    visit: visitor,
    ts: `${ts} 10:00:00.000`,
    visit_start: `${ts} 10:00:00`,
  })

/** What is stored of a product and summed up of it, apart from its name. */
async function stored(product: ProductId) {
  const own = `product_id = '${product}'`
  const [events, quarters, days, visitors, crawlers, numbers] = await Promise.all([
    engine.rows(`SELECT * EXCEPT (product_id, import) FROM events WHERE ${own} ORDER BY ALL`),
    engine.rows(`SELECT t, sum(pageviews) AS a, sum(customs) AS b, sum(visits) AS c, sum(unbounced) AS d, sum(gap_ms) AS e,
uniqExactMerge(visitors) AS f FROM events_15m WHERE ${own} GROUP BY t HAVING a + b + c + d + e + f > 0 ORDER BY t`),
    engine.rows(`SELECT day, sum(rows) AS n FROM event_days WHERE ${own} GROUP BY day HAVING n != 0 ORDER BY day`),
    engine.rows(`SELECT visitor, min(first_at) AS a, min(first_visit) AS b, max(last_at) AS c FROM identified_visitors
WHERE ${own} GROUP BY visitor ORDER BY visitor`),
    engine.rows(`SELECT * EXCEPT (product_id, import) FROM crawler_hits WHERE ${own} ORDER BY ALL`),
    engine.rows(`SELECT * EXCEPT (product_id) FROM imported_days WHERE ${own} ORDER BY ALL`),
  ])
  return { events, quarters, days, visitors, crawlers, numbers }
}

async function fill(product: ProductId, imports: readonly (ImportId | '')[]) {
  for (const from of imports) {
    const rows = traffic(product, `of ${from}`)
    if (from === '') await insert([...rows, named(product, '8', '2026-11-10')], from)
    else
      await insert(
        [...rows, named(product, '8', '2026-11-08'), named(product, from === first ? '9' : '8', '2026-11-09')],
        from,
      )
    const hit = {
      product_id: product,
      ts: '2026-11-15 10:00:00',
      crawler: `bot ${from}`,
      purpose: 'other',
      import: from,
    }
    await engine.insert('crawler_hits', 'JSONEachRow', JSON.stringify(hit), `hit ${inserts++}`)
    if (from === '') continue
    const day = { product_id: product, import: from, source: 'plausible', day: '2026-01-01', visits: 3 }
    await engine.insert('imported_days', 'JSONEachRow', JSON.stringify(day), `day ${inserts++}`)
  }
}

const close = (product: ProductId) =>
  closeDays(engine, { product, timezone: UTC, clock, random, seen: new Map(), afterMs: 0 })

describe('the removal of an import', () => {
  it('the removal of an import leaves exactly what there would be without the import, of live events and of other imports', async () => {
    const [product, without] = [ProductId.parse('prd_removed'), ProductId.parse('prd_without')]
    await fill(product, ['', first, second])
    await fill(without, ['', second])
    await close(product)
    expect(await removeImport(engine, { product, import: first }, clock)).toBeGreaterThan(50)
    expect(await stored(product)).toEqual(await stored(without))
    expect(await removeImport(engine, { product, import: first }, clock)).toBe(0)
    expect(await stored(product)).toEqual(await stored(without))
  })

  it('the removal of an import reopens its closed days, which are closed again with what is left', async () => {
    const product = ProductId.parse('prd_closed')
    await insert(traffic(product, 'live'), '')
    await close(product)
    await insert(traffic(product, 'file'), first)
    await insert([named(product, '9', '2026-11-13')], first)
    await close(product)
    await removeImport(engine, { product, import: first }, clock)
    expect((await unclosedDays(engine, product, now)).open).toBeGreaterThan(2)
    expect(await close(product)).toBeGreaterThan(2)
    expect(await unclosedDays(engine, product, now)).toEqual({ open: 0, dirty: 0 })
  })

  it.each([1, 3, 6, 8])('the next removal completes a removal of an import that died at statement %i', async (last) => {
    const [product, without] = [ProductId.parse(`prd_killed${last}`), ProductId.parse(`prd_never${last}`)]
    await fill(product, ['', first])
    await fill(without, [''])
    let left = last
    const dying: Engine = {
      ...engine,
      run: (...statement) => (left-- > 0 ? engine.run(...statement) : Promise.reject(new Error('killed'))),
    }
    await removeImport(dying, { product, import: first }, clock).catch(() => {})
    await removeImport(engine, { product, import: first }, clock)
    expect(await stored(product)).toEqual(await stored(without))
  })
})
