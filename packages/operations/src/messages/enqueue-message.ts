import {
  APPROVAL_OCCURRENCE,
  type Clock,
  DAY_MS,
  type Delivery,
  type IdFactory,
  type Language,
  type Message,
  type StoredRecipient,
  type Timestamp,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { languageOfRecipient } from './reader-language.ts'

/** Emails of all reports and alerts of the service to one address in 24 hours. */
const TO_ADDRESS_PER_DAY = 50
/** Messages of all reports and alerts of one product, or of one account, in 24 hours. */
const OF_SUBJECT_PER_DAY = 1_000
/**
 * Messages that wait to be sent, of an account and of all products that it owns. Each look for messages that are due reads all of
 * them, to give every account its turn.
 */
const UNSENT_MAX = 2_000

interface Dependencies {
  readonly clock: Clock
  readonly ids: Pick<IdFactory, 'delivery'>
}

/** A message in the language of a reader. */
export type MessageIn = (language: Language) => Message

export type OutgoingMessage = Pick<Delivery, 'source' | 'subject' | 'occurrence'> & {
  readonly messageIn: MessageIn
  readonly recipients: readonly StoredRecipient[]
}

/**
 * Enqueues a message of a report or an alert for each of its recipients in their language, in the transaction that decides to send
 * it. Addresses that unsubscribed are left out. Beyond the limits, which keep the service from flooding anyone, a delivery is stored
 * as failed; a message about an approval, which nobody lists, is not stored. Returns how many are new.
 */
export async function enqueueMessage(
  store: Pick<WritableStore, 'deliveries' | 'emailOptOuts' | 'accounts' | 'products'>,
  { clock, ids }: Dependencies,
  { source, subject, occurrence, messageIn, recipients }: OutgoingMessage,
): Promise<number> {
  const now = clock.now()
  const since = timestamp(now - DAY_MS)
  const addresses = recipients.flatMap((recipient) => (recipient.kind === 'email' ? [recipient.address] : []))
  const unsubscribed = await store.emailOptOuts.among(source, addresses)
  const left = {
    today: OF_SUBJECT_PER_DAY - (await store.deliveries.countOf(subject, since)),
    unsent: UNSENT_MAX - (await store.deliveries.countUnsent(subject)),
  }
  const deliveries: Delivery[] = []
  const written = new Map<Language, Message>()
  for (const recipient of recipients) {
    if (recipient.kind === 'email' && unsubscribed.has(recipient.address)) continue
    const rejection = await limitExceeded(store, recipient, left, since)
    if (rejection === undefined) {
      left.today--
      left.unsent--
    } else if (occurrence.startsWith(APPROVAL_OCCURRENCE)) continue
    const language = await languageOfRecipient(store, recipient, subject)
    const message = written.get(language) ?? messageIn(language)
    written.set(language, message)
    const about = { source, subject, occurrence, message }
    deliveries.push({ id: ids.delivery(), ...about, recipient, rejection, created_at: timestamp(now) })
  }
  return store.deliveries.enqueue(deliveries)
}

/** Why a delivery would exceed a limit; undefined if it does not. */
async function limitExceeded(
  { deliveries }: Pick<WritableStore, 'deliveries'>,
  recipient: StoredRecipient,
  left: { readonly today: number; readonly unsent: number },
  since: Timestamp,
): Promise<string | undefined> {
  if (left.unsent <= 0) return `More than ${UNSENT_MAX} messages of this account wait to be sent.`
  if (left.today <= 0) return `More than ${OF_SUBJECT_PER_DAY} messages in 24 hours.`
  if (recipient.kind !== 'email') return undefined
  const sent = await deliveries.countTo(recipient.address, since)
  return sent < TO_ADDRESS_PER_DAY ? undefined : `More than ${TO_ADDRESS_PER_DAY} emails to this address in 24 hours.`
}
