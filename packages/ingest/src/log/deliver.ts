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
 * Inserts the records of a segment, one block per table. The deduplication token of a block derives from the segment,
 * so delivering a segment again after a crash changes nothing. Throws `ServiceUnavailable` when it must be retried.
 *
 * `mayBeDelivered` says that an earlier delivery may be so old that the engine has forgotten its tokens; then the
 * events are looked up first. Events are inserted last, so when they are present, so is the rest. Returns whether they
 * were.
 */
export async function deliver(
  delivery: Delivery,
  segment: Segment,
  records: readonly LogRecord[],
  mayBeDelivered: boolean,
): Promise<{ readonly alreadyDelivered: boolean }> {
  const { events = [], ...others } = Object.fromEntries(byTable(records))
  if (mayBeDelivered && events.length > 0 && (await isDelivered(delivery.engine, events)))
    return { alreadyDelivered: true }
  for (const [table, rows] of [...Object.entries(others), ['events', events] as const]) {
    if (rows.length === 0) continue
    const block = { table: table as IngestTable, mayBeDelivered }
    const refused = await insert(delivery, block, rows, `${segment.token}:${table}`)
    if (refused.length > 0) await storeRejected(delivery, segment, block.table, refused)
  }
  return { alreadyDelivered: false }
}

interface Block {
  readonly table: IngestTable
  readonly mayBeDelivered: boolean
}

/** Finds the rows that the engine rejects for their content by bisection; all others are inserted. */
async function insert(
  delivery: Delivery,
  block: Block,
  rows: readonly string[],
  token: string,
): Promise<readonly string[]> {
  const { table, mayBeDelivered } = block
  try {
    await delivery.engine.insert(table, 'JSONEachRow', rows.join('\n'), token)
    return []
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error
    if (!isAboutRows(error)) {
      delivery.logger.error(
        { table, code: codeOf(error) },
        'The engine does not accept rows of this table; retrying later.',
      )
      throw new ServiceUnavailable(error)
    }
    if (rows.length === 1) return rows
    const middle = rows.length >> 1
    const refused: string[] = []
    for (const [half, i] of [
      [rows.slice(0, middle), 0],
      [rows.slice(middle), 1],
    ] as const) {
      if (mayBeDelivered && table === 'events' && (await isDelivered(delivery.engine, half))) continue
      refused.push(...(await insert(delivery, block, half, `${token}${i}`)))
    }
    return refused
  }
}

/**
 * Errors of the schema, the statement, access rights or the disk concern every row. Rejecting rows for them would
 * discard a whole log because of a missing migration or a full disk.
 */
const SYSTEM_ERROR_CODES: ReadonlySet<string> = new Set([
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
/** Disk errors, which occur under several codes. */
const DISK_FAILURE = /No space left on device|Disk quota exceeded|Read-only file system|Input\/output error/

function isAboutRows(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined || SYSTEM_ERROR_CODES.has(code)) return false
  return !(error instanceof Error && DISK_FAILURE.test(error.message))
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\d+$/.test(code) ? code : undefined
}

/** Stores rejected rows for an operator. Only their number is logged: they hold personal data. */
async function storeRejected(
  { logger }: Delivery,
  segment: Segment,
  table: IngestTable,
  rows: readonly string[],
): Promise<void> {
  const directory = join(dirname(segment.path), 'rejected')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, `${basename(segment.path, '.log')}.${table}.ndjson`)
  await appendFile(file, rows.map((row) => `${row}\n`).join(''), { mode: 0o600, flush: true })
  logger.error({ table, rows: rows.length, file }, 'The engine rejected rows; they were stored in a file.')
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
