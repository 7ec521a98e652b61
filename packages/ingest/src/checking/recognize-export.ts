import type { Vendor } from '@footfall/core-domain'
import { inCheckingThread } from './in-checking-thread.ts'

/**
 * The vendor of an export, by its content; undefined for any other file, such as one in our own format. It is read on a separate thread:
 * archives are unpacked, and a Parquet file is read to its end, where the names of its columns are. Throws `InvalidRequest` for an archive that
 * is damaged, or of several vendors.
 */
export function recognizeExport(file: string, signal?: AbortSignal): Promise<Vendor | undefined> {
  return inCheckingThread({ kind: 'recognition', file }, { signal })
}
