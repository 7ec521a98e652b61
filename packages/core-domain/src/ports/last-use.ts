import type { Timestamp } from '../time/instant.ts'

/**
 * Writes down when credentials were last used. Written in batches and seconds late, so it is no part of the unit of work:
 * a batch commits by itself.
 */
export interface LastUseRecorder {
  record(uses: readonly { kind: 'token' | 'key' | 'connection'; id: string; at: Timestamp }[]): Promise<void>
}
