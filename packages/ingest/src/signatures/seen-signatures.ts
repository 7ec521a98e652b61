import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@footfall/core-domain'

/** Remembers which signatures were used, so that nobody uses one a second time. */
export interface SeenSignatures {
  /** Whether it is new. `full`: there is no room to remember it, so it cannot be said. */
  use(signature: UsedSignature): 'first' | 'again' | 'full'
  /** Forgets a use that led to nothing. */
  forget(signature: UsedSignature): void
}

export interface UsedSignature {
  readonly signer: string
  readonly keyId: string
  /** What the signer made to be used once; the signature itself where it made nothing. */
  readonly nonce: string
  /** In epoch milliseconds; after it the signature is rejected without being remembered. */
  readonly untilMs: number
}

/** About 15 MB. Only signatures that are valid are remembered, so strangers do not fill it. */
const SIGNATURES_MAX = 100_000
const SWEEP_EVERY_MS = MINUTE_MS

export function createSeenSignatures(clock: { now(): number }, max = SIGNATURES_MAX): SeenSignatures {
  const until = new Map<string, number>()
  let sweptMs = Number.NEGATIVE_INFINITY

  function sweep(): void {
    const now = clock.now()
    if (now - sweptMs < SWEEP_EVERY_MS) return
    sweptMs = now
    for (const [key, untilMs] of until) if (untilMs < now) until.delete(key)
  }

  return {
    use(signature) {
      const key = keyOf(signature)
      if (until.has(key)) return 'again'
      if (until.size >= max) sweep()
      if (until.size >= max) return 'full'
      until.set(key, signature.untilMs)
      return 'first'
    },
    forget(signature) {
      until.delete(keyOf(signature))
    },
  }
}

function keyOf({ signer, keyId, nonce }: UsedSignature): string {
  return createHash('sha256')
    .update(JSON.stringify([signer, keyId, nonce]))
    .digest('base64')
    .slice(0, 24)
}
