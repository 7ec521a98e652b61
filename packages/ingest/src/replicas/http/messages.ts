import {
  AlreadyExists,
  BatchedEvent,
  ClientHints,
  CollectedEvent,
  DomainError,
  DROP_REASONS,
  EVENTS_PER_BATCH_MAX,
  InvalidToken,
  NotFound,
  Payment,
  ProductId,
  ProductKeyId,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { z } from 'zod'

/**
 * The path contains the version of the messages. A replica with another version answers 404, which counts as
 * unavailable: while versions differ, each replica collects what it receives.
 */
export const EVENTS_PATH = '/replica/v4/events'
export const BATCHES_PATH = '/replica/v4/batches'
export const PAYMENTS_PATH = '/replica/v4/payments'

const Origin = z
  .strictObject({
    address: z.string().max(64),
    userAgent: z.string().max(1024),
    language: z.string().max(128).optional(),
    proxy: z
      .strictObject({ hostname: z.string(), clientAddress: z.enum(['forwarded', 'untrusted', 'missing']) })
      .optional(),
    privacySignal: z.boolean().optional(),
    hints: ClientHints.optional(),
  })
  .transform(({ language, proxy, ...origin }) => ({ ...origin, language, proxy }))

export const ForwardedEvents = z.strictObject({
  events: z.array(z.strictObject({ event: CollectedEvent, origin: Origin })).max(1000),
})
export const ForwardedPayment = z.strictObject({ product: ProductId, payment: Payment, key_id: ProductKeyId })

export const ForwardedEventBatch = z.strictObject({
  product: ProductId,
  events: z.array(BatchedEvent).max(EVENTS_PER_BATCH_MAX),
  isTakenOver: z.boolean(),
})

const REJECTIONS = [
  z.strictObject({ refused: z.enum(['not_found', 'identity_off', 'service_unavailable']) }),
  z.strictObject({ refused: z.literal('rate_limited'), retry_after_seconds: z.number(), detail: z.string() }),
] as const

export const EventOutcomes = z.strictObject({
  outcomes: z.array(
    z.union([
      z.strictObject({
        outcome: z.union([
          z.strictObject({ accepted: z.literal(true) }),
          z.strictObject({ accepted: z.literal(false), reason: z.enum(DROP_REASONS) }),
        ]),
      }),
      ...REJECTIONS,
    ]),
  ),
})

export const BatchOutcomes = z.union([
  z.strictObject({
    outcomes: z.array(
      z.union([
        z.strictObject({ state: z.enum(['accepted', 'duplicate']) }),
        z.strictObject({
          state: z.literal('refused'),
          reason: z.enum([...DROP_REASONS, 'too_old', 'in_the_future', 'identity_off', 'unavailable']),
        }),
      ]),
    ),
  }),
  ...REJECTIONS,
])

export const PaymentOutcome = z.union([
  z.strictObject({ replayed: z.boolean() }),
  z.strictObject({
    refused: z.enum(['not_found', 'already_exists', 'invalid_token', 'service_unavailable']),
    detail: z.string(),
    retry_after_seconds: z.number().optional(),
  }),
])
export type PaymentOutcome = z.output<typeof PaymentOutcome>

/** Serializes the rejection of a payment; `toDomainError` is the inverse. */
export function paymentRejection(error: unknown): PaymentOutcome {
  if (error instanceof ServiceUnavailable)
    return { refused: 'service_unavailable', detail: error.detail, retry_after_seconds: error.retryAfterSeconds }
  if (!(error instanceof DomainError)) throw error
  const { code, detail } = error
  if (code === 'not_found' || code === 'already_exists' || code === 'invalid_token') return { refused: code, detail }
  throw error
}

export function toDomainError(rejection: Exclude<PaymentOutcome, { replayed: boolean }>): DomainError {
  switch (rejection.refused) {
    case 'not_found':
      return new NotFound()
    case 'already_exists':
      return new AlreadyExists(rejection.detail)
    case 'invalid_token':
      return new InvalidToken(true)
    case 'service_unavailable':
      return new ServiceUnavailable(new Error('the other replica rejected the payment'), rejection.retry_after_seconds)
  }
}
