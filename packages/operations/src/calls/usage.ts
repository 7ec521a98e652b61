import { type Clock, type LastUseRecorder, timestamp } from '@footfall/core-domain'
import type { UsageObserver } from './authenticate.ts'

/** Collects "last used" in memory and writes it in one batch, so that reading statistics costs no write. */
export function createUsageRecorder(lastUses: LastUseRecorder, clock: Clock) {
  let pending = new Map<string, { kind: 'token' | 'key' | 'connection'; id: string; at: number }>()
  return {
    used(kind: 'token' | 'key' | 'connection', id: string) {
      pending.set(id, { kind, id, at: clock.now() })
    },
    /** Writes what was collected; on failure it is kept for the next call. */
    async flush() {
      if (pending.size === 0) return
      const batch = pending
      pending = new Map()
      try {
        await lastUses.record([...batch.values()].map(({ kind, id, at }) => ({ kind, id, at: timestamp(at) })))
      } catch (error) {
        pending = new Map([...batch, ...pending])
        throw error
      }
    },
  } satisfies UsageObserver & { flush(): Promise<void> }
}
