import type { LastDelivery, WebhookFormat } from '../entities/delivery.ts'
import type { AccountId, AlertId, DeliveryId, ProductId, ReportId } from '../ids.ts'
import type { Message } from '../message.ts'
import type { Timestamp } from '../time/instant.ts'

/** What sends messages: a report or an alert. */
export type DeliverySource = ReportId | AlertId

/** What messages are about: one product, or all products of an account on which it is at least an admin. */
export type DeliverySubject =
  | { readonly product: ProductId; readonly account?: undefined }
  | { readonly account: AccountId; readonly product?: undefined }

/** One recipient as it is stored. What lets others post there is sealed for its source. */
export type StoredRecipient =
  | { readonly kind: 'email'; readonly address: string }
  | {
      readonly kind: 'webhook'
      readonly format: WebhookFormat
      readonly sealed_url: string
      /** Signs the body; only of the format `generic`. */
      readonly sealed_secret?: string | undefined
    }

/** A target as it is stored: one recipient for each address, or the webhook. */
export type StoredTarget =
  | { readonly kind: 'email'; readonly addresses: readonly string[] }
  | Extract<StoredRecipient, { kind: 'webhook' }>

/** A message to one recipient. Every attempt sends the same message under the same id, so that a repeat is recognized. */
export interface Delivery {
  readonly id: DeliveryId
  readonly source: DeliverySource
  /** It is removed with its product or account. */
  readonly subject: DeliverySubject
  /** Names the message within its source: the due instant of a report, the state that an alert entered. */
  readonly occurrence: string
  readonly recipient: StoredRecipient
  readonly message: Message
  /** Why it is not sent at all, for one that ends with this problem at once. */
  readonly rejection?: string | undefined
  readonly created_at: Timestamp
}

/** Begins the occurrence of a message about a change that waits for approval, which goes where a report goes and is none. */
export const APPROVAL_OCCURRENCE = 'approval '

export interface DeliveryReader {
  /**
   * How the newest occurrence of each source was delivered; sources without one are left out, and messages about approvals do not
   * count.
   */
  last(sources: readonly DeliverySource[]): Promise<ReadonlyMap<DeliverySource, LastDelivery>>
  /** Emails to an address that were enqueued since, rejected ones left out. */
  countTo(address: string, since: Timestamp): Promise<number>
  /** Deliveries of all sources of a product or an account that were enqueued since, rejected ones left out. */
  countOf(subject: DeliverySubject, since: Timestamp): Promise<number>
  /** Deliveries that are still to be sent, of the account or the owner of the product and of all products that it owns. */
  countUnsent(subject: DeliverySubject): Promise<number>
  /** Occurrences of a source that begin with a prefix and were enqueued since. */
  countOccurrences(source: DeliverySource, prefix: string, since: Timestamp): Promise<number>
}

/**
 * Messages that are sent after their transaction has committed, each at least once. Reports and alerts use the same queue:
 * enqueue in the transaction that decides that there is something to send.
 */
export interface DeliveryRepository extends DeliveryReader {
  /** Leaves out what was enqueued before for the same source, occurrence and recipient; returns how many are new. */
  enqueue(deliveries: readonly Delivery[]): Promise<number>
  /**
   * Leases due deliveries to this sender until `leaseUntil`, those of fewer attempts first: a webhook that never answers must
   * not hold up the others.
   */
  take(
    now: Timestamp,
    leaseUntil: Timestamp,
    limit: number,
  ): Promise<readonly (Delivery & { readonly attempts: number })[]>
  delivered(id: DeliveryId, at: Timestamp): Promise<void>
  /** Makes it due again. The problem is shown to the administrators of the source and holds no secret. */
  retry(id: DeliveryId, nextAt: Timestamp, problem: string): Promise<void>
  /** It is not sent again. */
  failed(id: DeliveryId, at: Timestamp, problem: string): Promise<void>
  /** Removes what is still to be sent, for a source that was deleted or sends elsewhere now. */
  cancel(source: DeliverySource): Promise<number>
  /** Removes what is still to be sent to an address that unsubscribed from a source, or from all of them. */
  cancelTo(address: string, source: DeliverySource | 'all'): Promise<number>
  /** Removes deliveries that ended earlier. */
  purge(endedBefore: Timestamp): Promise<number>
}

/** Email addresses that ended emails of a source for themselves. It is for good. */
export interface EmailOptOutReader {
  /** Those of the addresses that get no emails of the source, or none at all. */
  among(source: DeliverySource, addresses: readonly string[]): Promise<ReadonlySet<string>>
}
export interface EmailOptOutRepository extends EmailOptOutReader {
  /** `all` ends reports and alerts of every source. False where it was ended before. */
  add(source: DeliverySource | 'all', address: string, at: Timestamp): Promise<boolean>
}
