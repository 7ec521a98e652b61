import { open } from 'node:fs/promises'
import { dateIn } from '@footfall/core-domain'
import { geoOf, NO_GEO } from '../enrich/geo.ts'
import { onThisThread } from '../import/block-source.ts'
import { csvReader } from '../import/csv.ts'
import { rejectionOf } from '../import/describe-block.ts'
import { ndjsonReader } from '../import/ndjson.ts'
import type { ReadProgress } from '../import/progress.ts'
import { afterBlock, pendingBlocks } from '../import/stage.ts'
import { newState } from '../import/state.ts'
import { NOTHING_TOO_OLD, tooOldTogether } from '../import/too-old.ts'
import type { CheckedEvents, EventsJob } from './check-job.ts'

/** Small, since several of them, as bytes, text and rows, are in memory at once. */
const BLOCK_BYTES = 2 * 1024 ** 2

/** Reads and checks a file of lines as `importEvents` does, and stores nothing. Throws `InvalidRequest` as it does. */
export async function checkText(
  { file: path, format, profile, skipInvalid, zone, nowMs, secret, geoDatabase }: EventsJob,
  onProgress: (progress: ReadProgress) => void,
): Promise<CheckedEvents> {
  const file = await open(path, 'r')
  try {
    const { size: bytesTotal } = await file.stat()
    const reader = format === 'csv' ? await csvReader(file, BLOCK_BYTES) : ndjsonReader(file, BLOCK_BYTES)
    const geo = geoDatabase === undefined ? NO_GEO : geoOf(geoDatabase)
    const source = onThisThread(reader, geo, { importId: 'check', secret, profile, skipInvalid })
    let state = newState('check', '')
    let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    let tooOld = NOTHING_TOO_OLD
    const blocks = pendingBlocks({ source, clock: { now: () => nowMs } }, state)
    for (let block = await blocks.next(); block !== undefined; block = await blocks.next()) {
      const described = await block.described
      if (described.rejected) throw rejectionOf(described.rejected)
      firstMs = Math.min(firstMs, described.first_ms)
      lastMs = Math.max(lastMs, described.last_ms)
      tooOld = tooOldTogether(tooOld, described.too_old)
      state = afterBlock(state, block, described)
      const { offset: bytes, rows } = state
      onProgress({ phase: 'reading', bytes, bytesTotal, rows, done: bytes / Math.max(1, bytesTotal) })
    }
    const {
      events,
      crawler_hits: crawlerHits,
      bots_left_out: botsLeftOut,
      skipped,
      first_skipped: firstSkipped,
    } = state
    const days = firstMs > lastMs ? [null, null] : [dateIn(zone, firstMs), dateIn(zone, lastMs)]
    const [from = null, to = null] = days
    return { events, crawlerHits, botsLeftOut, skipped, firstSkipped, from, to, tooOld }
  } finally {
    await file.close()
  }
}
