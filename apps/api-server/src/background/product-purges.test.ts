import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDays } from '@footfall/analytics'
import { MINUTE_MS, type ProductId, ServiceUnavailable, timestamp, UTC } from '@footfall/core-domain'
import { seededRandom, testDatabase } from '@footfall/testkit'
import { createSchema, type Engine, openEngine } from '@footfall/warehouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeProducts } from './product-purges.ts'

describe('data of deleted products in the engine', () => {
  const database = testDatabase('sqlite')
  let engine: Engine
  let directory: string
  const logged: unknown[] = []

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-purge-'))
    engine = await openEngine({ embedded: { path: directory } })
    await createSchema(engine)
  })
  afterAll(async () => {
    await engine.close()
    await rm(directory, { recursive: true, force: true })
  })

  const purge = (on: Engine = engine) =>
    purgeProducts(database.store, on, database.clock, { info: (context) => logged.push(context) })
  const tables = async () =>
    engine.rows<{ table: string }>(
      `SELECT table FROM system.columns JOIN system.tables ON tables.name = columns.table AND tables.database = columns.database
        WHERE columns.name = 'product_id' AND database = currentDatabase() AND engine NOT IN ('MaterializedView', 'Distributed')
        ORDER BY table`,
    )
  const fill = async (product: ProductId) => {
    const rows: Record<string, object> = {
      named_days: { day: '2026-11-02' },
      events: {
        ts: '2026-11-01 10:00:00.000',
        kind: 'pageview',
        name: 'pageview',
        visitor: '7',
        visit: '8',
        visit_start: '2026-11-01 10:00:00',
        country: 'DE',
      },
      rejected_events: { hour: '2026-11-01 10:00:00', reason: 'bot', count: 1, last_at: '2026-11-01 10:00:00' },
      proxied_events: {
        hour: '2026-11-01 10:00:00',
        hostname: 'h',
        client_address: 'missing',
        count: 1,
        last_at: '2026-11-01 10:00:00',
      },
      crawler_hits: {
        ts: '2026-11-01 10:00:00',
        crawler: 'GPTBot',
        purpose: 'ai_training',
        hostname: 'h',
        path: '/',
        status: 200,
        seen_by: 'intake',
      },
      identified_visitors: {
        visitor: '1',
        first_at: '2026-11-01 10:00:00.000',
        first_visit: '2026-11-01 10:00:00',
        last_at: '2026-11-01 10:00:00.000',
      },
      search_console: {
        date: '2026-11-01',
        query: 'q',
        page: '/',
        country: 'DE',
        device: 'MOBILE',
        clicks: 1,
        impressions: 2,
        position: 3,
        synced_at: '2026-11-01 10:00:00.000',
      },
      imported_days: { import: 'imp_1', source: 'plausible', day: '2026-11-01', visitors: 1 },
      imported_event_ids: { import: 'imp_1', day: '2026-11-01', id: 1 },
      moved_visits: {
        visit: '8',
        visit_start: '2026-11-01 10:00:00',
        evidence: 1,
        decided_at: '2026-11-01 10:00:00.000',
      },
      moved_quarters: { t: '2026-11-01 10:00:00' },
    }
    for (const [table, row] of Object.entries(rows)) {
      const token = `${product}:${database.ids.token()}`
      await engine.insert(table as 'events', 'JSONEachRow', JSON.stringify({ product_id: product, ...row }), token)
    }
    await close(product)
  }
  /** The event of the first of November becomes a closed day, with a row for the whole day. */
  const close = (product: ProductId) =>
    closeDays(engine, {
      product,
      timezone: UTC,
      clock: { now: () => Date.parse('2026-11-04T00:00:00Z') },
      random: seededRandom(),
      seen: new Map(),
    })
  /** Rows of the product in every table that has any column for one. */
  const counts = async (product: ProductId) => {
    const found: Record<string, number> = {}
    for (const { table } of await tables()) {
      const [row] = await engine.rows<{ n: string }>(
        `SELECT count() AS n FROM ${table} WHERE product_id = '${product}'`,
      )
      found[table] = Number(row?.n)
    }
    return found
  }
  const each = (rows: number) =>
    Object.fromEntries(
      [
        'closed_days',
        'crawler_hits',
        'day_figures',
        'event_days',
        'events',
        'events_15m',
        'identified_visitors',
        'imported_days',
        'imported_event_ids',
        'moved_quarters',
        'moved_visits',
        'named_days',
        'proxied_events',
        'rejected_events',
        'search_console',
      ].map((table) => [table, rows]),
    )
  const deleted = async () => {
    const product = database.ids.product()
    await fill(product)
    await database.store.productPurges.enqueue(product, timestamp(database.clock.now()))
    return product
  }

  it('removes the data of a deleted product from every table, and keeps that of other products', async () => {
    const kept = database.ids.product()
    await fill(kept)
    const product = await deleted()
    expect(await counts(product)).toEqual(each(1))
    await purge()
    expect(await counts(product)).toEqual(each(0))
    expect(await counts(kept)).toEqual(each(1))
    expect(logged.at(-1)).toEqual({ product, rows: 15 })
  })

  it('removes data that arrives after the product was purged, however late', async () => {
    const product = await deleted()
    await purge()
    for (const wait of [MINUTE_MS, MINUTE_MS, 1_000 * MINUTE_MS]) {
      await fill(product)
      database.clock.advance(wait - 1)
      await purge()
      database.clock.advance(1)
      await purge()
      expect(await counts(product)).toEqual(each(0))
    }
  })

  it('retries a purge after a minute if the engine is unavailable', async () => {
    const product = await deleted()
    const away: Engine = { ...engine, rows: () => Promise.reject(new ServiceUnavailable()) }
    await expect(purge(away)).rejects.toThrow(ServiceUnavailable)
    await purge()
    expect(await counts(product)).toEqual(each(1))
    database.clock.advance(MINUTE_MS)
    await purge()
    expect(await counts(product)).toEqual(each(0))
  })
})
