import { hash } from 'node:crypto'
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type Logger,
  MINUTE_MS,
  type RandomSource,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { dateTime64, type Engine, joinSql, sql, text, uint64 } from '@footfall/warehouse'
import { eventIdIn } from '../log/event-line.ts'
import type { EventLog } from '../log/log.ts'
import { createIdTable, type IdHash, type IdTable, PLACE_SECRET_BYTES } from './id-table.ts'
import { LATE_MS_MAX } from './past-visits.ts'

/** The id of an event, hashed with its product. */
export interface EventId extends IdHash {
  /** As the column `event_id` has it. */
  readonly text: string
}

/** The ids of the events of the last 72 hours, so that each counts once. */
export interface EventIds {
  /**
   * Reads from the engine which of the ids are known, where memory does not know. `elsewhere`: another process may have
   * accepted them. Throws `ServiceUnavailable` when that is needed and the engine does not answer.
   */
  lookUp(product: string, ids: readonly EventId[], since: number, elsewhere: boolean): Promise<void>
  has(id: EventId): boolean
  add(id: EventId): void
  remove(id: EventId): void
  /** Goes on reading what earlier processes accepted, until all of it is read. */
  load(): void
  stop(): void
}

export interface EventIdsOptions {
  readonly engine: Engine
  readonly log: EventLog
  readonly clock: Clock
  readonly random: RandomSource
  readonly logger: Logger
}

/** In memory, in all; of more ids, the oldest are looked up in the engine. Some 90 MB. */
const IDS_MAX = 6_000_000
const GENERATIONS = 4
/** A sender’s clock may be ahead so far. */
export const CLOCK_AHEAD_MS_MAX = 5 * MINUTE_MS

export function eventId(product: string, id: string): EventId {
  const digest = hash('sha256', `${product}\0${id}`, 'buffer')
  const whole = digest.readBigUInt64BE(0)
  return idOf(whole === 0n ? 1n : whole)
}

function idOf(whole: bigint): EventId {
  return { high: Number(whole >> 32n), low: Number(whole & 0xffffffffn), text: whole.toString() }
}

interface Generation {
  readonly ids: IdTable
  readonly since: number
}

/**
 * Keeps the hashes of ids in memory, in generations of a day. The rows in the log and in the engine carry them, so a process
 * reads after its start what earlier ones accepted; until it has, batches with ids ask the engine.
 */
export function rememberIds({ engine, log, clock, random, logger }: EventIdsOptions): EventIds {
  const startedAt = clock.now()
  const newTable = () => createIdTable(random.bytes(PLACE_SECRET_BYTES))
  let generations: readonly Generation[] = [{ ids: newTable(), since: startedAt }]
  /** Every id of an event from then on is in memory, but for those that other processes accept. */
  let completeFrom = startedAt
  let isLoaded = false
  let isLoading = false
  let isStopped = false
  const logRead = readLog()
  logRead.catch(() => {})

  function newest(): IdTable {
    const now = clock.now()
    const [current] = generations
    if (current !== undefined && current.ids.size < IDS_MAX / GENERATIONS && now - current.since < DAY_MS)
      return current.ids
    const next = { ids: newTable(), since: now }
    const kept = [next, ...generations.filter(({ since }) => now - since < LATE_MS_MAX + DAY_MS)]
    generations = kept.slice(0, GENERATIONS)
    // What came into a forgotten generation was stamped before the oldest one that is left began.
    const oldest = kept[GENERATIONS - 1]
    if (kept.length > GENERATIONS && oldest !== undefined)
      completeFrom = Math.max(completeFrom, oldest.since + CLOCK_AHEAD_MS_MAX)
    return next.ids
  }

  const has = (id: IdHash) => generations.some(({ ids }) => ids.has(id))

  async function readLog(): Promise<void> {
    for (const segment of await log.rotate()) {
      // A segment that is gone meanwhile is in the engine.
      const records = await log.read(segment).catch(() => [])
      for (const { table, text: line } of records) {
        const found = table === 'events' ? eventIdIn(line) : undefined
        if (found !== undefined) newest().add(idOf(BigInt(found)))
      }
    }
  }

  /** By hours, the latest first. */
  async function readEngine(): Promise<void> {
    await logRead
    let read = 0
    for (let end = startedAt + HOUR_MS; end > startedAt - LATE_MS_MAX; end -= HOUR_MS) {
      if (isStopped) return
      const start = end - HOUR_MS
      const rows = await engine.rows<{ id: string }>(
        sql`SELECT toString(event_id) AS id FROM events WHERE ts >= ${dateTime64(start)} AND ts < ${dateTime64(end)} AND event_id != 0`
          .text,
        { purpose: 'ingest' },
      )
      read += rows.length
      if (read > IDS_MAX / 2) break
      for (const { id } of rows) newest().add(idOf(BigInt(id)))
      completeFrom = Math.min(completeFrom, start)
    }
    isLoaded = true
  }

  return {
    async lookUp(product, ids, since, elsewhere) {
      await logRead
      const isMissing = !isLoaded || elsewhere || since < completeFrom
      const asked = isMissing ? ids.filter((id) => !has(id)) : []
      if (asked.length === 0) return
      const from = dateTime64(clock.now() - LATE_MS_MAX - HOUR_MS)
      const rows = await engine
        .rows<{ id: string }>(
          sql`SELECT DISTINCT toString(event_id) AS id FROM events WHERE product_id = ${text(product)} AND ts >= ${from}
AND event_id IN (${joinSql(
            asked.map((id) => uint64(id.text)),
            ', ',
          )})`.text,
          { purpose: 'ingest' },
        )
        .catch((error: unknown) => {
          throw error instanceof ServiceUnavailable ? error : new ServiceUnavailable(error)
        })
      for (const { id } of rows) newest().add(idOf(BigInt(id)))
    },
    has,
    add: (id) => newest().add(id),
    remove(id) {
      for (const { ids } of generations) ids.remove(id)
    },
    load() {
      if (isLoaded || isLoading || isStopped) return
      isLoading = true
      readEngine()
        .catch((error: unknown) => {
          logger.warn(
            { error: error instanceof Error ? error.name : 'unknown' },
            'Ids of events could not be read yet.',
          )
        })
        .finally(() => {
          isLoading = false
        })
    },
    stop() {
      isStopped = true
    },
  }
}
