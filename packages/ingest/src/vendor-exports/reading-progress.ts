import type { ImportProgress, ReadProgress } from '../import/progress.ts'
import type { ExportEntry, OpenExport } from './files/archive.ts'

/** Reading takes about this share of an import; what comes after it reports its own progress. */
const READING_SHARE = 0.5

interface ReadingWatch {
  readonly onProgress: (progress: ReadProgress) => void
  /** Called for each piece that is read. */
  readonly onChunk: () => void
}

/** Reports how much of an export was read. An error that `onProgress` throws ends the import. */
export function readingProgress(opened: OpenExport, { onProgress, onChunk }: ReadingWatch) {
  let bytes = 0
  const counted = (entry: ExportEntry): ExportEntry => ({
    name: entry.name,
    async *content() {
      for await (const chunk of entry.content()) {
        bytes += chunk.length
        onChunk()
        yield chunk
      }
    },
  })
  return {
    entries: opened.entries.map(counted),
    report(rows: number): void {
      // Some formats are read twice, and packed ones say no size, so a share may pass the whole.
      const share = Math.min(1, bytes / Math.max(1, opened.bytes))
      onProgress({
        phase: 'reading',
        bytes: Math.min(bytes, opened.bytes),
        bytesTotal: opened.bytes,
        rows,
        done: share * READING_SHARE,
      })
    },
  }
}

/** The progress of what follows reading, as a share of the whole. */
export function afterReading(onProgress: (progress: ImportProgress) => void) {
  return (progress: ImportProgress) =>
    onProgress({ ...progress, done: READING_SHARE + progress.done * (1 - READING_SHARE) })
}
