import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { earlierImports } from '../exports/earlier-imports.ts'
import type { ImportExportOptions } from '../exports/import-export.ts'
import type { ExportSummary } from '../exports/summary.ts'
import { parquetToNdjson } from '../import/parquet.ts'
import { inCheckingThread } from './in-checking-thread.ts'

/** Reads and checks an export as `importExport` does, and stores nothing. Throws `InvalidRequest` as it does. */
export async function checkExport(options: ImportExportOptions): Promise<ExportSummary> {
  const { engine, profile, importId, file, source, site, stateDir, clock, onProgress, signal } = options
  const startedMs = clock.now()
  const directory = join(stateDir, importId)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    const earlier = earlierImports(engine, profile.product, importId, signal)
    const job = { kind: 'export', file, profile, source, site, nowMs: startedMs, directory } as const
    const checked = await inCheckingThread(
      { ...job, earlier: await earlier.days() },
      {
        clock,
        onProgress,
        signal,
        async answer(question) {
          if (question.ask === 'earlier ids') return earlier.idsOf(question.day, question.after)
          await parquetToNdjson(engine, question.parquet, question.json, { signal })
          return []
        },
      },
    )
    return { ...checked, seconds: (clock.now() - startedMs) / 1000 }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
