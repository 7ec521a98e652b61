import { type Clock, DAY_SECONDS, HOUR_MS, type ProductId, SECOND_MS } from '@footfall/core-domain'
import { unrepeatedInsertSettings } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { anyOf } from '../sql/conditions.ts'
import { dateTime, dateTime64, integer, joinSql, type Sql, sql, text, uint64 } from '../sql/literal.ts'
import { deleteRows } from './delete-rows.ts'
import { rebuildQuarters } from './rebuild-quarters.ts'
import { stored } from './topology.ts'
import { EVIDENCE_BITS } from './traffic.ts'

/** Visits of a product in one run. Each is named in statements. */
const VISITS_AT_ONCE = 1_000
/** Products of one run. Each takes a handful of statements, one of which rewrites parts of the table of events. */
const PRODUCTS_AT_ONCE = 50
/** The products that are looked at for those of one run. */
const WAITING_MAX = 1_000
const QUARTER_SECONDS = 900
/** Later, hardly a row comes to a quarter of an hour, so that it can be summed up anew. */
const QUIET_AFTER_MS = HOUR_MS
const QUARTERS_AT_ONCE = 200

interface MovedVisit {
  readonly visit: string
  /** In epoch seconds. */
  readonly start: string
  /** All evidence, with the class. */
  readonly evidence: number
  /** That of every record. */
  readonly recorded: readonly number[]
}

/**
 * Gives the rows of visits whose class changed the class that they have now: all rows of a visit have one. Returns the products
 * whose numbers change. It may be killed at any statement, and run again; it must not run in two processes at once.
 *
 * The rollup has these visits under their former class, so the quarters of an hour are marked before a row changes: a report by class
 * reads their rows. Kept numbers of days are removed afterwards. Once marked quarters are quiet, they are
 * summed up anew.
 */
export async function moveVisits(
  engine: Engine,
  clock: Clock,
  ownerOf: (product: ProductId) => Promise<string | undefined>,
): Promise<ReadonlySet<ProductId>> {
  const changed = new Set<ProductId>()
  for (const product of await productsInTurns(engine, ownerOf)) {
    const visits = await movedVisits(engine, product)
    if (await hasRows(engine, ofOtherClass(product, visits))) {
      await markQuarters(engine, product, visits)
      await changeRows(engine, product, visits)
    }
    // Also where an earlier run was killed before it.
    await takeBackDays(engine, clock, product, visits)
    await deleteRows(engine, 'moved_visits', recordsOf(product, visits))
    changed.add(product)
  }
  await sumUpAnew(engine, clock)
  return changed
}

/** Owning accounts in turn, so that one with many products or visits delays the others by one product. */
async function productsInTurns(
  engine: Engine,
  ownerOf: (product: ProductId) => Promise<string | undefined>,
): Promise<readonly ProductId[]> {
  const waiting = await engine.rows<{ readonly product_id: ProductId }>(
    sql`SELECT product_id FROM moved_visits GROUP BY product_id ORDER BY min(decided_at), product_id LIMIT ${integer(WAITING_MAX)}`
      .text,
    { purpose: 'maintenance' },
  )
  const products = waiting.map(({ product_id }) => product_id)
  if (products.length <= PRODUCTS_AT_ONCE) return products
  const ofOwners = new Map<string, ProductId[]>()
  for (const product of products) {
    const owner = (await ownerOf(product)) ?? product
    ofOwners.set(owner, [...(ofOwners.get(owner) ?? []), product])
  }
  const turns = [...ofOwners.values()].flatMap((own) => own.map((product, turn) => ({ product, turn })))
  return turns
    .toSorted((one, other) => one.turn - other.turn)
    .slice(0, PRODUCTS_AT_ONCE)
    .map(({ product }) => product)
}

function movedVisits(engine: Engine, product: ProductId): Promise<readonly MovedVisit[]> {
  return engine.rows<MovedVisit>(
    sql`SELECT visit, toString(toUnixTimestamp(min(visit_start))) AS start,
  argMax(moved_visits.evidence, (decided_at, bitCount(moved_visits.evidence))) AS evidence, groupUniqArray(moved_visits.evidence) AS recorded
FROM moved_visits WHERE product_id = ${text(product)} GROUP BY visit ORDER BY min(decided_at), visit LIMIT ${integer(VISITS_AT_ONCE)}`
      .text,
    { purpose: 'maintenance' },
  )
}

function rowsOf(product: ProductId, visits: readonly MovedVisit[]): Sql {
  // A late event may come before the start of its visit, in the same quarter of an hour.
  const first = Math.min(...visits.map(({ start }) => Number(start))) - QUARTER_SECONDS
  return sql`product_id = ${text(product)} AND ts >= ${dateTime64(first * SECOND_MS)} AND visit IN (${idsOf(visits)})`
}

