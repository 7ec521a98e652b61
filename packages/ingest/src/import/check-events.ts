import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dateIn, type LocalDate, type TimeZone } from '@footfall/core-domain'
import { refusal } from './describe-block.ts'
import { blockSource, type ImportOptions, parquetText } from './import-events.ts'
import { afterBlock, pendingBlocks } from './stage.ts'
import { newState, type SkippedLine } from './state.ts'
import { NOTHING_TOO_OLD, type TooOld, tooOldTogether } from './too-old.ts'

export type CheckOptions = Omit<ImportOptions, 'import' | 'sliceRows'>

/** What a file would bring. */
export interface CheckedEvents {
  readonly events: number
  readonly crawlerHits: number
  readonly botsLeftOut: number
  readonly skipped: number
  readonly firstSkipped: readonly SkippedLine[]
  /** The first and the last day with data, in the zone given; null where there is no row. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  readonly tooOld: TooOld
}

/** Reads and checks a file of events as `importEvents` does, and stores nothing. Throws `InvalidRequest` as it does. */
export async function checkEvents(options: CheckOptions, zone: TimeZone): Promise<CheckedEvents> {
  const hex = (bytes: number) => Buffer.from(options.random.bytes(bytes)).toString('hex')
  let state = newState(hex(16), hex(32))
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let tooOld = NOTHING_TOO_OLD
  const scratch = join(options.stateDir, `${state.import_id}.check.ndjson`)
  const file = options.format === 'parquet' ? await parquetText(options, scratch) : await open(options.file, 'r')
  try {
    const { size } = await file.stat()
    const source = await blockSource(options, file, size, state)
    try {
      const blocks = pendingBlocks({ source, clock: options.clock }, state)
      for (let block = await blocks.next(); block !== undefined; block = await blocks.next()) {
        const described = await block.described
        if (described.refused) throw refusal(described.refused)
        firstMs = Math.min(firstMs, described.first_ms)
        lastMs = Math.max(lastMs, described.last_ms)
        tooOld = tooOldTogether(tooOld, described.too_old)
        state = afterBlock(state, block, described)
      }
    } finally {
      await source.close()
    }
  } finally {
    await file.close()
    await rm(scratch, { force: true })
  }
  const { events, crawler_hits: crawlerHits, bots_left_out: botsLeftOut, skipped, first_skipped: firstSkipped } = state
  const days = firstMs > lastMs ? [null, null] : [dateIn(zone, firstMs), dateIn(zone, lastMs)]
  const [from = null, to = null] = days
  return { events, crawlerHits, botsLeftOut, skipped, firstSkipped, from, to, tooOld }
}
