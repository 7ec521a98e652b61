import { parentPort, workerData } from 'node:worker_threads'
import { geoOf } from '../enrich/geo.ts'
import { describeBlock } from './describe-block.ts'
import type { BlockJob, ThreadData } from './describing-threads.ts'
import { giveWay } from './give-way.ts'
import { parseLines } from './ndjson.ts'
import { describer } from './staged-row.ts'

/** A thread of an import: describes the blocks that it is sent, and answers in their order. */
const { geoDatabase, ...describing }: ThreadData = workerData
const { skipInvalid, profile } = describing
giveWay()
const describe = describer({ ...describing, geo: geoOf(geoDatabase) })

parentPort?.on('message', ({ bytes, line, latestMs }: BlockJob) => {
  const rows = parseLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), line)
  const described = describeBlock(rows, { describe, skipInvalid, latestMs, profile })
  parentPort?.postMessage(described, [described.tsv.buffer])
})
