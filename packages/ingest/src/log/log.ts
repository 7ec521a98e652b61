import { type FileHandle, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, IngestLogUnavailable, oneAtATime, type RandomSource, randomBase62 } from '@footfall/core-domain'
import { lockDirectory } from './directory-lock.ts'
import { type Disk, localDisk, writeWhole } from './disk.ts'
import { type LogStatus, logHealth } from './log-health.ts'
import { formatLine, type LogRecord } from './records.ts'
import { findSegments, readSegment, type Segment, segmentName, syncDirectory } from './segment.ts'

export interface LogOptions {
  /** Belongs to this process alone. */
  readonly directory: string
  readonly clock: Clock
  readonly random: RandomSource
  /** Beyond this the log refuses with `IngestLogUnavailable`: the engine has been away for too long. */
  readonly bytesMax?: number
  readonly disk?: Disk
}

/**
 * Events between their acceptance and the engine, in files. A promise of `append` resolves when the records are on the
 * disk; whatever is waiting at that moment goes there with one write and one sync.
 */
export interface EventLog {
  /**
   * `lost` is called before anything else can happen when the records could not be written. After a failed write
   * everything is refused until `check` has found the disk to take writes again.
   */
  append(records: readonly LogRecord[], lost?: () => void): Promise<void>
  /** Ends the file being written and lists all files, oldest first. */
  rotate(): Promise<readonly Segment[]>
  read(segment: Segment): Promise<readonly LogRecord[]>
  /** Forgets a segment whose records are safe elsewhere. */
  remove(segment: Segment): Promise<void>
  pending(): PendingRecords
  /** Looks at the disk, and after a failed write tries it again. Never rejects. */
  check(): Promise<void>
  status(): LogStatus
  close(): Promise<void>
}

export interface PendingRecords {
  readonly records: number
  readonly bytes: number
  /** When the oldest of them came, in epoch milliseconds. */
  readonly since: number | undefined
}

const GIB = 1024 ** 3
/** A segment becomes one block of the engine, which takes a block whole or not at all up to this size. */
const SEGMENT_BYTES_MAX = 4 * 1024 ** 2
const SEGMENT_RECORDS_MAX = 10_000
/** Records that wait in memory for a slow disk. */
const WAITING_BYTES_MAX = 64 * 1024 ** 2

