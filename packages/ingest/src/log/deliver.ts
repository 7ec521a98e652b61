import { appendFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Logger } from '@footfall/core-domain'
import { ServiceUnavailable } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { isDelivered } from './delivered.ts'
import { EVENT_LINE_COLUMNS, parseEventLine, tabbedLine } from './event-line.ts'
import { insertFile } from './insert-file.ts'
import type { EventLog } from './log.ts'
import type { IngestTable, LogRecord } from './records.ts'
import { BEGUN_AT_ANY_TIME, type FirstBegun, isAsWritten, type Segment } from './segment.ts'

export interface Delivery {
  readonly engine: Engine
  readonly logger: Logger
  readonly log: Pick<EventLog, 'read' | 'readOthers'>
}

export interface Delivered {
  readonly alreadyDelivered: boolean
  /** Whose rows were in the segment. */
  readonly products: ReadonlySet<string>
  /** When the earliest of the visits began whose events were in it. */
  readonly firstBegun: FirstBegun
}

/**
 * Inserts the records of a segment, one block per table. The deduplication token of a block derives from the segment,
 * so delivering a segment again after a crash changes nothing. Throws `ServiceUnavailable` when it must be retried.
 *
 * `mayBeDelivered` says that an earlier delivery may be so old that the engine has forgotten its tokens; then the
 * events are looked up first. Events are inserted last, so when they are present, so is the rest.
 */
export async function deliver(delivery: Delivery, segment: Segment, mayBeDelivered: boolean): Promise<Delivered> {
  const { moved_visits: moved = [], ...delivered } = await deliverRows(delivery, segment, mayBeDelivered)
  // After the events of the segment: when a visit is known to have changed its class, all rows of the former class are there.
  await insertTables(delivery, segment, { moved_visits: moved }, mayBeDelivered)
  return delivered
}

/** Inserts all but the visits that changed their class, which it returns. */
async function deliverRows(
  delivery: Delivery,
  segment: Segment,
  mayBeDelivered: boolean,
): Promise<Delivered & Pick<Tables, 'moved_visits'>> {
  const { engine, log } = delivery
  const { written } = segment
  if (engine.kind === 'embedded' && written !== undefined && (await isAsWritten(segment))) {
    const others = written.events < segment.records ? await log.readOthers(segment) : []
    const { moved_visits = [], ...rest } = byTable(others)
    await insertTables(delivery, segment, rest, mayBeDelivered)
    if (written.events === 0 || (await insertAsFile(delivery, segment)))
      return { alreadyDelivered: false, products: written.products, firstBegun: written.firstBegun, moved_visits }
  }
  const records = await log.read(segment)
  const products = new Set(records.map(({ product }) => product))
  const { events = [], moved_visits = [], ...others } = byTable(records)
  if (mayBeDelivered && events.length > 0 && (await isDelivered(engine, events)))
    return { alreadyDelivered: true, products, firstBegun: BEGUN_AT_ANY_TIME, moved_visits }
  await insertTables(delivery, segment, { ...others, events }, mayBeDelivered)
  return { alreadyDelivered: false, products, firstBegun: BEGUN_AT_ANY_TIME, moved_visits }
}

/** Returns false where a row was rejected: the rows have to be inserted as text, which shows which one it is. */
async function insertAsFile({ engine, logger }: Delivery, segment: Segment): Promise<boolean> {
  try {
    await insertFile(engine, segment.path, tokenOf(segment, 'events'))
    return true
  } catch (error) {
    assertAboutRows(error, 'events', logger)
    return false
  }
}

async function insertTables(
  delivery: Delivery,
  segment: Segment,
  tables: Tables,
  mayBeDelivered: boolean,
): Promise<void> {
  for (const [name, rows] of Object.entries(tables)) {
    const table = name as IngestTable
    if (rows.length === 0) continue
    const rejected = await insert(delivery, { table, mayBeDelivered }, rows, tokenOf(segment, table))
    if (rejected.length > 0) await storeRejected(delivery, segment, table, rejected)
  }
}

const tokenOf = ({ token }: Segment, table: IngestTable) => `${token}:${table}`

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
    if (table === 'events')
      await delivery.engine.insert(table, 'TSV', rows.map(tabbedLine).join('\n'), token, EVENT_LINE_COLUMNS)
    else await delivery.engine.insert(table, 'JSONEachRow', rows.join('\n'), token)
    return []
  } catch (error) {
    assertAboutRows(error, table, delivery.logger)
    if (rows.length === 1) return rows
    const middle = rows.length >> 1
    const rejected: string[] = []
    for (const [half, i] of [
      [rows.slice(0, middle), 0],
      [rows.slice(middle), 1],
    ] as const) {
      if (mayBeDelivered && table === 'events' && (await isDelivered(delivery.engine, half))) continue
      rejected.push(...(await insert(delivery, block, half, `${token}${i}`)))
    }
    return rejected
  }
}

/** Throws `ServiceUnavailable` for an error that no single row is the cause of. */
function assertAboutRows(error: unknown, table: IngestTable, logger: Logger): void {
  if (error instanceof ServiceUnavailable) throw error
  if (isAboutRows(error)) return
  logger.error({ table, code: codeOf(error) }, 'The engine does not accept rows of this table; retrying later.')
  throw new ServiceUnavailable(error)
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
  const lines = table === 'events' ? rows.map((row) => JSON.stringify(parseEventLine(row))) : rows
  await appendFile(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  logger.error({ table, rows: rows.length, file }, 'The engine rejected rows; they were stored in a file.')
}

type Tables = Partial<Readonly<Record<IngestTable, readonly string[]>>>

function byTable(records: readonly LogRecord[]): Tables {
  const tables: Partial<Record<IngestTable, string[]>> = {}
  for (const { table, text } of records) {
    const rows = tables[table]
    if (rows) rows.push(text)
    else tables[table] = [text]
  }
  return tables
}
