import type { Clock } from '@footfall/core-domain'
import type { ImportState } from './state.ts'

export interface ImportProgress {
  readonly phase: 'reading' | 'storing'
  readonly bytes: number
  readonly bytesTotal: number
  readonly rows: number
  /** Share of the whole import, 0 to 1. */
  readonly done: number
  readonly rowsPerSecond: number
}

/** What the thread that reads says: it does not know how much time passes. */
export type ReadProgress = Omit<ImportProgress, 'rowsPerSecond'>

/** Adds the speed since this call. */
export function withSpeed(clock: Clock, onProgress: ((progress: ImportProgress) => void) | undefined) {
  const startedMs = clock.now()
  return (progress: ReadProgress): void =>
    onProgress?.({ ...progress, rowsPerSecond: progress.rows / secondsSince(startedMs, clock) })
}

function secondsSince(startedMs: number, clock: Clock): number {
  return Math.max(0.001, (clock.now() - startedMs) / 1000)
}

/** Reading and staging take about this share of an import. */
const READING_SHARE = 0.6

export interface ProgressOptions {
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
  readonly clock: Clock
  readonly bytesTotal: number
  readonly startedMs: number
  /** Rows that an earlier run staged. */
  readonly earlierRows: number
}

export function progressReporter({ onProgress, clock, bytesTotal, startedMs, earlierRows }: ProgressOptions) {
  const report = (phase: ImportProgress['phase'], state: ImportState, done: number) =>
    onProgress?.({
      phase,
      bytes: state.offset,
      bytesTotal,
      rows: state.rows,
      done,
      rowsPerSecond: (state.rows - earlierRows) / secondsSince(startedMs, clock),
    })
  return {
    block: (state: ImportState) => report('reading', state, (READING_SHARE * state.offset) / Math.max(1, bytesTotal)),
    slice: (state: ImportState) =>
      report('storing', state, READING_SHARE + ((1 - READING_SHARE) * state.slices_done) / state.slices),
  }
}
