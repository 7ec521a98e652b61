import type { ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import {
  allOf,
  anyOf,
  dateTime64,
  deleteRows,
  integer,
  joinSql,
  rebuildQuarters,
  type Sql,
  sql,
  text,
  uint64,
  unrepeatedInsertSettings,
} from '@footfall/warehouse'

export interface VisitorToErase {
  readonly product: ProductId
  /** The pseudonym, as decimal text. */
  readonly visitor: string
  /** Later events stay. In epoch milliseconds. */
  readonly untilMs: number
}

/** A visitor has few visits; more of them are deleted in several steps. */
const VISITS_AT_ONCE = 5_000

/**
 * Deletes everything that is kept of an identified visitor: the events that name them, and the others of the same visits,
 * which the visit would give away. What is summed up of them is computed anew first, so that a process that dies in
 * between finds the events again. Returns how many events were deleted.
 */
export async function eraseVisitor(engine: Engine, erased: VisitorToErase): Promise<number> {
  let events = 0
  for (;;) {
    const visits = await visitsOf(engine, erased)
    events += await eraseRows(engine, erased, rowsOf(erased, visits))
    if (visits.length < VISITS_AT_ONCE) break
  }
  await forgetFirst(engine, erased)
  return events
}

async function eraseRows(engine: Engine, { product }: VisitorToErase, rows: Sql): Promise<number> {
  const [found] = await engine.rows<{ events: string; quarters: readonly number[] }>(
    sql`SELECT count() AS events, arrayFilter(t -> t > 0, groupUniqArrayArray([
  toUnixTimestamp(toStartOfFifteenMinutes(ts)), toUnixTimestamp(toStartOfFifteenMinutes(visit_start))])) AS quarters
FROM events WHERE ${rows}`.text,
    { purpose: 'maintenance' },
  )
  const events = Number(found?.events ?? 0)
  if (found === undefined || events === 0) return 0
  const quarters = found.quarters.map(Number).sort((a, b) => a - b)
  await rebuildQuarters(engine, { product, quarters, leftOut: rows })
  await deleteRows(engine, 'events', rows)
  return events
}

async function visitsOf(engine: Engine, erased: VisitorToErase): Promise<readonly string[]> {
  const rows = await engine.rows<{ visit: string }>(
    sql`SELECT DISTINCT visit FROM events WHERE ${named(erased)} AND visit != 0 LIMIT ${integer(VISITS_AT_ONCE)}`.text,
    { purpose: 'maintenance' },
  )
  return rows.map(({ visit }) => visit)
}

function rowsOf(erased: VisitorToErase, visits: readonly string[]): Sql {
  const list = joinSql(visits.map(uint64), ', ')
  const inVisits = visits.length === 0 ? [] : [sql`visit IN (${list})`]
  // Rows without a visit go with the last visits.
  const byName = visits.length < VISITS_AT_ONCE ? [sql`visitor = ${uint64(erased.visitor)}`] : []
  return allOf([ofProduct(erased), anyOf([...inVisits, ...byName])])
}

function named(erased: VisitorToErase): Sql {
  return sql`${ofProduct(erased)} AND visitor = ${uint64(erased.visitor)}`
}

function ofProduct({ product, untilMs }: VisitorToErase): Sql {
  return sql`product_id = ${text(product)} AND ts <= ${dateTime64(untilMs)}`
}

/** A visitor who came again since is new from then on. */
async function forgetFirst(engine: Engine, { product, visitor }: VisitorToErase): Promise<void> {
  const own = sql`product_id = ${text(product)} AND visitor = ${uint64(visitor)}`
  await deleteRows(engine, 'identified_visitors', own)
  const settings = unrepeatedInsertSettings(engine.cluster).join(', ')
  const known = sql`SELECT product_id, visitor, min(ts), min(visit_start), max(ts) FROM events
WHERE ${own} AND identified = 1 AND kind != 'engagement' GROUP BY product_id, visitor`
  await engine.run(
    `INSERT INTO identified_visitors (product_id, visitor, first_at, first_visit, last_at) SETTINGS ${settings} ${known.text}`,
    { purpose: 'maintenance' },
  )
}
