import { ServiceUnavailable } from '@footfall/core-domain'
import type { Engine } from '../engine/engine.ts'
import { instant, integer, type Sql, sql } from '../engine/literal.ts'
import type { EventLog } from '../ingest/log.ts'
import type { IngestLogger } from '../ingest/logger.ts'
import type { EventRow, VisitAttributes } from '../schema/rows.ts'
import { NO_ATTRIBUTES } from './event-row.ts'
import { fromEngine, HOUR_MS } from './instants.ts'
import { VISIT_IDLE_MS, type Visit, type VisitTable } from './visits.ts'

export interface RestoreParts {
  readonly engine: Engine
  readonly log: EventLog
  readonly visits: VisitTable
  readonly logger: IngestLogger
}

/** No visit is older: its salt would be gone. */
const VISIT_AGE_MAX_MS = 48 * HOUR_MS

/** What rows of one visit say together; each part is a maximum, so a row that is in both places does no harm. */
type VisitEvidence = VisitAttributes & {
  readonly product_id: string
  readonly visitor: string
  readonly visit: string
  readonly visit_start: string
  readonly entry_path: string
  readonly last: string
  readonly pageviews: number
  readonly customs: number
}

/**
 * Takes up the visits that were going on when the last process ended, from the engine and from the log. Without the
 * engine the visits that are in it begin anew, which splits them and loses nothing.
 */
export async function restoreVisits(parts: RestoreParts, now: number): Promise<void> {
  const found = new Map<string, Visit>()
  for (const evidence of await fromEngineRows(parts, now)) merge(found, evidence)
  await mergeLog(found, parts.log)
  forgetEnded(found, now)
  const live = [...found.values()].sort((a, b) => a.lastAt - b.lastAt)
  for (const visit of live) parts.visits.restore(visit)
}

/** Visits that are read at once: some 60 MB of text on their way. */
const SLICE_VISITS = 100_000

async function fromEngineRows(parts: RestoreParts, now: number): Promise<readonly VisitEvidence[]> {
  try {
    const live = sql`events WHERE ts > ${instant(now - VISIT_IDLE_MS)} AND visit != 0`
    const [count] = await parts.engine.rows<{ visits: string }>(
      sql`SELECT uniqCombined(visit) AS visits FROM ${live}`.text,
      { purpose: 'maintenance' },
    )
    const slices = Math.ceil(Number(count?.visits ?? 0) / SLICE_VISITS)
    const found: VisitEvidence[] = []
    for (let slice = 0; slice < slices; slice++) {
      // Ids are random, so every slice is about as large as the others.
      const inSlice = sql`visit % ${integer(slices)} = ${integer(slice)}`
      found.push(...(await visitsOf(parts.engine, sql`SELECT product_id, visit FROM ${live} AND ${inSlice}`, now)))
    }
    return found
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error
    parts.logger.warn({}, 'The engine is away: visits that were going on begin anew.')
    return []
  }
}

function visitsOf(engine: Engine, live: Sql, now: number): Promise<readonly VisitEvidence[]> {
  const attributes = Object.keys(NO_ATTRIBUTES)
    .map((column) => `any(events.${column}) AS ${column}`)
    .join(', ')
  const query = sql`
    FROM events
    WHERE ts > ${instant(now - VISIT_AGE_MAX_MS)} AND (product_id, visit) IN (${live})
    GROUP BY product_id, visitor, visit`
  return engine.rows<VisitEvidence>(
    `SELECT product_id, visitor, visit, min(events.visit_start) AS visit_start, any(events.entry_path) AS entry_path,
      max(ts) AS last, max(pv_seq) AS pageviews, max(kind = 'custom') AS customs, ${attributes} ${query.text}`,
    { purpose: 'maintenance' },
  )
}

/** The log is in order of time, so what ended before a segment began is not needed any more: a log can be large. */
async function mergeLog(found: Map<string, Visit>, log: EventLog): Promise<void> {
  for (const segment of await log.rotate()) {
    forgetEnded(found, segment.since)
    for (const { table, json } of await log.read(segment)) {
      const row = table === 'events' ? parseRow(json) : undefined
      if (!row || row.visit === '0') continue
      merge(found, { ...row, last: row.ts, pageviews: row.pv_seq, customs: row.kind === 'custom' ? 1 : 0 })
    }
  }
}

function forgetEnded(found: Map<string, Visit>, at: number): void {
  for (const [key, { lastAt }] of found) if (at - lastAt >= VISIT_IDLE_MS) found.delete(key)
}

function parseRow(json: string): EventRow | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function merge(found: Map<string, Visit>, evidence: VisitEvidence): void {
  const key = `${evidence.product_id} ${evidence.visitor} ${evidence.visit}`
  const lastAt = fromEngine(evidence.last)
  const known = found.get(key)
  const pageviews = Math.max(evidence.pageviews, known?.pageviews ?? 0)
  found.set(key, {
    product: evidence.product_id,
    visitor: evidence.visitor,
    id: evidence.visit,
    startedAt: fromEngine(evidence.visit_start),
    entryPath: evidence.entry_path,
    attributes: attributesOf(evidence),
    lastAt: Math.max(lastAt, known?.lastAt ?? 0),
    // Rows of a visit exist only after its first one, so it has begun even where that one is not at hand.
    pageviews: pageviews === 0 && evidence.customs === 0 && !known?.unbounced ? 1 : pageviews,
    unbounced: evidence.customs > 0 || pageviews > 1 || (known?.unbounced ?? false),
  })
}

/** The engine pads an unknown country with NUL to its fixed width. */
function attributesOf(evidence: VisitAttributes): VisitAttributes {
  const columns = Object.keys(NO_ATTRIBUTES) as (keyof VisitAttributes)[]
  const values = columns.map((column) => [column, evidence[column].replaceAll('\0', '')])
  return { ...NO_ATTRIBUTES, ...Object.fromEntries(values) }
}
