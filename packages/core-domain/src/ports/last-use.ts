import type { Timestamp } from '../time/instant.ts'

/**
 * Records when credentials were last used. It is written seconds later in batches, so each batch commits by itself.
 */
export interface LastUseRecorder {
  record(uses: readonly { kind: 'token' | 'key' | 'connection'; id: string; at: Timestamp }[]): Promise<void>
}
