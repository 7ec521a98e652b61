import type { Timestamp } from '../time/instant.ts'

/** Which previews have served a change, so that each serves one. */
export interface PreviewUseRepository {
  /** Records the use, in the transaction of the change; false where another change has used the preview. */
  record(preview: string, expiresAt: Timestamp): Promise<boolean>
  /** Forgets the uses of previews that had expired at that time. */
  purge(expiredBy: Timestamp): Promise<void>
}
