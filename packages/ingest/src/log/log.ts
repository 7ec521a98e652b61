import { mkdir, rm } from 'node:fs/promises'
import { type Clock, IngestLogUnavailable, oneAtATime, type RandomSource } from '@footfall/core-domain'
import { lockDirectory } from '@footfall/warehouse'
import { type Disk, localDisk } from './disk.ts'
import { type LogStatus, logHealth } from './log-health.ts'
import { formatLine, type LogRecord } from './records.ts'
import {
  BEGUN_AT_ANY_TIME,
  earlierOf,
  type FirstBegun,
  findSegments,
  NONE_BEGUN,
  readOthers,
  readSegment,
  type Segment,
} from './segment.ts'
import { segmentWriter } from './segment-writer.ts'

export interface LogOptions {
  /** Used by this process only. */
  readonly directory: string
  readonly clock: Clock
  readonly random: RandomSource
  /** A larger log rejects records with `IngestLogUnavailable`: the engine was unavailable for too long. */
  readonly bytesMax?: number | undefined
  readonly disk?: Disk
}

/**
 * A write-ahead log of accepted events that are not in the engine yet. `append` resolves when the records are on disk;
 * concurrent calls share one write and one fsync.
 */
export interface EventLog {
  /**
   * When the records cannot be written, `onLost` is called synchronously, before any other append can start. After a
   * failed write everything is rejected until `check` succeeds in writing.
   */
  append(records: readonly LogRecord[], onLost?: () => void): Promise<void>
  /** Completes the current segment and lists all segments, oldest first. */
  rotate(): Promise<readonly Segment[]>
  read(segment: Segment): Promise<readonly LogRecord[]>
  /** Those that are not events, of a segment that this process wrote. */
  readOthers(segment: Segment): Promise<readonly LogRecord[]>
  /** Deletes a segment that was delivered. */
  remove(segment: Segment): Promise<void>
  pending(): PendingRecords
  /** Checks the disk; after a failed write, tries to write again. Never rejects. */
  check(): Promise<void>
  status(): LogStatus
  close(): Promise<void>
}

export interface PendingRecords {
  readonly records: number
  readonly bytes: number
  /** When the oldest record was accepted, in epoch milliseconds. */
  readonly since: number | undefined
}

const GIB = 1024 ** 3
/** Records that wait in memory for a slow disk. */
const QUEUED_BYTES_MAX = 64 * 1024 ** 2

interface QueuedAppend {
  /** As bytes, which garbage collection does not copy while they wait for the disk. */
  readonly bytes: Buffer
  readonly records: number
  /** How many of the records are events. */
  readonly events: number
  /** Each as often as records of another product precede it. */
  readonly products: readonly string[]
  readonly firstBegun: FirstBegun
  readonly onLost: (() => void) | undefined
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export async function openLog(options: LogOptions): Promise<EventLog> {
  const { directory, clock, random, bytesMax = 4 * GIB, disk = localDisk } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  const segments = await findSegments(directory)
  const totals = { bytes: 0, records: 0 }
  for (const segment of segments) addToTotals(segment, 1)
  const writer = segmentWriter({
    directory,
    disk,
    clock,
    random,
    firstSequence: (segments.at(-1)?.sequence ?? 0) + 1,
    onComplete(segment) {
      segments.push(segment)
      addToTotals(segment, 1)
    },
  })
  const withMutex = oneAtATime()
  let queue: QueuedAppend[] = []
  let queuedBytes = 0
  let flushing: Promise<void> | undefined
  let isClosed = false
  let refused = 0

  const bytesOnDisk = () => totals.bytes + (writer.current()?.bytes ?? 0)
  const health = logHealth({ disk, directory, clock, bytesMax, bytesOnDisk })
  await health.check()

  function addToTotals({ bytes, records }: Segment, sign: 1 | -1): void {
    totals.bytes += sign * bytes
    totals.records += sign * records
  }

  function rejection(cause: unknown, { events }: Pick<QueuedAppend, 'events'>): IngestLogUnavailable {
    refused += events
    return new IngestLogUnavailable(cause)
  }

  /** Why an append is rejected without a write; undefined where it is not. */
  function rejectionReason(bytes: number): string | undefined {
    if (isClosed) return 'the log is closed'
    if (health.rejectsWrites()) return 'the log cannot be written'
    if (bytesOnDisk() + queuedBytes + bytes > bytesMax) return 'the log is full'
    return queuedBytes + bytes > QUEUED_BYTES_MAX ? 'the disk is too slow' : undefined
  }

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue
      queue = []
      queuedBytes = 0
      try {
        const bytes = Buffer.concat(batch.map((each) => each.bytes))
        const sum = (count: 'records' | 'events') => batch.reduce((all, each) => all + each[count], 0)
        const products = batch.flatMap((each) => each.products)
        const firstBegun = batch.reduce((first, each) => earlierOf(first, each.firstBegun), NONE_BEGUN)
        const lines = { bytes, records: sum('records'), events: sum('events'), products, firstBegun }
        await withMutex(() => health.observe(() => writer.write(lines)))
        for (const { resolve } of batch) resolve()
      } catch (cause) {
        // Appends queued meanwhile may depend on the lost records, so they are rejected before new ones are accepted.
        const lost = [...batch, ...queue]
        queue = []
        queuedBytes = 0
        for (const each of lost) each.onLost?.()
        for (const each of lost) each.reject(rejection(cause, each))
      }
    }
    flushing = undefined
  }

  return {
    append(records, onLost) {
      if (records.length === 0) return Promise.resolve()
      let text = ''
      let events = 0
      const products: string[] = []
      let firstBegun = NONE_BEGUN
      for (const record of records) {
        if (record.product !== products.at(-1)) products.push(record.product)
        text += formatLine(record)
        if (record.table === 'events') {
          events++
          firstBegun = earlierOf(firstBegun, record.begun ?? BEGUN_AT_ANY_TIME)
        }
      }
      const size = { records: records.length, events, products, firstBegun }
      const bytes = Buffer.from(text)
      const reason = rejectionReason(bytes.length)
      if (reason !== undefined) {
        onLost?.()
        return Promise.reject(rejection(new Error(reason), size))
      }
      queuedBytes += bytes.length
      return new Promise((resolve, reject) => {
        queue.push({ ...size, bytes, onLost, resolve, reject })
        // All appends of one iteration of the event loop share one write.
        flushing ??= new Promise(setImmediate).then(flush)
      })
    },
    rotate: () =>
      withMutex(async () => {
        await writer.complete()
        return [...segments]
      }),
    read: readSegment,
    readOthers,
    async remove(segment) {
      await rm(segment.path, { force: true })
      const at = segments.findIndex(({ sequence }) => sequence === segment.sequence)
      if (at < 0) return
      segments.splice(at, 1)
      addToTotals(segment, -1)
    },
    pending() {
      const current = writer.current()
      return {
        records: totals.records + (current?.records ?? 0),
        bytes: bytesOnDisk(),
        since: segments[0]?.since ?? (current && current.records > 0 ? current.since : undefined),
      }
    },
    check: () => health.check(),
    status: () => ({ fault: health.fault(), freeBytes: health.freeBytes(), refused }),
    async close() {
      if (isClosed) return
      isClosed = true
      await flushing
      await withMutex(() => writer.complete())
      lock.release()
    },
  }
}
