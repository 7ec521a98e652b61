import { DAY_MS, type Dimension, ProductId, type StatsQuery, TimeZone, utcDate } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { closeDays } from '../closing/close-days.ts'
import { KEYS_MAX } from '../read/held-cells.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { testScope } from '../test-support/scope.ts'

const product = ProductId.parse('prd_keys')
const timezone = TimeZone.parse('UTC')
const clock = settableClock('2026-11-20T12:00:00Z')
const MANY = KEYS_MAX + 5
const ALIKE = 150
/** Two of the Basic Multilingual Plane above surrogates, and two beyond it. */
const UNUSUAL = ['/\uff5e', '/\u{1f9ea}', '/a', '/', '/\ue000', '/\u{10ffff}', "/o'neill\\", '']

const engine = testEngine()
beforeAll(async () => {
  const visit = (day: string, path: string, from: string) =>
    `INSERT INTO events (product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, path, entry_path, source)
SELECT '${product}', toDateTime64('${day} 10:00:00', 3, 'UTC'), 'pageview', 'pageview', cityHash64('${day}', n), cityHash64('${day}', n),
  toDateTime('${day} 10:00:00', 'UTC'), 1, 1, ${path}, 'entry', 'source' FROM (${from})`
  const unusual = UNUSUAL.map((text) => `unhex('${Buffer.from(text).toString('hex')}')`).join(', ')
  for (const day of ['2026-11-16', '2026-11-17'])
    await engine.run(
      visit(day, `[${unusual}][1 + n % ${UNUSUAL.length}]`, `SELECT number AS n FROM numbers(${UNUSUAL.length * 20})`),
    )
  await engine.run(visit('2026-11-18', "concat('/p', toString(n))", `SELECT number AS n FROM numbers(${MANY})`))
  await engine.run(visit('2026-11-19', "concat('/t', toString(n))", `SELECT number AS n FROM numbers(${ALIKE})`))
  await engine.run(
    `INSERT INTO events (product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, path, utm_campaign)
SELECT '${product}', toDateTime64('2026-11-15 10:00:00', 3, 'UTC'), 'pageview', 'pageview', cityHash64('long', number), cityHash64('long', number),
  toDateTime('2026-11-15 10:00:00', 'UTC'), 1, 1, '/long', concat(repeat('x', 1200), toString(number)) FROM numbers(2500)`,
  )
  await engine.run(visit('2026-11-20', "concat('/now', toString(n % 3))", 'SELECT number AS n FROM numbers(9)'))
  await closeDays(engine, { product, timezone, clock, random: seededRandom('keys'), seen: new Map() })
})

function asking(of: Engine = engine) {
  const statements: string[] = []
  const counting: Engine = {
    ...of,
    rows(text, options) {
      statements.push(text)
      return of.rows(text, options)
    },
  }
  const versions = memoryVersions()
  const analytics = createAnalytics({ engine: counting, clock, versions })
  const scope = testScope(product, { timezone })
  const ask = async (from: string, dimension: Dimension, more: Partial<StatsQuery> = {}) => {
    versions.bump(product, 'the running day')
    statements.length = 0
    const query = {
      metrics: ['visitors' as const],
      filters: [],
      limit: 100,
      offset: 0,
      dimensions: [dimension],
      ...more,
    }
    const range = { from: utcDate(Date.parse(from)), to: utcDate(clock.now()) }
    const { data } = await analytics.query(scope, { ...query, ...range })
    return 'rows' in data ? (data.rows ?? []).map(({ key, visitors }) => [key, visitors] as const) : []
  }
  return { ask, analytics, scope, statements }
}

describe('a breakdown from numbers that are held', () => {
  it('orders keys by code point, as the engine does', async () => {
    const { ask } = asking()
    const until = { to: utcDate(clock.now() - 3 * DAY_MS) }
    const rows = await ask('2026-11-16', 'page', { ...until, order: { by: 'key' } })
    const bytes = (text: string) => Buffer.from(text)
    expect(rows.map(([key]) => key)).toEqual(
      [...UNUSUAL, '/now0', '/now1', '/now2', ...rows.map(([key]) => key).filter((key) => key.startsWith('/p'))]
        .filter((key, i, all) => all.indexOf(key) === i)
        .toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))
        .slice(0, rows.length),
    )
  })

  it('the engine answers for more keys than are held, and is asked for them once', async () => {
    const { ask, statements } = asking()
    const first = await ask('2026-11-16', 'page')
    expect(first).toHaveLength(100)
    expect(first[0]).toEqual(['', 40])
    expect(await ask('2026-11-16', 'page')).toEqual(first)
    expect(statements).toHaveLength(2)
    expect(statements.filter((text) => text.includes('groupArray'))).toHaveLength(0)
  })

  it('the engine answers for keys of too much text', async () => {
    const { ask, statements } = asking()
    const [none, ...first] = await ask('2026-11-15', 'utm_campaign')
    expect(none?.[0]).toBe('')
    expect(first).toHaveLength(99)
    expect(first.every(([key, visitors]) => key.length > 1_000 && visitors === 1)).toBe(true)
    await ask('2026-11-15', 'utm_campaign')
    expect(statements.filter((text) => text.includes('groupArray'))).toHaveLength(0)
  })

  it('rows with equal values are ordered by their keys', async () => {
    const { ask } = asking()
    const all = (await ask('2026-11-19', 'page', { limit: 200 })).filter(([, visitors]) => visitors === 1)
    expect(all).toHaveLength(ALIKE)
    expect(all.map(([key]) => key)).toEqual(all.map(([key]) => key).toSorted())
    expect(await ask('2026-11-19', 'page', { limit: 7, offset: 23 })).toEqual(all.slice(20, 27))
  })

  it('reads only the running day after an event of it', async () => {
    const { ask, statements } = asking()
    const first = await ask('2026-11-16', 'source')
    expect(first).toEqual([['source', 2 * 20 * UNUSUAL.length + MANY + ALIKE + 9]])
    expect(await ask('2026-11-16', 'source')).toEqual(first)
    expect(statements.filter((text) => text.includes('day_figures'))).toEqual([])
    expect(statements).toHaveLength(2)
  })
})
