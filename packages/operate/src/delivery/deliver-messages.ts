import {
  type Clock,
  DAY_MS,
  type Delivery,
  HOUR_MS,
  type Logger,
  MINUTE_MS,
  outagesOf,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { DeliveryChannel, DeliveryOutcome } from '../telemetry/telemetry.ts'
import { NotDelivered } from './not-delivered.ts'
import type { SendEmail } from './send-email.ts'
import type { WebhookDelivery } from './send-webhook.ts'

/** Longer than an attempt takes, so that no other replica repeats it. */
const LEASE_MS = 5 * MINUTE_MS
const BATCH = 10
const BACKOFF_MS = MINUTE_MS
const BACKOFF_MS_MAX = 2 * HOUR_MS
/** A delivery that was retried for this long has failed. */
const RETRIED_FOR_MS = DAY_MS

export interface Senders {
  readonly email: SendEmail
  readonly webhook: (delivery: WebhookDelivery) => Promise<void>
}

interface Dependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly senders: Senders
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly attempted?: (channel: DeliveryChannel, outcome: DeliveryOutcome) => void
}

/**
 * Sends the messages of reports and alerts that are due, each at least once: a process that dies between sending and
 * recording it leaves the message to another attempt, which has the same id. A failed attempt is repeated with backoff for one day.
 */
export async function deliverMessages(dependencies: Dependencies): Promise<void> {
  const { store, clock } = dependencies
  const now = clock.now()
  const [from, until] = [timestamp(now), timestamp(now + LEASE_MS)]
  const due = await store.transaction((tx) => tx.store.deliveries.take(from, until, BATCH))
  // Concurrently: a webhook that does not answer must not hold up the others.
  await Promise.all(due.map((delivery) => deliver(delivery, dependencies)))
}

async function deliver(
  delivery: Delivery & { readonly attempts: number },
  { store, senders, clock, log, attempted }: Dependencies,
): Promise<void> {
  const { id, recipient, attempts, created_at } = delivery
  const outcome = await attempt(delivery, senders)
  const now = clock.now()
  const record = (result: DeliveryOutcome) => attempted?.(recipient.kind, result)
  if (outcome === undefined) {
    await store.transaction((tx) => tx.store.deliveries.delivered(id, timestamp(now)))
    return record('delivered')
  }
  const { problem, when } = outcome
  const nextAt = now + Math.min(BACKOFF_MS * 2 ** (attempts - 1), BACKOFF_MS_MAX)
  const isLast = when === 'final' || nextAt > Date.parse(created_at) + RETRIED_FOR_MS
  const fields = { delivery: id, source: delivery.source, attempts, problem }
  if (isLast) {
    await store.transaction((tx) => tx.store.deliveries.failed(id, timestamp(now), problem))
    log.warn(fields, 'a message was not delivered, and is not tried again')
    return record('failed')
  }
  await store.transaction((tx) => tx.store.deliveries.retry(id, timestamp(nextAt), problem))
  // During an outage of a mail server or a webhook, every message for it fails.
  const kind = `delivery ${recipient.kind} ${problem}`
  outagesOf(log, clock).repeated(kind, fields, 'A message was not delivered; it will be retried.')
  return record('retried')
}

/** The failure of an attempt; undefined if the message was delivered. */
async function attempt(
  delivery: Delivery,
  { email, webhook }: Senders,
): Promise<{ readonly problem: string; readonly when: NotDelivered['when'] } | undefined> {
  const { id, source, message, created_at, recipient } = delivery
  try {
    if (recipient.kind === 'email') await email({ id, source, message, address: recipient.address })
    else await webhook({ id, source, message, created_at, recipient })
    return undefined
  } catch (error) {
    if (error instanceof NotDelivered) return { problem: error.message, when: error.when }
    // A bug in a format must not stop the deliveries of others. What it says is for the log of the operator only.
    return { problem: 'The message could not be made.', when: 'later' }
  }
}
