import type { Claim, EpochMs, RecordStore } from './records.ts'

interface LeaseOptions {
  readonly claim: Claim
  readonly records: Pick<RecordStore<never>, 'renew'>
  readonly leaseMs: number
  now(): EpochMs
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** Renews a claim three times per lease until stopped. A renewal that fails is tried again at the next turn. */
export function keepLease({ claim, records, leaseMs, now, wait }: LeaseOptions) {
  const stopping = new AbortController()
  const renewing = (async () => {
    while (!stopping.signal.aborted) {
      await wait(leaseMs / 3, stopping.signal).catch(() => {})
      if (stopping.signal.aborted) return
      await records.renew(claim, now() + leaseMs).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await renewing
    },
  }
}
