import { type Clock, DAY_MS, type ImportId, type ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import {
  deleteRows,
  insertSettings,
  integer,
  joinSql,
  rebuildQuarters,
  type Sql,
  sql,
  text,
  uint64,
  unrepeatedInsertSettings,
} from '@footfall/warehouse'
import { DAY_OF_VISIT } from '../days/closed-days.ts'

export interface ImportToRemove {
  readonly product: ProductId
  readonly import: ImportId
}

const VISITORS_AT_ONCE = 20_000
/** Live events come for days that are at most so old; their names stay marked. */
const LIVE_DAYS = 4

/**
 * Deletes what an import stored, and nothing else: its events, crawler hits and daily numbers. What is summed up of the
 * events is computed anew first, so a process that dies in between finds them again and the next call completes it.
 * Returns how many rows were deleted.
 */
export async function removeImport(engine: Engine, removed: ImportToRemove, clock: Clock): Promise<number> {
  const events = await removeEvents(engine, removed, clock)
  const others = (['crawler_hits', 'imported_days'] as const).map(async (table) => {
    const rows = await countRows(engine, table, removed)
    if (rows > 0) await deleteRows(engine, table, rowsOf(removed))
    return rows
  })
  const rows = (await Promise.all(others)).reduce((sum, removedRows) => sum + removedRows, events)
  // Last: until here a repeat finds the import, and afterwards its events may come again.
  await deleteRows(engine, 'imported_event_ids', rowsOf(removed))
  return rows
}

async function removeEvents(engine: Engine, removed: ImportToRemove, clock: Clock): Promise<number> {
  const { product } = removed
  const days = await engine.rows<{ of_day: number; rows: string }>(
    sql`SELECT toUInt32(${DAY_OF_VISIT}) AS of_day, count() AS rows FROM events WHERE ${rowsOf(removed)} GROUP BY of_day`
      .text,
    { purpose: 'maintenance' },
  )
  if (days.length === 0) return 0
  await uncountDays(engine, removed)
  await forgetVisitors(engine, removed)
  await rebuildQuarters(engine, { product, quarters: await quartersOf(engine, removed), leftOut: rowsOf(removed) })
  await deleteRows(engine, 'events', rowsOf(removed))
  const numbers = days.map(({ of_day }) => Number(of_day)).sort((a, b) => a - b)
  await openDays(engine, product, numbers, clock)
  return days.reduce((sum, { rows }) => sum + Number(rows), 0)
}

function rowsOf({ product, import: id }: ImportToRemove): Sql {
  return sql`product_id = ${text(product)} AND import = ${text(id)}`
}

async function countRows(engine: Engine, table: 'crawler_hits' | 'imported_days', removed: ImportToRemove) {
  const from = table === 'crawler_hits' ? sql`crawler_hits` : sql`imported_days`
  const [row] = await engine.rows<{ rows: string }>(
    sql`SELECT count() AS rows FROM ${from} WHERE ${rowsOf(removed)}`.text,
    { purpose: 'maintenance' },
  )
  return Number(row?.rows ?? 0)
}

/** From here on no closed day answers for these rows. The token makes it happen once, however often it is begun. */
async function uncountDays(engine: Engine, removed: ImportToRemove): Promise<void> {
  const settings = [
    ...insertSettings(`import:${removed.product}:${removed.import}:removed`, engine.cluster),
    'max_threads = 1',
  ].join(', ')
  const days = sql`SELECT product_id, toDate(visit_start) AS day, -toInt64(count()) AS rows FROM events
WHERE ${rowsOf(removed)} GROUP BY product_id, day ORDER BY day`
  await engine.run(`INSERT INTO event_days (product_id, day, rows) SETTINGS ${settings} ${days.text}`, {
    purpose: 'maintenance',
  })
}

async function quartersOf(engine: Engine, removed: ImportToRemove): Promise<readonly number[]> {
  const rows = await engine.rows<{ quarter: number }>(
    sql`SELECT DISTINCT toUnixTimestamp(toStartOfFifteenMinutes(arrayJoin([toDateTime(ts, 'UTC'), visit_start]))) AS quarter
FROM events WHERE ${rowsOf(removed)} ORDER BY quarter`.text,
    { purpose: 'maintenance' },
  )
  return rows.map(({ quarter }) => Number(quarter))
}

/** When visitors that the file names were there first and last, as the other rows say it. */
async function forgetVisitors(engine: Engine, removed: ImportToRemove): Promise<void> {
  const own = sql`product_id = ${text(removed.product)}`
  const settings = unrepeatedInsertSettings(engine.cluster).join(', ')
  for (let after = '0'; ; ) {
    const visitors = await engine.rows<{ visitor: string }>(
      sql`SELECT DISTINCT visitor FROM events WHERE ${rowsOf(removed)} AND identified = 1 AND visitor > ${uint64(after)}
ORDER BY visitor LIMIT ${integer(VISITORS_AT_ONCE)}`.text,
      { purpose: 'maintenance' },
    )
    const last = visitors.at(-1)
    if (last === undefined) return
    const some = sql`${own} AND visitor IN (${joinSql(
      visitors.map(({ visitor }) => uint64(visitor)),
      ', ',
    )})`
    await deleteRows(engine, 'identified_visitors', some)
    const known = sql`SELECT product_id, visitor, min(ts), min(visit_start), max(ts) FROM events
WHERE ${some} AND import != ${text(removed.import)} AND identified = 1 AND kind != 'engagement' GROUP BY product_id, visitor`
    await engine.run(
      `INSERT INTO identified_visitors (product_id, visitor, first_at, first_visit, last_at) SETTINGS ${settings} ${known.text}`,
      { purpose: 'maintenance' },
    )
    after = last.visitor
  }
}

/** The days are closed anew, of the rows that are left; those without names left can be closed again. */
async function openDays(engine: Engine, product: ProductId, days: readonly number[], clock: Clock): Promise<void> {
  const within = sql`product_id = ${text(product)} AND toUInt32(day) IN (${joinSql(days.map(integer), ', ')})`
  await deleteRows(engine, 'closed_days', within)
  const still = await engine.rows<{ of_day: number }>(
    sql`SELECT DISTINCT toUInt32(${DAY_OF_VISIT}) AS of_day FROM events WHERE product_id = ${text(product)} AND identified = 1`
      .text,
    { purpose: 'maintenance' },
  )
  const named = new Set(still.map(({ of_day }) => Number(of_day)))
  const live = Math.floor(clock.now() / DAY_MS) - LIVE_DAYS
  // A name is marked on the day of its event, which may be the day after the visit began.
  const unnamed = [...new Set(days.flatMap((day) => [day, day + 1]))].filter((day) => day < live && !named.has(day))
  if (unnamed.length === 0) return
  await deleteRows(
    engine,
    'named_days',
    sql`product_id = ${text(product)} AND toUInt32(day) IN (${joinSql(unnamed.map(integer), ', ')})`,
  )
}
