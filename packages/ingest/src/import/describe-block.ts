import { type FieldError, firstKeptDay, InvalidRequest, type TrackingProfile } from '@footfall/core-domain'
import { isPageAddress } from '../enrich/url.ts'
import type { FileRow } from './blocks.ts'
import { checkEvent } from './check-event.ts'
import type { Describer } from './staged-row.ts'
import type { SkippedLine } from './state.ts'
import { type TooOld, tooOldCounts } from './too-old.ts'

/** The rows of a block as lines of `import_staging`, and what they are. Crosses threads, so it is plain data. */
export interface DescribedBlock {
  /** Text in UTF-8, each line with its line feed. */
  readonly tsv: Uint8Array<ArrayBuffer>
  readonly rows: number
  readonly events: number
  readonly engagements: number
  readonly crawler_hits: number
  readonly bots_left_out: number
  readonly skipped: number
  /** The instants of the first and the last row, in epoch milliseconds; infinite where there is none. */
  readonly first_ms: number
  readonly last_ms: number
  /** What the product does not keep. */
  readonly too_old: TooOld
  readonly first_skipped: readonly SkippedLine[]
  /** The first invalid line, where invalid lines are not skipped; the block is not described further. */
  readonly rejected: RejectedLine | undefined
}

export interface RejectedLine {
  readonly line: number
  readonly errors: Errors
}

export interface DescribeBlockOptions {
  readonly describe: Describer
  readonly skipInvalid: boolean
  /** Rows after this instant are invalid. */
  readonly latestMs: number
  /** Whose days and retention hold. */
  readonly profile: TrackingProfile
}

/** What the description of rows depends on. Crosses threads, so it is plain data. */
export interface Describing {
  readonly importId: string
  readonly secret: Uint8Array
  readonly profile: TrackingProfile
  readonly skipInvalid: boolean
}

export const FIRST_SKIPPED_MAX = 20
/** Rows are joined early: strings that live as long as a block are expensive for the garbage collector. */
const LINES_JOINED = 256

export function describeBlock(block: Iterable<FileRow>, options: DescribeBlockOptions): DescribedBlock {
  const lines: string[] = []
  const texts: string[] = []
  const counts = { rows: 0, events: 0, engagements: 0, crawler_hits: 0, bots_left_out: 0, skipped: 0 }
  const firstSkipped: SkippedLine[] = []
  let firstMs = Number.POSITIVE_INFINITY
  let lastMs = Number.NEGATIVE_INFINITY
  const { timezone, ...kept } = options.profile.preferences
  const tooOld = tooOldCounts(timezone, firstKeptDay(timezone, kept, options.latestMs))
  let rejected: RejectedLine | undefined
  for (const row of block) {
    const errors = describeRow(row)
    if (lines.length === LINES_JOINED) joinLines()
    if (!errors) continue
    if (!options.skipInvalid) {
      rejected = { line: row.line, errors }
      break
    }
    const [{ path, message }] = errors
    counts.skipped++
    if (firstSkipped.length < FIRST_SKIPPED_MAX) firstSkipped.push({ line: row.line, field: path, message })
  }
  joinLines()
  return {
    tsv: new TextEncoder().encode(texts.join('')),
    ...counts,
    first_ms: firstMs,
    last_ms: lastMs,
    too_old: tooOld.counted(),
    first_skipped: firstSkipped,
    rejected,
  }

  function joinLines(): void {
    if (lines.length === 0) return
    counts.rows += lines.length
    lines.push('')
    texts.push(lines.join('\n'))
    lines.length = 0
  }

  function describeRow(row: FileRow): Errors | undefined {
    if ('unreadable' in row) return [{ path: '', message: row.unreadable }]
    const checked = checkEvent(row.value)
    if (!checked.ok) return nonEmpty(checked.errors)
    const timestampMs = Date.parse(checked.event.timestamp)
    if (timestampMs < 0 || timestampMs > options.latestMs)
      return [{ path: 'timestamp', message: 'must be from 1970 until now' }]
    if (!isPageAddress(checked.event.url))
      return [{ path: 'url', message: 'must be the address of a page, not of a file or an extension' }]
    const { tsv, bot, kind } = options.describe(checked.event, timestampMs, row.line)
    if (tsv !== undefined) lines.push(tsv)
    firstMs = Math.min(firstMs, timestampMs)
    lastMs = Math.max(lastMs, timestampMs)
    if (!bot) {
      counts.events++
      tooOld.event(timestampMs)
    } else if (tsv === undefined) counts.bots_left_out++
    else counts.crawler_hits++
    if (kind === 'engagement') counts.engagements++
    return undefined
  }
}

type Errors = readonly [FieldError, ...FieldError[]]

function nonEmpty([first, ...rest]: readonly FieldError[]): Errors {
  return [first ?? { path: '', message: 'is not valid' }, ...rest]
}

export function rejectionOf({ line, errors }: RejectedLine): InvalidRequest {
  return new InvalidRequest(
    errors.map(({ path, message }) => ({ path: path === '' ? `line ${line}` : `line ${line}: ${path}`, message })),
  )
}
