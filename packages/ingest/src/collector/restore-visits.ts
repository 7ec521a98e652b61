import { type Clock, HOUR_MS, type Logger, ServiceUnavailable, VISIT_ATTRIBUTES } from '@footfall/core-domain'
import type { Engine, MovedVisitRow } from '@footfall/warehouse'
import { dateTime, dateTime64, integer, joinSql, not, oneOf, type Sql, sql, text, uint64 } from '@footfall/warehouse'
import type { EventLog } from '../log/log.ts'
import { eventOf, movedOf } from '../log/records.ts'
import { collectFoundVisits, type FoundVisits, type VisitSummary } from './found-visits.ts'
import { fromEngine } from './instants.ts'
import { isPageReport, PAGE_REPORTS } from './page-report.ts'
import { PRODUCT_SHARE } from './visit-memory.ts'
import { VISIT_BYTES_MIN, VISIT_IDLE_MS, type VisitTable } from './visits.ts'

export interface RestoreDependencies {
  readonly engine: Engine
  readonly log: EventLog
  readonly visits: VisitTable
  readonly visitBytesMax: number
  readonly clock: Clock
  readonly logger: Logger
}

/** No visit is older: its salt has been destroyed. */
const VISIT_AGE_MAX_MS = 48 * HOUR_MS
/** A start waits at most this long, plus the running query, which has a timeout of 15 s. */
const RESTORE_MS_MAX = 20_000

/**
 * Restores the visits that were live when the last process ended, from the log and the engine, most recent first, as
 * many as fit. Reading uses no more memory than the visits may. Visits that cannot be restored (no engine, or out of
 * time) start anew: they are split, but no event is lost.
 */
export async function restoreVisits(dependencies: RestoreDependencies): Promise<void> {
  const now = dependencies.clock.now()
  const found = collectFoundVisits(dependencies.visitBytesMax)
  const isLate = () => dependencies.clock.now() - now >= RESTORE_MS_MAX
  const moved = await readLog(found, dependencies.log, now, isLate)
  await readEngine(found, dependencies, now, isLate)
  for (const { product_id, visit, evidence } of moved) found.mark(product_id, visit, evidence)
  if (isLate())
    dependencies.logger.warn({}, 'Not all live visits were restored in time; the others start as new visits.')
  for (const visit of found.takeOldestFirst()) dependencies.visits.restore(visit)
}

/** Past visits may also have changed their class. */
const MOVED_MAX = 100_000

/** From the last row to the first: a visit without a row in the last half hour is over. Returns the visits that changed their class. */
async function readLog(
  found: FoundVisits,
  log: EventLog,
  now: number,
  isLate: () => boolean,
): Promise<readonly MovedVisitRow[]> {
  const moved: MovedVisitRow[] = []
  const segments = await log.rotate()
  for (const segment of segments.toReversed()) {
    if (isLate()) return moved
    const records = await log.read(segment)
    for (const record of records.toReversed()) {
      const change = moved.length < MOVED_MAX ? movedOf(record) : undefined
      if (change !== undefined) moved.push(change)
      const row = eventOf(record)
      if (!row || row.visit === '0' || isPageReport(row.name)) continue
      const isRecent = now - fromEngine(row.ts) < VISIT_IDLE_MS
      const customs = row.kind === 'custom' ? 1 : 0
      found.add({ ...row, last: row.ts, pageviews: row.pv_seq, customs, unbounced: row.unbounce }, isRecent)
    }
    if (now - segment.since >= VISIT_AGE_MAX_MS) return moved
  }
  return moved
}

/** A visit in the engine, without its texts. */
interface Candidate {
  readonly product_id: string
  readonly visit: string
  readonly visit_start: string
  readonly last: string
  /** Total length of its texts. */
  readonly length: number
}

const CANDIDATES_AT_ONCE = 50_000
/** Approximate size of the JSON read at once, without field names. */
const LENGTH_AT_ONCE = 8 * 1024 ** 2
const NAMES_LENGTH = 450

