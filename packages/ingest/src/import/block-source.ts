import type { FileHandle } from 'node:fs/promises'
import type { Geo } from '../enrich/geo.ts'
import { countLines, type FileReader, readLines } from './blocks.ts'
import { type Describing, describeBlock } from './describe-block.ts'
import { type CsvFile, startDescribing, startDescribingCsv } from './describing-threads.ts'
import type { BlockSource } from './stage.ts'
import { describer } from './staged-row.ts'

/** Describes blocks on this thread, one at a time. */
export function onThisThread(reader: FileReader, geo: Geo, describing: Describing): BlockSource {
  const { skipInvalid, profile } = describing
  const describe = describer({ ...describing, geo })
  return {
    atOnce: 1,
    async next(offset, line, latestMs) {
      const block = await reader.block(offset, line)
      if (!block) return undefined
      const described = Promise.resolve(describeBlock(block.rows, { describe, skipInvalid, latestMs, profile }))
      return { described, offset: block.offset, lines: block.lines }
    },
    close: () => Promise.resolve(),
  }
}

/** Reads and describes blocks of CSV on another thread, one at a time: each begins where the one before ends. */
export function onCsvThread(csv: CsvFile, geoDatabase: SharedArrayBuffer, describing: Describing): BlockSource {
  const describer = startDescribingCsv({ ...describing, geoDatabase, csv })
  return {
    atOnce: 1,
    async next(offset, line, latestMs) {
      const read = await describer.describe({ offset, line, latestMs })
      return read && { ...read, described: Promise.resolve(read.described) }
    },
    close: () => describer.stop(),
  }
}

/** Describes blocks of lines of JSON on `threads` other threads; this one reads, counts lines, and inserts. */
export function onThreads(
  file: FileHandle,
  blockBytes: number,
  threads: number,
  geoDatabase: SharedArrayBuffer,
  describing: Describing,
): BlockSource {
  const describer = startDescribing({ ...describing, geoDatabase }, threads)
  return {
    atOnce: threads,
    async next(offset, line, latestMs) {
      const read = await readLines(file, offset, blockBytes)
      if (!read) return undefined
      const { bytes } = read
      const block = { offset: offset + bytes.length, lines: countLines(bytes) }
      return { ...block, described: describer.describe({ bytes, line, latestMs }) }
    },
    close: () => describer.stop(),
  }
}
