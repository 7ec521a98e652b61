import type { Claim, EpochMs, RecordStore } from './records.ts'

export interface Keeping {
  readonly claim: Claim
  readonly records: Pick<RecordStore<never>, 'renew'>
  readonly leaseMs: number
  now(): EpochMs
  after(ms: number, run: () => void): () => void
}

/** Renews a claim three times per lease until stopped. The next renewal makes up for a failed one. */
export function keepLease({ claim, records, leaseMs, now, after }: Keeping) {
  let stopped = false
  let cancel = () => {}
  let renewing: Promise<unknown> = Promise.resolve()
  const schedule = () => {
    cancel = after(leaseMs / 3, () => {
      renewing = records
        .renew(claim, now() + leaseMs)
        .catch(() => {})
        .then(() => {
          if (!stopped) schedule()
        })
    })
  }
  schedule()
  return {
    /** Resolves when no renewal is running. */
    async stop() {
      stopped = true
      cancel()
      await renewing
    },
  }
}
