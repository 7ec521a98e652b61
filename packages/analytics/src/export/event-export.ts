import { mkdir, rm } from 'node:fs/promises'
import {
  type Clock,
  type EventExport,
  type ExportReader,
  type InstantRange,
  type RandomSource,
  type ReportScope,
  randomBase62,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { sql } from '@footfall/warehouse'
import { resolveRange } from '../calendar/date-range.ts'
import { assertRange } from '../question/validate.ts'
import { type ExportedEvent, exportedColumns, type PseudonymKey, unbouncedVisits } from './columns.ts'
import { eventPages } from './event-pages.ts'
import { type ExportSlotsOptions, exportSlots } from './export-slots.ts'
import { CSV_HEADER, csvLine, ndjsonLine } from './formats.ts'
import { parquet } from './parquet.ts'
import { eventsOf, type Slice, slices } from './slices.ts'
import { visitorEvents } from './visitor-events.ts'

export interface EventExportOptions {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: RandomSource
  /** The folder of files in progress. It belongs to this process and is emptied when the process starts. */
  readonly directory: string
  /** About how much is read from the engine at once. */
  readonly sliceBytes?: number
  readonly slots?: ExportSlotsOptions
  /** What files in progress leave free on the disk. */
  readonly freeBytesMin?: number
}

const SLICE_BYTES = 2 * 1024 * 1024
/** Rows differ in size, and the largest ones may come one after the other. */
const PAGE_FACTOR_MAX = 4
const SLOTS: ExportSlotsOptions = { running: 32, files: 4, perAccount: 4, filesPerAccount: 2, perPerson: 2 }
const FREE_BYTES_MIN = 512 * 1024 ** 2

/** Exports what a product collected. Throws `RateLimited` if too many exports are running. */
export async function openEventExport(options: EventExportOptions): Promise<EventExport> {
  const { engine, clock, random, directory, freeBytesMin = FREE_BYTES_MIN } = options
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const files = { path: directory, freeBytesMin }
  const slots = exportSlots(options.slots ?? SLOTS)

  return {
    events(scope, range, format, reader) {
      assertRange(range)
      const { kept } = resolveRange(scope, range, clock.now())
      const key = pseudonymKey(random)
      const rows = () => read(options, scope, kept, key, reader)
      const body = () => {
        switch (format) {
          case 'ndjson':
            return encoded(rows(), ndjsonLine)
          case 'csv':
            return encoded(rows(), csvLine, CSV_HEADER)
          case 'parquet':
            return parquet(engine, files, randomBase62(random, 20), encoded(rows(), ndjsonLine), reader.signal)
        }
      }
      const isFile = format === 'parquet'
      slots.assertFree(reader.share, isFile)
      return inSlot(() => slots.take(reader.share, isFile), body)
    },
    visitor(product, visitors, { share, signal }) {
      const key = pseudonymKey(random)
      slots.assertFree(share, false)
      return inSlot(
        () => slots.take(share, false),
        () => encoded(visitorEvents(engine, { product, visitors }, key, { share, signal }), ndjsonLine),
      )
    },
  }
}

/** Holds a slot from when the first piece is asked for until the last one is taken, or the reader is ended. */
async function* inSlot(take: () => () => void, body: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const release = take()
  try {
    yield* body()
  } finally {
    release()
  }
}

async function* read(
  { engine, sliceBytes = SLICE_BYTES }: EventExportOptions,
  { product }: ReportScope,
  range: InstantRange,
  key: PseudonymKey,
  { share, signal }: ExportReader,
): AsyncIterable<readonly ExportedEvent[]> {
  signal.throwIfAborted()
  if (range.startMs >= range.endMs) return
  const columns = exportedColumns(key)
  for await (const slice of slices(engine, product, range, { bytesMax: sliceBytes, share, signal })) {
    signal.throwIfAborted()
    if (slice.bytes > sliceBytes) {
      const rows = eventsOf(product, slice)
      yield* eventPages(engine, { product, rows, key, rowsAtOnce: rowsAtOnce(slice, sliceBytes), share, signal })
      continue
    }
    const statement = sql`SELECT ${columns} FROM events ${unbouncedVisits(product, eventsOf(product, slice))}
      WHERE ${eventsOf(product, slice)}
      ORDER BY events.ts, events.visit, events.pv_seq`
    yield await engine.rows<ExportedEvent>(statement.text, { share, signal })
  }
}

/** How many rows of a second that holds too much are read at once: so many bytes on average, and in any case not too many. */
function rowsAtOnce({ rows, bytes, rowBytes }: Slice, bytesWanted: number): number {
  return Math.max(1, Math.floor(Math.min((rows * bytesWanted) / bytes, (PAGE_FACTOR_MAX * bytesWanted) / rowBytes)))
}

async function* encoded(
  slices: AsyncIterable<readonly ExportedEvent[]>,
  line: (event: ExportedEvent) => string,
  header?: string,
): AsyncIterable<Uint8Array> {
  if (header !== undefined) yield Buffer.from(header)
  for await (const events of slices) yield Buffer.from(events.map(line).join(''))
}

function pseudonymKey(random: RandomSource): PseudonymKey {
  const bytes = Buffer.from(random.bytes(16))
  return [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(8)]
}
