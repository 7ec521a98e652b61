import { type Clock, MINUTE_MS } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { releaseMemory } from '@footfall/warehouse'
import { type DescribedBlock, FIRST_SKIPPED_MAX, rejectionOf } from './describe-block.ts'
import { insertStaged } from './staging.ts'
import type { ImportState } from './state.ts'

/** A block that was read and is being described. */
export interface PendingBlock {
  readonly described: Promise<DescribedBlock>
  /** Byte offset of the next block. */
  readonly offset: number
  /** Lines of the block. */
  readonly lines: number
}

/** Describes the blocks of a file, on this thread or on others. */
export interface BlockSource {
  /** How many blocks may be described at once. */
  readonly atOnce: number
  /** The block at an offset, after `line` lines; undefined at the end of the file. */
  next(offset: number, line: number, latestMs: number): Promise<PendingBlock | undefined>
  close(): Promise<void>
}

export interface StageOptions {
  readonly engine: Engine
  readonly source: BlockSource
  readonly clock: Clock
  /** Temporary file for one block. */
  readonly scratch: string
  readonly save: (state: ImportState) => Promise<void>
  readonly onBlock: (state: ImportState) => void
}

/** Clocks of exporters may be ahead a little. */
const AHEAD_MAX_MS = 5 * MINUTE_MS
const BLOCKS_PER_RELEASE = 8

/**
 * Reads the rest of the file into the staging table, block by block. While the engine inserts one block, the next are
 * described. Every block has its own deduplication token and the state is saved after it, so a block counts once
 * whenever the process dies.
 */
export async function stageFile(options: StageOptions, from: ImportState): Promise<ImportState> {
  const blocks = pendingBlocks(options, from)
  let state = from
  let inserting = Promise.resolve()
  try {
    for (;;) {
      const block = await blocks.next()
      if (!block) break
      const described = await block.described
      if (described.rejected) throw rejectionOf(described.rejected)
      await inserting
      const token = `import:${state.import_id}:${state.blocks}`
      state = afterBlock(state, block, described)
      inserting = insertBlock(options, state, token, described.tsv)
      // The failure is handled at the next await; without a handler until then, it would end the process.
      inserting.catch(() => {})
      // Lets the insert start before the next block occupies the thread.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    // After a rejection too: an insert still running would follow the cleanup.
    await inserting
  }
  return state
}

/** The blocks in their order, with the next ones already being described. */
export function pendingBlocks({ source, clock }: Pick<StageOptions, 'source' | 'clock'>, from: ImportState) {
  const pending: PendingBlock[] = []
  let position: { readonly offset: number; readonly lines: number } | undefined = from
  return {
    async next(): Promise<PendingBlock | undefined> {
      while (position !== undefined && pending.length < source.atOnce) {
        const block: PendingBlock | undefined = await source.next(
          position.offset,
          position.lines,
          clock.now() + AHEAD_MAX_MS,
        )
        if (block) {
          // Its turn may never come, after a failure of an earlier one.
          block.described.catch(() => {})
          pending.push(block)
        }
        position = block && { offset: block.offset, lines: position.lines + block.lines }
      }
      return pending.shift()
    },
  }
}

async function insertBlock(
  { engine, scratch, save, onBlock }: StageOptions,
  state: ImportState,
  token: string,
  tsv: Uint8Array,
) {
  if (tsv.length > 0) await insertStaged(engine, tsv, token, scratch)
  await save(state)
  onBlock(state)
  if (state.blocks % BLOCKS_PER_RELEASE === 0) await releaseMemory(engine)
}

export function afterBlock(
  before: ImportState,
  { offset, lines }: PendingBlock,
  described: DescribedBlock,
): ImportState {
  return {
    ...before,
    blocks: before.blocks + 1,
    offset,
    lines: before.lines + lines,
    rows: before.rows + described.rows,
    events: before.events + described.events,
    engagements: before.engagements + described.engagements,
    crawler_hits: before.crawler_hits + described.crawler_hits,
    bots_left_out: before.bots_left_out + described.bots_left_out,
    skipped: before.skipped + described.skipped,
    first_skipped: [...before.first_skipped, ...described.first_skipped].slice(0, FIRST_SKIPPED_MAX),
  }
}
