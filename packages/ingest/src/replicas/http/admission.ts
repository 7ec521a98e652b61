import type { Clock, Keyring } from '@footfall/core-domain'
import { MESSAGE_AGE_MS_MAX, readSignature, type SignedMessage } from './signature.ts'

export interface AdmissionOptions {
  readonly key: Keyring
  /** Origin of this replica, as listed in `REPLICAS`. */
  readonly self: string
  readonly clock: Clock
  /** How many messages are remembered at once. */
  readonly messagesMax?: number
}

/** `busy`: the message may be genuine, but a replay could no longer be detected. */
export type Admission = 'rejected' | 'busy' | { readonly bodyDigest: string }

/** Admits each message once. */
export type Admit = (header: string | undefined, request: Pick<SignedMessage, 'method' | 'path'>) => Admission

/** Four thousand a second, each of up to a hundred events. */
const MESSAGES_MAX = 500_000

/**
 * Decides which messages of other replicas are accepted: signed with the shared key for this method, path and replica,
 * at most a minute old by either clock, and not seen before. Only nonces of accepted messages are remembered, for as
 * long as a replay would pass. A message signed before this process started is rejected, because the previous process
 * may have accepted it.
 */
export function admitMessages({ key, self, clock, messagesMax = MESSAGES_MAX }: AdmissionOptions): Admit {
  const startedAt = clock.now()
  /** Nonce and its expiry, in order of arrival. */
  const seen = new Map<string, number>()

  function forgetOld(now: number): void {
    for (const [nonce, until] of seen) {
      if (until >= now) return
      seen.delete(nonce)
    }
  }

  return (header, request) => {
    const message = readSignature(key, header, { ...request, recipient: self })
    if (message === undefined || message.signedAt < startedAt) return 'rejected'
    const now = clock.now()
    if (Math.abs(now - message.signedAt) > MESSAGE_AGE_MS_MAX) return 'rejected'
    forgetOld(now)
    if (seen.has(message.nonce)) return 'rejected'
    if (seen.size >= messagesMax) return 'busy'
    // Counted from arrival, so that entries expire in order. A message signed up to a minute ahead stays valid for two
    // minutes.
    seen.set(message.nonce, now + 2 * MESSAGE_AGE_MS_MAX)
    return { bodyDigest: message.bodyDigest }
  }
}