function ofOtherClass(product: ProductId, visits: readonly MovedVisit[]): Sql {
  const bound = integer(EVIDENCE_BITS.suspected)
  return sql`${rowsOf(product, visits)} AND (evidence >= ${bound}) != (${evidenceNow(visits)} >= ${bound})`
}

function idsOf(visits: readonly MovedVisit[]): Sql {
  return joinSql(
    visits.map(({ visit }) => uint64(visit)),
    ', ',
  )
}

function evidenceNow(visits: readonly MovedVisit[]): Sql {
  const values = joinSql(
    visits.map(({ evidence }) => integer(evidence)),
    ', ',
  )
  return sql`toUInt16(transform(visit, [${idsOf(visits)}], [${values}], evidence))`
}

async function hasRows(engine: Engine, rows: Sql): Promise<boolean> {
  const found = await engine.rows(sql`SELECT 1 AS found FROM events WHERE ${rows} LIMIT 1`.text, {
    purpose: 'maintenance',
  })
  return found.length > 0
}

async function markQuarters(engine: Engine, product: ProductId, visits: readonly MovedVisit[]): Promise<void> {
  const quarters = sql`SELECT DISTINCT product_id, arrayJoin([toStartOfFifteenMinutes(toDateTime(ts, 'UTC')), toStartOfFifteenMinutes(visit_start)])
FROM events WHERE ${rowsOf(product, visits)}`
  await insert(engine, sql`moved_quarters (product_id, t)`, quarters)
}

async function changeRows(engine: Engine, product: ProductId, visits: readonly MovedVisit[]): Promise<void> {
  await engine.run(
    sql`ALTER TABLE ${stored('events', engine)} UPDATE evidence = ${evidenceNow(visits)}
WHERE ${ofOtherClass(product, visits)} SETTINGS mutations_sync = 1`.text,
    { purpose: 'maintenance' },
  )
}

/**
 * A closing that began before the rows changed has an earlier version than this, so the day stays taken back until it is closed
 * again. A version begins with seconds, in its upper 32 bits.
 */
async function takeBackDays(
  engine: Engine,
  clock: Clock,
  product: ProductId,
  visits: readonly MovedVisit[],
): Promise<void> {
  const days = [...new Set(visits.map(({ start }) => Math.floor(Number(start) / DAY_SECONDS)))]
  const version = (BigInt(Math.floor(clock.now() / SECOND_MS)) + 1n) << 32n
  const closed = sql`SELECT product_id, day, greatest(version + 1, ${uint64(String(version))}), toInt64(-1), cut, last_at, dimensions
FROM closed_days FINAL WHERE product_id = ${text(product)} AND toUInt32(day) IN (${joinSql(days.map(integer), ', ')}) AND rows >= 0`
  await insert(engine, sql`closed_days (product_id, day, version, rows, cut, last_at, dimensions)`, closed)
}

function recordsOf(product: ProductId, visits: readonly MovedVisit[]): Sql {
  const records = visits.flatMap(({ visit, recorded }) =>
    recorded.map((evidence) => sql`(${uint64(visit)}, ${integer(evidence)})`),
  )
  return sql`product_id = ${text(product)} AND (visit, evidence) IN (${joinSql(records, ', ')})`
}

/** A mark goes last: until then the rows are read, so nobody sees a quarter that is half summed up. */
async function sumUpAnew(engine: Engine, clock: Clock): Promise<void> {
  const before = dateTime(clock.now() - QUIET_AFTER_MS - QUARTER_SECONDS * SECOND_MS)
  const marked = await engine.rows<{ product_id: ProductId; quarter: string }>(
    sql`SELECT DISTINCT product_id, toString(toUnixTimestamp(t)) AS quarter FROM moved_quarters WHERE t < ${before}
ORDER BY product_id, quarter LIMIT ${integer(QUARTERS_AT_ONCE)}`.text,
    { purpose: 'maintenance' },
  )
  for (const [product, rows] of Map.groupBy(marked, ({ product_id }) => product_id)) {
    const quarters = rows.map(({ quarter }) => Number(quarter))
    await rebuildQuarters(engine, { product, quarters, leftOut: sql`0` })
    const own = quarters.map((quarter) => sql`t = ${dateTime(quarter * SECOND_MS)}`)
    await deleteRows(engine, 'moved_quarters', sql`product_id = ${text(product)} AND ${anyOf(own)}`)
  }
}

async function insert(engine: Engine, target: Sql, rows: Sql): Promise<void> {
  const settings = unrepeatedInsertSettings(engine.cluster).join(', ')
  await engine.run(`INSERT INTO ${target.text} SETTINGS ${settings} ${rows.text}`, { purpose: 'maintenance' })
}
