import { DAY_MS, HOUR_MS, MINUTE_MS, ProductId, TimeZone } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import {
  type Engine,
  type EventRow,
  identifier,
  integer,
  joinSql,
  type Sql,
  sql,
  text,
  uint64,
} from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { describe, expect, it } from 'vitest'
import { calendarOf } from '../calendar/calendar.ts'
import { countedDays } from '../days/closed-days.ts'
import { DAY_AGGREGATES } from '../days/day-aggregates.ts'
import { DAY_LISTS, type DayList } from '../days/day-lists.ts'
import { keyDimensions, keyedRows } from '../sql/keys.ts'
import { rowsOfVisitsBegunIn } from '../sql/rows.ts'
import { insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'
import { type CloseDaysOptions, closeDays } from './close-days.ts'
import { cutOf } from './day-states.ts'
import { deleteOldVersions } from './old-versions.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const KATHMANDU = TimeZone.parse('Asia/Kathmandu')
const UTC = TimeZone.parse('UTC')
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS

const engine = testEngine()

let products = 0
/** A separate product, whose days one process closes. */
function setup(timezone = UTC) {
  const product = ProductId.parse(`prd_closing${++products}`)
  const clock = settableClock(now)
  const options: CloseDaysOptions = { product, timezone, clock, random: seededRandom(product), seen: new Map() }
  const reader = {
    rows: <Row>(_: ProductId, statement: Sql) => engine.rows<Row>(statement.text),
  } as Parameters<typeof countedDays>[0]
  return {
    product,
    clock,
    options,
    add: (...rows: readonly EventRow[]) => insertRows(engine, rows),
    /** Only days of which all visits have ended. */
    close: (more: Partial<CloseDaysOptions> = {}, on = engine) =>
      closeDays(on, { ...options, afterMs: 2 * DAY_MS, ...more }),
    closeAt: (time: number) => closeDays(engine, { ...options, clock: settableClock(time) }),
    closed: async () => (await countedDays(reader, product)).closed,
    complete: async () => (await countedDays(reader, product)).closed.map(({ day }) => day),
  }
}

const view = (product: ProductId, at: string, visit: number, over: Partial<EventRow> = {}) =>
  pageview(product, at, { visitor: String(visit), visit: String(visit), ...over })

/** The engine until it has run a number of statements that write; the next one fails before or after it has run. */
function failingAfter(statements: number, at: 'before' | 'after'): Engine {
  let left = statements
  return {
    ...engine,
    async run(statement, options) {
      if (left === 0 && at === 'before') throw new Error('killed')
      await engine.run(statement, options)
      if (left-- === 0) throw new Error('killed')
    },
  }
}

/** The published pageviews of the whole day of each complete day. */
async function publishedViews(product: ProductId, closed: Awaited<ReturnType<typeof countedDays>>['closed']) {
  const rows = await engine.rows<{ of_day: number; version: string; views: string }>(
    `SELECT toUInt32(day) AS of_day, version, sum(pageviews_before + pageviews_after) AS views FROM day_figures
      WHERE product_id = '${product}' AND dimension = '' GROUP BY day, version`,
  )
  return closed.map(({ day, version }) => {
    const found = rows.find((row) => row.of_day === day && row.version === version)
    return [day, Number(found?.views ?? 0)]
  })
}

const EVENT_NUMBERS = ['visitors', 'pageviews', 'customs', 'engaged_ms'] as const
const VISIT_NUMBERS = ['visits', 'unbounced', 'gap_ms', 'visit_pageviews'] as const

/** The numbers of a list that the compiler's own keys and aggregates give, a text for each number that is not 0. */
async function computed(product: ProductId, timezone: TimeZone, list: DayList, days: readonly number[]) {
  const calendar = calendarOf(timezone)
  const found: string[] = []
  for (const day of days) {
    const kept = { startMs: day * DAY_MS, endMs: (day + 1) * DAY_MS }
    const question = {
      product,
      filters: [],
      goals: [],
      chosenGoals: [],
      range: { calendar, kept },
      weekStart: 'monday',
    } as const
    const cut = integer(cutOf(calendar, day))
    for (const [kind, numbers, instant] of [
      ['events', EVENT_NUMBERS, sql`toUnixTimestamp64Milli(ts)`],
      ['visits', VISIT_NUMBERS, sql`toUnixTimestamp(visit_start) * 1000`],
    ] as const) {
      const keyed = keyedRows(question, kind, keyDimensions(list.dimensions))
      const columns = numbers.flatMap((number) => {
        const part = (condition: Sql) => DAY_AGGREGATES[number]((own) => sql`(${own}) AND ${condition}`)
        return [
          sql`toUInt64(${part(sql`${instant} < ${cut}`)}) AS ${identifier(`${number}_before`)}`,
          sql`toUInt64(${part(sql`${instant} >= ${cut}`)}) AS ${identifier(`${number}_after`)}`,
          ...(number === 'visitors' ? [sql`toUInt64(${part(sql`1`)}) AS visitors`] : []),
        ]
      })
      const rows = await engine.rows<Record<string, string>>(
        sql`SELECT [${joinSql(keyed.keys, ', ')}] AS keys, ${joinSql(columns, ', ')} FROM ${keyed.from}
WHERE ${rowsOfVisitsBegunIn(product, kept)} GROUP BY keys`.text,
      )
      found.push(...rows.flatMap((row) => numberTexts(day, row)))
    }
  }
  return found.sort()
}

async function published(product: ProductId, list: DayList) {
  const keys = keyDimensions(list.dimensions).map((_, i) => identifier(`key_${i}`))
  const rows = await engine.rows<Record<string, string>>(
    sql`SELECT toUInt32(day) AS of_day, [${joinSql(keys, ', ')}] AS keys,
  * EXCEPT (product_id, dimension, day, version, key_0, key_1, key_2)
FROM day_figures WHERE product_id = ${text(product)} AND dimension = ${text(list.name)}`.text,
  )
  return rows.flatMap(({ of_day, ...row }) => numberTexts(Number(of_day), row)).sort()
}

function numberTexts(day: number, { keys, ...numbers }: Record<string, unknown>): string[] {
  return Object.entries(numbers).flatMap(([name, value]) =>
    Number.isNaN(Number(value)) || Number(value) === 0 ? [] : [`${day} ${JSON.stringify(keys)} ${name} ${value}`],
  )
}

describe('closing days', () => {
  it.each([
    ['America/St_Johns', DAY_LISTS],
    ['UTC', DAY_LISTS.filter(({ name }) => ['', 'page', 'exit_page'].includes(name))],
  ] as const)(
    'publishes what the compiler computes from the rows of each day, with days of %s',
    async (zone, lists) => {
      const timezone = TimeZone.parse(zone)
      const { product, add, close, closed } = setup(timezone)
      const fromMs = Date.parse('2026-10-31T00:00:00Z')
      // America/St_Johns leaves summer time on 1 November.
      await add(...makeTraffic({ product, seed: zone, visits: 600, people: 30, fromMs, toMs: fromMs + 2 * DAY_MS }))
      expect(await close()).toBe(18)
      const kept = new Map((await closed()).map((day) => [day.day, day.lists]))
      for (const list of lists) {
        const days = [0, 1, 2].map((i) => dayOf('2026-10-31') + i).filter((day) => kept.get(day)?.has(list.name))
        const expected = await computed(product, timezone, list, days)
        if (list.dimensions.length === 1) expect(expected.length, list.name).toBeGreaterThan(10)
        expect(await published(product, list), list.name).toEqual(expected)
      }
    },
    60_000,
  )

  it('keeps nothing in memory of days that were closed on a cluster, where each is seen twice before', async () => {
    const { product, clock, options, add, close, complete } = setup()
    await add(view(product, '2026-11-10T08:00:00Z', 1), view(product, '2026-11-12T08:00:00Z', 2))
    // All that closing days reads of a cluster.
    const cluster = { ...engine, cluster: 'replicas' }
    // Days without rows are closed at once.
    const empty = await close({}, cluster)
    expect(options.seen.size).toBe(2)
    clock.advance(MINUTE_MS)
    expect(await close({}, cluster)).toBe(2)
    expect(await complete()).toHaveLength(empty + 2)
    expect(options.seen.size).toBe(0)
  })

  it('closes every day since the first event that ended at least an hour ago, also those without events', async () => {
    const { product, add, closeAt, closed } = setup()
    await add(view(product, '2026-11-17T10:00:00Z', 1), view(product, '2026-11-19T10:00:00Z', 2))
    expect(await closeAt(Date.parse('2026-11-20T00:59:59Z'))).toBe(2)
    expect(await closeAt(Date.parse('2026-11-20T01:00:00Z'))).toBe(1)
    expect((await closed()).map(({ day, lists }) => [day, lists.size])).toEqual([
      [dayOf('2026-11-17'), 1],
      [dayOf('2026-11-18'), DAY_LISTS.length],
      [dayOf('2026-11-19'), 1],
    ])
    expect(await closeAt(now)).toBe(0)
  })

  it('reopens a day with its next row, and closes it again', async () => {
    const { product, add, close, closed, complete } = setup()
    await add(view(product, '2026-11-14T10:00:00Z', 1))
    await close()
    const days = [14, 15, 16, 17].map((day) => dayOf(`2026-11-${day}`))
    expect(await complete()).toEqual(days)
    await add(view(product, '2026-11-15T02:00:00Z', 2, { visit_start: '2026-11-14 23:50:00', visit_starts: 0 }))
    expect(await complete()).toEqual(days.slice(1))
    expect(await close()).toBe(1)
    expect(await publishedViews(product, await closed())).toEqual(days.map((day, i) => [day, i === 0 ? 2 : 0]))
  })

  it('closes a day whose visits continue when twice as long has passed since its end, and after 48 hours at once', async () => {
    const { product, add, closeAt, complete } = setup()
    const day = dayOf('2026-11-18')
    const close = (hours: number) => closeAt((day + 1) * DAY_MS + hours * HOUR_MS)
    let visit = 0
    const goesOn = () =>
      add(view(product, '2026-11-19T00:30:00Z', ++visit, { visit_start: '2026-11-18 23:50:00', visit_starts: 0 }))
    await add(view(product, '2026-11-18T10:00:00Z', ++visit))
    expect(await close(1)).toBe(1)
    await goesOn()
    expect(await close(1.9)).toBe(0)
    expect(await close(2)).toBe(1)
    await goesOn()
    expect(await close(3.9)).toBe(0)
    expect(await close(20)).toBe(1)
    await goesOn()
    expect(await close(23.9)).toBe(0)
    expect(await complete()).toEqual([])
    // The next day, which has no rows, is closed as well.
    expect(await close(48)).toBe(2)
    await goesOn()
    expect(await close(48.1)).toBe(1)
    expect(await complete()).toEqual([day, day + 1])
  })

  it('never closes a day with identified visitors', async () => {
    const { product, add, close, complete } = setup()
    await add(view(product, '2026-11-16T10:00:00Z', 1))
    await engine.run(`INSERT INTO named_days SELECT '${product}', '2026-11-16'`)
    expect(await close()).toBe(1)
    expect(await complete()).toEqual([dayOf('2026-11-17')])
  })

  it('reopens a closed day that gets identified visitors', async () => {
    const { product, add, close, complete } = setup()
    await add(view(product, '2026-11-16T10:00:00Z', 1))
    await close()
    await engine.run(`INSERT INTO named_days SELECT '${product}', '2026-11-16'`)
    expect(await complete()).toEqual([dayOf('2026-11-17')])
    expect(await close()).toBe(0)
  })

  it('closes days that were never counted in the third run, and only after a difference lasted ten minutes', async () => {
    const { product, add, close, clock, closed, complete } = setup()
    await add(view(product, '2026-11-16T10:00:00Z', 1), view(product, '2026-11-16T11:00:00Z', 2))
    await engine.run(`DELETE FROM event_days WHERE product_id = '${product}'`)
    expect(await close()).toBe(1)
    clock.advance(10 * MINUTE_MS - 1)
    expect(await close()).toBe(0)
    expect(await complete()).toEqual([dayOf('2026-11-17')])
    clock.advance(1)
    expect(await close()).toBe(0)
    expect(await close()).toBe(1)
    expect(await publishedViews(product, await closed())).toEqual([
      [dayOf('2026-11-16'), 2],
      [dayOf('2026-11-17'), 0],
    ])
  })

  it('marks days with identified visitors among those never counted, by visitors who are on several days', async () => {
    const { product, add, close, clock, complete } = setup()
    const days = ['2026-11-14', '2026-11-15', '2026-11-16']
    await add(...days.map((day, i) => view(product, `${day}T10:00:00Z`, i === 1 ? 2 : 1)))
    await engine.run(`DELETE FROM event_days WHERE product_id = '${product}'`)
    await close()
    clock.advance(10 * MINUTE_MS)
    await close()
    await close()
    expect(await complete()).toEqual([dayOf('2026-11-15'), dayOf('2026-11-17')])
  })

  it('does not mistake a corrected sum for that of an earlier publication', async () => {
    const { product, add, close, clock, closed, complete } = setup()
    const rows = [1, 2].map((visit) => view(product, '2026-11-17T10:00:00Z', visit))
    await add(...rows)
    await close()
    await add(view(product, '2026-11-17T11:00:00Z', 3, { path: '/c' }))
    await engine.run(`DELETE FROM events WHERE product_id = '${product}' AND visitor = 1`)
    for (const _ of [1, 2]) {
      expect(await close()).toBe(0)
      expect(await complete()).toEqual([])
      clock.advance(10 * MINUTE_MS)
    }
    expect(await close()).toBe(1)
    expect(await publishedViews(product, await closed())).toEqual([[dayOf('2026-11-17'), 2]])
  })

  it('publishes no wrong day whichever of its statements is the last', async () => {
    for (const at of ['before', 'after'] as const) {
      for (let statements = 0; ; statements++) {
        const { product, add, close, closed } = setup()
        await add(view(product, '2026-11-16T10:00:00Z', 1), view(product, '2026-11-16T11:00:00Z', 2))
        const isKilled = await close({}, failingAfter(statements, at)).then(
          () => false,
          () => true,
        )
        const views = new Map([
          [dayOf('2026-11-16'), 2],
          [dayOf('2026-11-17'), 0],
        ])
        for (const [day = 0, count] of await publishedViews(product, await closed())) expect(count).toBe(views.get(day))
        await close()
        expect(await publishedViews(product, await closed())).toEqual([...views])
        if (!isKilled) break
        expect(statements).toBeLessThan(10)
      }
    }
  })

  it('publishes no day whose rows change while it is read', async () => {
    const { product, add, close, complete } = setup()
    await add(view(product, '2026-11-16T10:00:00Z', 1))
    let isLate = false
    const disturbed: Engine = {
      ...engine,
      async run(statement, options) {
        await engine.run(statement, options)
        if (isLate) return
        isLate = true
        await add(view(product, '2026-11-16T12:00:00Z', 2))
      },
    }
    expect(await close({}, disturbed)).toBe(1)
    expect(await complete()).toEqual([dayOf('2026-11-17')])
  })

  it('publishes one set of values when two processes close the same days at once', async () => {
    const { product, add, close, closed } = setup()
    await add(
      ...makeTraffic({
        product,
        seed: 'two',
        visits: 200,
        people: 20,
        fromMs: now - 6 * DAY_MS,
        toMs: now - 3 * DAY_MS,
      }),
    )
    await Promise.all([close(), close({ random: seededRandom('other') }), close({ random: seededRandom('third') })])
    const days = await closed()
    const expected = await engine.rows<{ of_day: number; views: string }>(
      `SELECT toUInt32(toDate(visit_start)) AS of_day, countIf(kind = 'pageview') AS views FROM events
        WHERE product_id = '${product}' AND of_day <= ${dayOf('2026-11-17')} GROUP BY of_day ORDER BY of_day`,
    )
    expect(await publishedViews(product, days)).toEqual(expected.map(({ of_day, views }) => [of_day, Number(views)]))
  })

  it('two closings of a day in the same instant get different versions, also when the clock was set back', async () => {
    const { product, clock, add, close, closed } = setup()
    await add(view(product, '2026-11-17T10:00:00Z', 1))
    const drawn = (...bytes: number[]) => ({ random: { bytes: () => Uint8Array.from(bytes) } })
    const closeTwiceAtOnce = async () => {
      let isFirst = true
      const interrupted: Engine = {
        ...engine,
        async run(statement, options) {
          if (isFirst) await close({ isAnew: true, ...drawn(0, 0, 0, 0) })
          isFirst = false
          await engine.run(statement, options)
        },
      }
      await close({ isAnew: true, ...drawn(3, 232, 0, 0) }, interrupted)
      expect(await publishedViews(product, await closed())).toEqual([[dayOf('2026-11-17'), 1]])
    }
    await closeTwiceAtOnce()
    clock.advance(-HOUR_MS)
    await closeTwiceAtOnce()
  })

  it('reads values whose version is milliseconds and three digits, and deletes them after the next closing', async () => {
    const [other, { product, clock, add, close, closed }] = [setup(), setup()]
    await other.add(view(other.product, '2026-11-17T10:00:00Z', 1))
    await add(view(product, '2026-11-17T10:00:00Z', 1))
    await other.close()
    const old = `${now}007`
    for (const table of [sql`day_figures`, sql`closed_days`]) {
      const rows = sql`SELECT * FROM ${table} WHERE product_id = ${text(other.product)}`
      const copies = sql`SELECT * REPLACE (${text(product)} AS product_id, ${uint64(old)} AS version) FROM (${rows})`
      await engine.run(sql`INSERT INTO ${table} ${copies}`.text)
    }
    expect(await closed()).toMatchObject([{ version: old }])
    clock.advance(1000)
    expect(await close({ isAnew: true })).toBe(1)
    expect(BigInt((await closed())[0]?.version ?? 0)).toBeGreaterThan(BigInt(old))
    clock.advance(2 * HOUR_MS)
    expect(await deleteOldVersions(engine, product, clock)).toBe(1)
    expect(await publishedViews(product, await closed())).toEqual([[dayOf('2026-11-17'), 1]])
  })

  it('closes days again that end at midnight of an earlier zone of the product', async () => {
    const { product, add, close, closed } = setup()
    await add(view(product, '2026-11-17T10:00:00Z', 1))
    await close()
    expect((await closed()).map(({ cutMs }) => cutMs)).toEqual([Date.parse('2026-11-18T00:00:00Z')])
    expect(await close({ timezone: KATHMANDU })).toBe(1)
    expect((await closed()).map(({ cutMs }) => cutMs)).toEqual([Date.parse('2026-11-17T18:15:00Z')])
  })

  it('begins no statement after it was stopped, and publishes none of what it began', async () => {
    const { product, add, close, complete } = setup()
    await add(view(product, '2026-11-16T10:00:00Z', 1))
    const stop = new AbortController()
    const stopping: Engine = {
      ...engine,
      async run(statement, options) {
        stop.abort()
        await engine.run(statement, options)
      },
    }
    expect(await close({ signal: stop.signal }, stopping)).toBe(0)
    expect(await complete()).toEqual([])
  })

  it('deletes the values of replaced and unfinished versions two hours later, and no others', async () => {
    const { product, add, clock, close, closed } = setup()
    await add(view(product, '2026-11-17T10:00:00Z', 1))
    const versions = async () =>
      (
        await engine.rows<{ version: string }>(
          `SELECT DISTINCT version FROM day_figures WHERE product_id = '${product}' ORDER BY version`,
        )
      ).map(({ version }) => version)
    await close()
    clock.advance(1000)
    await close({ isAnew: true })
    clock.advance(1000)
    await close({ isAnew: true }, failingAfter(0, 'after')).catch(() => undefined)
    const [, current] = await versions()
    expect((await closed()).map(({ version }) => version)).toEqual([current])
    clock.advance(2 * HOUR_MS - 1001)
    expect(await deleteOldVersions(engine, product, clock)).toBe(0)
    expect(await versions()).toHaveLength(3)
    clock.advance(1001)
    expect(await deleteOldVersions(engine, product, clock)).toBe(2)
    expect(await versions()).toEqual([current])
  })
})