async function readEngine(
  found: FoundVisits,
  { engine, visitBytesMax, logger }: RestoreDependencies,
  now: number,
  isLate: () => boolean,
): Promise<void> {
  const visitsMax = Math.ceil(visitBytesMax / VISIT_BYTES_MIN)
  try {
    for (let seen = 0, below: Candidate | undefined; seen < visitsMax; seen += CANDIDATES_AT_ONCE) {
      const candidates = await candidatesBelow(engine, below, now, Math.ceil(visitsMax * PRODUCT_SHARE))
      for (const chunk of chunksOf(fitting(found, candidates))) {
        if (isLate()) return
        for (const summary of await summariesOf(engine, chunk, now)) found.add(summary, true)
      }
      below = candidates.at(-1)
      if (candidates.length < CANDIDATES_AT_ONCE || isLate()) return
    }
    for (const moved of await movedInEngine(engine)) found.mark(moved.product_id, moved.visit, moved.evidence)
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error
    logger.warn({}, 'The engine is unavailable: visits that were live start as new visits.')
  }
}

/** Visits that changed their class and whose earlier rows have the former one. */
function movedInEngine(engine: Engine): Promise<readonly Pick<MovedVisitRow, 'product_id' | 'visit' | 'evidence'>[]> {
  return engine.rows(
    sql`SELECT product_id, visit, groupBitOr(evidence) AS evidence FROM moved_visits GROUP BY product_id, visit
LIMIT ${integer(MOVED_MAX)}`.text,
  )
}

/** A report of a page leaves its visit as long as it was. */
const EXTENDS_VISIT = not(oneOf(sql`events.name`, PAGE_REPORTS))

/** The next visits by their last event, most recent first. */
function candidatesBelow(
  engine: Engine,
  below: Candidate | undefined,
  now: number,
  perProductMax: number,
): Promise<readonly Candidate[]> {
  const position = below
    ? sql`HAVING (last, visit) < (${dateTime64(fromEngine(below.last))}, ${uint64(below.visit)})`
    : sql``
  const texts = ['entry_path', ...VISIT_ATTRIBUTES].map((column) => `length(events.${column})`).join(' + ')
  const query = sql`
    WHERE ts > ${dateTime64(now - VISIT_IDLE_MS)} AND visit != 0 AND ${EXTENDS_VISIT}
    GROUP BY product_id, visit ${position}
    ORDER BY last DESC, visit DESC
    LIMIT ${integer(perProductMax)} BY product_id
    LIMIT ${integer(CANDIDATES_AT_ONCE)}`
  return engine.rows<Candidate>(
    `SELECT product_id, visit, any(events.visit_start) AS visit_start, max(ts) AS last,
      toUInt32(any(${texts})) AS length FROM events ${query.text}`,
  )
}

/** Candidates that may fit, compared by their minimum size. */
function fitting(found: FoundVisits, candidates: readonly Candidate[]): readonly Candidate[] {
  const taken = new Map<string, number>()
  return candidates.filter(({ product_id, length }) => {
    const bytes = (taken.get(product_id) ?? 0) + VISIT_BYTES_MIN + length
    if (!found.hasRoom(product_id, bytes)) return false
    taken.set(product_id, bytes)
    return true
  })
}

function* chunksOf(candidates: readonly Candidate[]): Generator<readonly Candidate[]> {
  let chunk: Candidate[] = []
  let length = 0
  for (const candidate of candidates) {
    chunk.push(candidate)
    length += candidate.length + NAMES_LENGTH
    if (length < LENGTH_AT_ONCE) continue
    yield chunk
    chunk = []
    length = 0
  }
  if (chunk.length > 0) yield chunk
}

function summariesOf(engine: Engine, candidates: readonly Candidate[], now: number): Promise<readonly VisitSummary[]> {
  const began = Math.min(...candidates.map(({ visit_start }) => fromEngine(visit_start)))
  const products = [...new Set(candidates.map(({ product_id }) => product_id))].map(text)
  const visits = candidates.map(({ visit }) => uint64(visit))
  const attributes = VISIT_ATTRIBUTES.map((column) => `any(events.${column}) AS ${column}`).join(', ')
  const since: Sql = dateTime(Math.max(began, now - VISIT_AGE_MAX_MS))
  const query = sql`
    FROM events
    WHERE ts >= ${since} AND product_id IN (${joinSql(products, ', ')}) AND visit IN (${joinSql(visits, ', ')})
      AND ${EXTENDS_VISIT}
    GROUP BY product_id, visitor, identified, visit
    ORDER BY last DESC`
  return engine.rows<VisitSummary>(
    `SELECT product_id, visitor, identified, visit, min(events.visit_start) AS visit_start, any(events.entry_path) AS entry_path,
      max(ts) AS last, max(pv_seq) AS pageviews, max(kind = 'custom') AS customs, max(unbounce) AS unbounced,
      groupBitOr(evidence) AS evidence, ${attributes} ${query.text}`,
  )
}
