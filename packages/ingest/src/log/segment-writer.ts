import { type FileHandle, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, type RandomSource, randomBase62 } from '@footfall/core-domain'
import { type Disk, writeWhole } from './disk.ts'
import { earlierOf, type FirstBegun, NONE_BEGUN, type Segment, segmentName, syncDirectory } from './segment.ts'

/**
 * A segment becomes one block of the engine, which inserts a block of up to this size atomically: it reads text beyond 10 MB in
 * pieces. A block costs the engine as much as ten thousand rows, whatever it holds, so small ones are expensive.
 */
const SEGMENT_BYTES_MAX = 8 * 1024 ** 2
const SEGMENT_RECORDS_MAX = 30_000

interface OpenSegment extends Segment {
  readonly handle: FileHandle
  bytes: number
  records: number
  written: { readonly products: Set<string>; events: number; firstBegun: FirstBegun }
}

/** Lines to be written, and what they are. */
export interface Lines {
  readonly bytes: Buffer
  readonly records: number
  readonly events: number
  readonly products: Iterable<string>
  readonly firstBegun: FirstBegun
}

export interface SegmentWriterOptions {
  readonly directory: string
  readonly disk: Disk
  readonly clock: Clock
  readonly random: RandomSource
  readonly firstSequence: number
  /** Called with each segment that is complete and holds records. */
  onComplete(segment: Segment): void
}

export interface SegmentWriter {
  /** Writes and syncs; when it rejects, none of it is kept. Calls must not overlap. */
  write(lines: Lines): Promise<void>
  complete(): Promise<void>
  /** What the current segment holds. */
  current(): Pick<Segment, 'bytes' | 'records' | 'since'> | undefined
}

/** Writes segments one after the other; each is started with its first record. */
export function segmentWriter(options: SegmentWriterOptions): SegmentWriter {
  const { directory, disk, clock, random } = options
  let nextSequence = options.firstSequence
  let current: OpenSegment | undefined

  async function start(): Promise<OpenSegment> {
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
    const written = { products: new Set<string>(), events: 0, firstBegun: NONE_BEGUN }
    return { handle, sequence, token, path, since, bytes: 0, records: 0, written }
  }

  /** `bytes` counts only acknowledged records, so a failed write after them is never read. */
  async function complete(): Promise<void> {
    if (!current) return
    const { handle, ...segment } = current
    current = undefined
    if (segment.records > 0) options.onComplete(segment)
    await handle.close().catch(() => {})
    if (segment.records === 0) await rm(segment.path, { force: true })
  }

  return {
    async write({ bytes, records, events, products, firstBegun }) {
      current ??= await start()
      try {
        await writeWhole(current.handle, bytes, current.bytes)
        await current.handle.datasync()
      } catch (error) {
        // After a failed fsync the content of the file is unknown: truncate it and never write to it again.
        await current.handle.truncate(current.bytes).catch(() => {})
        await complete()
        throw error
      }
      current.bytes += bytes.length
      current.records += records
      current.written.events += events
      current.written.firstBegun = earlierOf(current.written.firstBegun, firstBegun)
      for (const product of products) current.written.products.add(product)
      if (current.bytes >= SEGMENT_BYTES_MAX || current.records >= SEGMENT_RECORDS_MAX) await complete()
    },
    complete,
    current: () => current,
  }
}
