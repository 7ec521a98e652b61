import { type Clock, type Keyring, type RandomSource, ServiceUnavailable } from '@footfall/core-domain'
import type { z } from 'zod'
import { NotDelivered, type Replica } from '../replica.ts'
import {
  BATCHES_PATH,
  BatchOutcomes,
  EVENTS_PATH,
  EventOutcomes,
  PAYMENTS_PATH,
  PaymentOutcome,
  toDomainError,
} from './messages.ts'
import { digestOf, newNonce, SIGNATURE_HEADER, sign } from './signature.ts'

/** A browser is waiting for the answer. */
const TIMEOUT_MS = 3000

export interface HttpReplicaOptions {
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
}

/** Another replica over HTTP, at its listed origin. Every message, a retry included, has its own nonce. */
export function httpReplica(origin: string, { key, clock, random }: HttpReplicaOptions): Replica {
  async function post<Answer>(path: string, message: unknown, schema: z.ZodType<Answer>): Promise<Answer> {
    const body = Buffer.from(JSON.stringify(message), 'utf8')
    const signature = sign(key, {
      method: 'POST',
      path,
      recipient: origin,
      signedAt: clock.now(),
      nonce: newNonce(random),
      bodyDigest: digestOf(body),
    })
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw failedBeforeSending(error) ? new NotDelivered(error) : new ServiceUnavailable(error)
    })
    try {
      const text = await response.text()
      // It rejected the whole message unread: another key, another version, or not a replica at all.
      if (response.status >= 400 && response.status < 500)
        throw new NotDelivered(new Error(`answered ${response.status}`))
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return schema.parse(JSON.parse(text))
    } catch (error) {
      throw error instanceof NotDelivered ? error : new ServiceUnavailable(error)
    }
  }

  return {
    id: origin,
    async events(batch) {
      return (await post(EVENTS_PATH, { events: batch }, EventOutcomes)).outcomes
    },
    batch: (batch) => post(BATCHES_PATH, batch, BatchOutcomes),
    async payment(product, payment, key_id) {
      const answer = await post(PAYMENTS_PATH, { product, payment, key_id }, PaymentOutcome).catch((error: unknown) => {
        throw error instanceof NotDelivered ? new ServiceUnavailable(error) : error
      })
      if ('refused' in answer) throw toDomainError(answer)
      return answer
    },
  }
}

const CONNECT_ERROR_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether a request failed before any of it was sent. */
function failedBeforeSending(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause && CONNECT_ERROR_CODES.has(cause.code)
}
