import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { InvalidRequest } from '@footfall/core-domain'
import { geoOf } from '../enrich/geo.ts'
import type { FileReader, FileRow } from './blocks.ts'
import { csvReader } from './csv.ts'
import { type DescribedBlock, describeBlock } from './describe-block.ts'
import type { BlockJob, CsvFile, CsvJob, RejectedFile, ThreadData } from './describing-threads.ts'
import { giveWay } from './give-way.ts'
import { parseLines } from './ndjson.ts'
import { describer } from './staged-row.ts'

/** A thread of an import: describes the blocks that it is sent or that it reads, and answers in their order. */
const { geoDatabase, csv, ...describing }: ThreadData = workerData
const { skipInvalid, profile } = describing
giveWay()
const describe = describer({ ...describing, geo: geoOf(geoDatabase) })
const reader = csv && openCsv(csv)

parentPort?.on('message', async (job: BlockJob | CsvJob) => {
  if ('bytes' in job) {
    const { bytes, line, latestMs } = job
    answer(describeRows(parseLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), line), latestMs))
    return
  }
  const { offset, line, latestMs } = job
  try {
    const block = await (await reader)?.block(offset, line)
    if (block === undefined) parentPort?.postMessage(undefined)
    else answer(describeRows(block.rows, latestMs), { offset: block.offset, lines: block.lines })
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    parentPort?.postMessage({ rejected: error.errors } satisfies RejectedFile)
  }
})

async function openCsv({ path, blockBytes }: CsvFile): Promise<FileReader> {
  return csvReader(await open(path, 'r'), blockBytes)
}

function describeRows(rows: Iterable<FileRow>, latestMs: number): DescribedBlock {
  return describeBlock(rows, { describe, skipInvalid, latestMs, profile })
}

function answer(described: DescribedBlock, read?: { readonly offset: number; readonly lines: number }): void {
  parentPort?.postMessage(read === undefined ? described : { described, ...read }, [described.tsv.buffer])
}
