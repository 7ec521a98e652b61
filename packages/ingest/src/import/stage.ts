import { type Clock, type FieldError, InvalidRequest, MINUTE_MS } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { releaseMemory } from '@footfall/warehouse'
import type { Block, FileReader, FileRow } from './blocks.ts'
import { checkEvent } from './check-event.ts'
import type { Describer } from './staged-row.ts'
import { insertStaged } from './staging.ts'
import type { ImportState } from './state.ts'

export interface StageOptions {
  readonly engine: Engine
  readonly reader: FileReader
  readonly describe: Describer
  readonly clock: Clock
  readonly skipInvalid: boolean
  /** Temporary file for one block. */
  readonly scratch: string
  readonly save: (state: ImportState) => Promise<void>
  readonly onBlock: (state: ImportState) => void
}

/** Clocks of exporters may be ahead a little. */
const AHEAD_MAX_MS = 5 * MINUTE_MS
const FIRST_SKIPPED_MAX = 20
const BLOCKS_PER_RELEASE = 8
/** Rows are joined early: strings that live as long as a block are expensive for the garbage collector. */
const LINES_JOINED = 256

/**
 * Reads the rest of the file into the staging table, block by block. While the engine inserts one block, the next is
 * checked. Every block has its own deduplication token and the state is saved after it, so a block counts once whenever
 * the process dies.
 */
export async function stageFile(options: StageOptions, from: ImportState): Promise<ImportState> {
  let state = from
  let inserting = Promise.resolve()
  try {
    for (;;) {
      const block = await options.reader.block(state.offset, state.lines)
      if (!block) break
      const checked = checkBlock(options, block, state)
      await inserting
      state = checked.state
      inserting = insertBlock(options, checked)
      // The failure is handled at the next await; without a handler until then, it would end the process.
      inserting.catch(() => {})
      // Lets the insert start before the next block occupies the thread.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    // After a refusal too: an insert still running would follow the cleanup.
    await inserting
  }
  return state
}

interface CheckedBlock {
  readonly state: ImportState
  readonly token: string
  readonly rows: string
}

async function insertBlock({ engine, scratch, save, onBlock }: StageOptions, { state, token, rows }: CheckedBlock) {
  if (rows !== '') await insertStaged(engine, rows, token, scratch)
  await save(state)
  onBlock(state)
  if (state.blocks % BLOCKS_PER_RELEASE === 0) await releaseMemory(engine)
}

function checkBlock(options: StageOptions, block: Block, before: ImportState): CheckedBlock {
  const lines: string[] = []
  const texts: string[] = []
  let rows = 0
  const latestMs = options.clock.now() + AHEAD_MAX_MS
  const counts = {
    events: before.events,
    engagements: before.engagements,
    crawler_hits: before.crawler_hits,
    bots_left_out: before.bots_left_out,
    skipped: before.skipped,
  }
  const firstSkipped = [...before.first_skipped]
  for (const row of block.rows) {
    const errors = stageRow(row)
    if (lines.length === LINES_JOINED) joinLines()
    if (!errors) continue
    const [{ path, message }] = errors
    if (!options.skipInvalid) throw refusal(row.line, errors)
    counts.skipped++
    if (firstSkipped.length < FIRST_SKIPPED_MAX) firstSkipped.push({ line: row.line, field: path, message })
  }
  joinLines()
  return {
    token: `import:${before.import_id}:${before.blocks}`,
    rows: texts.join(''),
    state: {
      ...before,
      blocks: before.blocks + 1,
      offset: block.offset,
      lines: before.lines + block.lines,
      rows: before.rows + rows,
      ...counts,
      first_skipped: firstSkipped,
    },
  }

  function joinLines(): void {
    if (lines.length === 0) return
    rows += lines.length
    lines.push('')
    texts.push(lines.join('\n'))
    lines.length = 0
  }

  function stageRow(row: FileRow): Errors | undefined {
    if ('unreadable' in row) return [{ path: '', message: row.unreadable }]
    const checked = checkEvent(row.value)
    if (!checked.ok) return nonEmpty(checked.errors)
    const timestampMs = Date.parse(checked.event.timestamp)
    if (timestampMs < 0 || timestampMs > latestMs)
      return [{ path: 'timestamp', message: 'must lie between 1970 and now' }]
    const { tsv, bot, kind } = options.describe(checked.event, timestampMs, row.line)
    if (tsv !== undefined) lines.push(tsv)
    if (!bot) counts.events++
    else if (tsv === undefined) counts.bots_left_out++
    else counts.crawler_hits++
    if (kind === 'engagement') counts.engagements++
    return undefined
  }
}

type Errors = readonly [FieldError, ...FieldError[]]

function nonEmpty([first, ...rest]: readonly FieldError[]): Errors {
  return [first ?? { path: '', message: 'is not valid' }, ...rest]
}

function refusal(line: number, errors: Errors): InvalidRequest {
  return new InvalidRequest(
    errors.map(({ path, message }) => ({ path: path === '' ? `line ${line}` : `line ${line}: ${path}`, message })),
  )
}