interface Waiting {
  readonly text: string
  readonly records: number
  /** How many of the records are events. */
  readonly events: number
  readonly lost: (() => void) | undefined
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

interface Writing {
  readonly handle: FileHandle
  readonly sequence: number
  readonly token: string
  readonly path: string
  readonly since: number
  bytes: number
  records: number
}

export async function openLog(options: LogOptions): Promise<EventLog> {
  const { directory, clock, random, bytesMax = 4 * GIB, disk = localDisk } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  const closed = await findSegments(directory)
  let nextSequence = (closed.at(-1)?.sequence ?? 0) + 1
  let writing: Writing | undefined
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let flushing: Promise<void> | undefined
  let ended = false
  const kept = { bytes: 0, records: 0 }
  for (const segment of closed) count(segment, 1)
  const exclusively = oneAtATime()

  const bytesOnDisk = () => kept.bytes + (writing?.bytes ?? 0)
  const health = logHealth({ disk, directory, clock, bytesMax, bytesOnDisk })
  let refused = 0
  await health.check()

  function refusal(cause: unknown, { events }: Pick<Waiting, 'events'>): IngestLogUnavailable {
    refused += events
    return new IngestLogUnavailable(cause)
  }

  /** Why records are refused without trying to write them. */
  function obstacle(bytes: number): string | undefined {
    if (ended) return 'the log is closed'
    if (health.refusesWrites()) return 'the log cannot be written'
    if (bytesOnDisk() + waitingBytes + bytes > bytesMax) return 'the log is full'
    return waitingBytes + bytes > WAITING_BYTES_MAX ? 'the disk is too slow' : undefined
  }

  function count({ bytes, records }: Segment, sign: 1 | -1): void {
    kept.bytes += sign * bytes
    kept.records += sign * records
  }

  async function begin(): Promise<Writing> {
    const sequence = nextSequence++
    const since = clock.now()
    const token = randomBase62(random, 20)
    const path = join(directory, segmentName(sequence, since, token))
    const handle = await disk.create(path)
    try {
      await syncDirectory(directory)
    } catch (error) {
      await handle.close().catch(() => {})
      await rm(path, { force: true }).catch(() => {})
      throw error
    }
    return { handle, sequence, token, path, since, bytes: 0, records: 0 }
  }

  /** Ends the current file. `bytes` counts what was acknowledged, so a failed write behind it is never read. */
  async function end(): Promise<void> {
    if (!writing) return
    const { handle, bytes, records, sequence, token, path, since } = writing
    writing = undefined
    if (records > 0) {
      const segment = { sequence, token, path, bytes, records, since }
      closed.push(segment)
      count(segment, 1)
    }
    await handle.close().catch(() => {})
    if (records === 0) await rm(path, { force: true })
  }

  async function write(text: string, records: number): Promise<void> {
    writing ??= await begin()
    const buffer = Buffer.from(text, 'utf8')
    try {
      await writeWhole(writing.handle, buffer, writing.bytes)
      await writing.handle.datasync()
    } catch (error) {
      // After a failed sync nobody knows what the file holds: cut it back, and never write to it again.
      await writing.handle.truncate(writing.bytes).catch(() => {})
      await end()
      throw error
    }
    writing.bytes += buffer.length
    writing.records += records
    if (writing.bytes >= SEGMENT_BYTES_MAX || writing.records >= SEGMENT_RECORDS_MAX) await end()
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      waitingBytes = 0
      try {
        const text = batch.map((each) => each.text).join('')
        const records = batch.reduce((sum, each) => sum + each.records, 0)
        await exclusively(() => health.observe(() => write(text, records)))
        for (const { resolve } of batch) resolve()
      } catch (cause) {
        // What queued up meanwhile may build on what was just lost: it goes too, before any newcomer can join.
        const lost = [...batch, ...waiting]
        waiting = []
        waitingBytes = 0
        for (const each of lost) each.lost?.()
        for (const each of lost) each.reject(refusal(cause, each))
      }
    }
    flushing = undefined
  }

  return {
    append(records, lost) {
      if (records.length === 0) return Promise.resolve()
      const text = records.map(formatLine).join('')
      const size = { records: records.length, events: records.filter(({ table }) => table === 'events').length }
      const why = obstacle(text.length)
      if (why !== undefined) {
        lost?.()
        return Promise.reject(refusal(new Error(why), size))
      }
      waitingBytes += text.length
      return new Promise((resolve, reject) => {
        waiting.push({ ...size, text, lost, resolve, reject })
        // Everything that arrives in this turn of the event loop shares one write.
        flushing ??= new Promise(setImmediate).then(flush)
      })
    },
    rotate: () =>
      exclusively(async () => {
        await end()
        return [...closed]
      }),
    read: readSegment,
    async remove(segment) {
      await rm(segment.path, { force: true })
      const at = closed.findIndex(({ sequence }) => sequence === segment.sequence)
      if (at < 0) return
      closed.splice(at, 1)
      count(segment, -1)
    },
    pending: () => ({
      records: kept.records + (writing?.records ?? 0),
      bytes: bytesOnDisk(),
      since: closed[0]?.since ?? (writing && writing.records > 0 ? writing.since : undefined),
    }),
    check: () => health.check(),
    status: () => ({ fault: health.fault(), freeBytes: health.freeBytes(), refused }),
    async close() {
      if (ended) return
      ended = true
      await flushing
      await exclusively(end)
      lock.release()
    },
  }
}
