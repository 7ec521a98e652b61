import {
  type Clock,
  type ImportId,
  type ImportRecord,
  oneAtATime,
  type ProductId,
  SECOND_MS,
} from '@footfall/core-domain'
import type { KnownFile } from './import-files.ts'

const SAVE_EVERY_MS = SECOND_MS

export function newRecord(
  id: ImportId,
  product: ProductId,
  file: KnownFile,
  status: 'uploaded' | 'running',
  at: ImportRecord['created_at'],
): ImportRecord {
  return {
    id,
    product,
    source: file.source,
    from: null,
    to: null,
    rows: 0,
    status,
    created_at: at,
    file_name: file.name,
    uploaded: status === 'uploaded',
    site: file.site ?? null,
    format: file.format ?? null,
    skip_invalid: file.skipInvalid,
    content: file.content,
    percent: 0,
    problem: null,
    left_out: [],
    beyond_retention: null,
    updated_at: at,
  }
}

/** Writes the progress of an import to its record, in order, at most once a second. */
export function percentSaver(write: (percent: number) => Promise<boolean>, clock: Clock) {
  const inOrder = oneAtATime()
  let savedMs = clock.now()
  let isGone = false
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Whether the import is being removed. */
    isGone: () => isGone,
    save(done: number): void {
      const nowMs = clock.now()
      if (nowMs - savedMs < SAVE_EVERY_MS) return
      savedMs = nowMs
      last = inOrder(async () => {
        isGone = !(await write(Math.min(99, Math.floor(done * 100))))
        // A failure does not stop the import, because the progress is only shown.
      }).catch(() => {})
    },
    ended: () => last,
  }
}
