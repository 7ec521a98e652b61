import type { Vendor } from '@footfall/core-domain'
import { inCheckingThread } from './in-checking-thread.ts'

/**
 * Whose export a file is by its content; undefined where it is nobody's, such as a file in our own format. It is read on a separate thread:
 * archives are unpacked, and a Parquet file is read to its end, where the names of its columns are. Throws `InvalidRequest` for an archive that
 * is damaged, or of several vendors.
 */
export function recognizeExport(file: string, signal?: AbortSignal): Promise<Vendor | undefined> {
  return inCheckingThread({ kind: 'recognition', file }, { signal })
}
