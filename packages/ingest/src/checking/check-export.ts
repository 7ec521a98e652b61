import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportSummary } from '../vendor-exports/summary.ts'
import { CHECK_BYTES_MAX, CHECK_HEAP_MIB } from './check-limits.ts'
import type { ImportExportOptions } from './import-export.ts'
import { readInThread } from './read-in-thread.ts'

/** Reads and checks an export as `importExport` does, and stores nothing. Throws `InvalidRequest` as it does. */
export async function checkExport(options: ImportExportOptions): Promise<ExportSummary> {
  const { importId, stateDir, clock } = options
  const startedMs = clock.now()
  const directory = join(stateDir, importId)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    const limits = { memoryBytesMax: CHECK_BYTES_MAX, heapMib: CHECK_HEAP_MIB }
    const { dayFiles: _, ...checked } = await readInThread(options, { directory, storedFor: undefined, ...limits })
    return { ...checked, seconds: (clock.now() - startedMs) / 1000 }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
