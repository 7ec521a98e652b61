import { RateLimited } from '@footfall/core-domain'

/** How many exports may be under way at once. */
export interface ExportSlotsOptions {
  /** In all. Each holds a slice of events in memory. */
  readonly running: number
  /** Of them, those that stand on the disk as files: it is the disk that keeps events which were just acknowledged. */
  readonly files: number
  /** Of one share, so that no account or product holds all. */
  readonly perShare: number
}

export interface ExportSlots {
  /** Throws `RateLimited` where `take` would. */
  assertFree(share: string, file: boolean): void
  /** Takes a slot and answers how to give it back. */
  take(share: string, file: boolean): () => void
}

const AGAIN_SECONDS = 60

export function exportSlots(limits: ExportSlotsOptions): ExportSlots {
  const shares = new Map<string, number>()
  let running = 0
  let files = 0
  const assertFree = (share: string, file: boolean) => {
    const full =
      running >= limits.running || (file && files >= limits.files) || (shares.get(share) ?? 0) >= limits.perShare
    if (full) throw new RateLimited(AGAIN_SECONDS)
  }
  const count = (share: string, file: boolean, by: 1 | -1) => {
    running += by
    if (file) files += by
    const left = (shares.get(share) ?? 0) + by
    if (left === 0) shares.delete(share)
    else shares.set(share, left)
  }
  return {
    assertFree,
    take(share, file) {
      assertFree(share, file)
      count(share, file, 1)
      return () => count(share, file, -1)
    },
  }
}
