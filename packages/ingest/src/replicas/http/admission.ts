import type { Clock } from '@footfall/core-domain'
import { MESSAGE_AGE_MS_MAX, readSignature, type SignedMessage } from './signature.ts'

export interface AdmissionOptions {
  readonly key: Uint8Array
  /** Origin of this replica, as `REPLICAS` has it. */
  readonly self: string
  readonly clock: Clock
  /** How many messages are remembered at once. */
  readonly messagesMax?: number
}

/** `busy`: the message may be genuine and cannot be told from a replay any more. */
export type Admission = 'refused' | 'busy' | { readonly bodyDigest: string }

/** Admits each message once. */
export type Admit = (header: string | undefined, request: Pick<SignedMessage, 'method' | 'path'>) => Admission

/** Four thousand a second, each of up to a hundred events. */
const MESSAGES_MAX = 500_000

/**
 * Decides which messages of other replicas are taken: signed with the shared key for this method, path and replica, at
 * most a minute ago by either clock, and not seen before. Only nonces of messages that pass all of this are remembered,
 * for as long as the message would pass again. A message from before this process started is refused, because the
 * process before it may have taken it.
 */
export function admitMessages({ key, self, clock, messagesMax = MESSAGES_MAX }: AdmissionOptions): Admit {
  const startedAt = clock.now()
  /** Nonce and the instant from which the message is too old, in the order in which they came. */
  const seen = new Map<string, number>()

  function forgetOld(now: number): void {
    for (const [nonce, until] of seen) {
      if (until >= now) return
      seen.delete(nonce)
    }
  }

  return (header, request) => {
    const message = readSignature(key, header, { ...request, recipient: self })
    if (message === undefined || message.signedAt < startedAt) return 'refused'
    const now = clock.now()
    if (Math.abs(now - message.signedAt) > MESSAGE_AGE_MS_MAX) return 'refused'
    forgetOld(now)
    if (seen.has(message.nonce)) return 'refused'
    if (seen.size >= messagesMax) return 'busy'
    // Counted from now, not from its signature, so that the first is always the first to go. A message signed up to a
    // minute ahead stays valid for two.
    seen.set(message.nonce, now + 2 * MESSAGE_AGE_MS_MAX)
    return { bodyDigest: message.bodyDigest }
  }
}
