import { appendFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Logger } from '@footfall/core-domain'
import { ServiceUnavailable } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { isDelivered } from './delivered.ts'
import type { IngestTable, LogRecord } from './records.ts'
import type { Segment } from './segment.ts'

export interface Delivery {
  readonly engine: Engine
  readonly logger: Logger
}

/**
 * Inserts the records of a segment, one block per table. The token of a block follows from the segment alone, so the
 * same segment delivered again after a crash changes nothing. Throws `ServiceUnavailable` when it must come again.
 *
 * `doubt` says that it may have been delivered so long ago that the engine no longer knows the tokens; then the events
 * are looked for first. They go last, so when they are there the other tables have theirs, and there is nothing to do.
 * Answers whether that was so.
 */
export async function deliver(
  delivery: Delivery,
  segment: Segment,
  records: readonly LogRecord[],
  doubt: boolean,
): Promise<{ readonly wasThere: boolean }> {
  const { events = [], ...others } = Object.fromEntries(byTable(records))
  if (doubt && events.length > 0 && (await isDelivered(delivery.engine, events))) return { wasThere: true }
  for (const [table, rows] of [...Object.entries(others), ['events', events] as const]) {
    if (rows.length === 0) continue
    const block = { table: table as IngestTable, doubt }
    const refused = await insert(delivery, block, rows, `${segment.token}:${table}`)
    if (refused.length > 0) await setAside(delivery, segment, block.table, refused)
  }
  return { wasThere: false }
}

interface Block {
  readonly table: IngestTable
  readonly doubt: boolean
}

/** Rows that the engine refuses for what they hold are found by halving; the other rows go in. */
async function insert(
  delivery: Delivery,
  block: Block,
  rows: readonly string[],
  token: string,
): Promise<readonly string[]> {
  const { table, doubt } = block
  try {
    await delivery.engine.insert(table, 'JSONEachRow', rows.join('\n'), token)
    return []
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error
    if (!isAboutRows(error)) {
      delivery.logger.error({ table, code: codeOf(error) }, 'The engine does not take this table; trying again later.')
      throw new ServiceUnavailable(error)
    }
    if (rows.length === 1) return rows
    const middle = rows.length >> 1
    const refused: string[] = []
    for (const [half, i] of [
      [rows.slice(0, middle), 0],
      [rows.slice(middle), 1],
    ] as const) {
      if (doubt && table === 'events' && (await isDelivered(delivery.engine, half))) continue
      refused.push(...(await insert(delivery, block, half, `${token}${i}`)))
    }
    return refused
  }
}

/**
 * What is wrong with the schema, the statement, the rights or the engine's disk is wrong for every row: setting rows
 * aside for it would throw away a whole log because of one missing migration or a full disk.
 */
const SYSTEMIC_CODES: ReadonlySet<string> = new Set([
  '16', // NO_SUCH_COLUMN_IN_TABLE
  '36', // BAD_ARGUMENTS
  '47', // UNKNOWN_IDENTIFIER
  '57', // TABLE_ALREADY_EXISTS
  '60', // UNKNOWN_TABLE
  '62', // SYNTAX_ERROR
  '73', // UNKNOWN_FORMAT
  '74', // CANNOT_READ_FROM_FILE_DESCRIPTOR
  '75', // CANNOT_WRITE_TO_FILE_DESCRIPTOR
  '76', // CANNOT_OPEN_FILE
  '81', // UNKNOWN_DATABASE
  '115', // UNKNOWN_SETTING
  '164', // READONLY
  '192', // UNKNOWN_USER
  '193', // WRONG_PASSWORD
  '204', // CANNOT_FSYNC
  '218', // TABLE_IS_DROPPED
  '481', // CANNOT_CREATE_DIRECTORY
  '497', // ACCESS_DENIED
])
/** What a disk says, under whichever code. */
const DISK_FAILURE = /No space left on device|Disk quota exceeded|Read-only file system|Input\/output error/

function isAboutRows(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined || SYSTEMIC_CODES.has(code)) return false
  return !(error instanceof Error && DISK_FAILURE.test(error.message))
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\d+$/.test(code) ? code : undefined
}

/** Keeps refused rows where an operator can look at them. Only their number is logged: they hold what people sent. */
async function setAside(
  { logger }: Delivery,
  segment: Segment,
  table: IngestTable,
  rows: readonly string[],
): Promise<void> {
  const directory = join(dirname(segment.path), 'rejected')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, `${basename(segment.path, '.log')}.${table}.ndjson`)
  await appendFile(file, rows.map((row) => `${row}\n`).join(''), { mode: 0o600, flush: true })
  logger.error({ table, rows: rows.length, file }, 'The engine refused rows; they were set aside.')
}

function byTable(records: readonly LogRecord[]): ReadonlyMap<IngestTable, readonly string[]> {
  const tables = new Map<IngestTable, string[]>()
  for (const { table, json } of records) {
    const rows = tables.get(table)
    if (rows) rows.push(json)
    else tables.set(table, [json])
  }
  return tables
}
