import type { z } from 'zod'
import type { BatchedEvent, ClientHints, CollectedEvent, CrawlerHit, Payment } from '../collected.ts'
import type { CrawlerSettings, Domains, Events, Preferences, Shields } from '../entities/settings.ts'
import type { AccountId, ProductId, ProductKeyId } from '../ids.ts'
import type { DropReason } from '../statistics.ts'
import type { Timestamp } from '../time/instant.ts'
import type { LocalDate } from '../time/local-date.ts'

/** What the collector needs of a request, apart from its body. */
export interface RequestOrigin {
  /** The address of the client: the peer, or the one that a trusted proxy forwarded. */
  readonly address: string
  readonly userAgent: string
  /** First language of `Accept-Language`. */
  readonly language: string | undefined
  /** Set when the request came through a proxy, trusted or not. */
  readonly proxy: ProxyTrace | undefined
  /** Whether the request carried Global Privacy Control or Do Not Track. */
  readonly privacySignal?: boolean | undefined
  /** What the headers of client hints say; those of an event count before them. */
  readonly hints?: ClientHints | undefined
}

/** What a first-party proxy added to the request. */
export interface ProxyTrace {
  /** The hostname that the browser requested, from `X-Forwarded-Host` or `Host`. */
  readonly hostname: string
  /** Whether a client address was forwarded, and trusted. */
  readonly clientAddress: 'forwarded' | 'untrusted' | 'missing'
}

export type CollectOutcome = { readonly accepted: true } | { readonly accepted: false; readonly reason: DropReason }

/** Why an event of a batch was not counted. */
export type BatchRejection = DropReason | 'too_old' | 'in_the_future' | 'identity_off' | 'unavailable'

/** `duplicate`: an event with its id was accepted before. */
export type BatchOutcome =
  | { readonly state: 'accepted' | 'duplicate' }
  | { readonly state: 'refused'; readonly reason: BatchRejection }

/** The turns of one request among those that the process takes in: it has the thread until it waits for its next turn. */
export interface IntakeTurns {
  next(): Promise<void>
  /** Lets the next request of the account begin. Further calls do nothing. */
  end(): void
}

/** Collects events. Once a promise resolves, its event survives kill -9 and an outage of the warehouse. */
export interface Collector {
  /**
   * Throws `NotFound` for an unknown product, `IdentityOff` for a visitor that the product does not identify, `RateLimited` when the hourly budget of the product is used up, and
   * `ServiceUnavailable` when the log is full.
   */
  event(event: z.output<typeof CollectedEvent>, origin: RequestOrigin): Promise<CollectOutcome>
  /**
   * Outcomes in the order of the events, which are taken in the order of their instants. Throws `NotFound` for an unknown
   * product, `RateLimited` when its hourly budget is used up, and `ServiceUnavailable` when nothing can be accepted.
   */
  batch(product: ProductId, events: readonly BatchedEvent[], turns?: IntakeTurns): Promise<readonly BatchOutcome[]>
  /** Counts invalid input, for the health report of the product. */
  countRejected(product: string): void
  crawls(
    product: ProductId,
    hits: readonly z.output<typeof CrawlerHit>[],
    turns?: IntakeTurns,
  ): Promise<{ accepted: number }>
  /**
   * A payment id counts once; another payment with the same id throws `AlreadyExists`. Throws `InvalidToken` when its key
   * has ended since it was authenticated.
   */
  payment(product: ProductId, payment: z.output<typeof Payment>, key: ProductKeyId): Promise<{ replayed: boolean }>
}

/** How the events of a product are treated. Cached for at most a second. */
export interface TrackingProfile {
  readonly product: ProductId
  /** The account that owns the product; absent where nobody does. */
  readonly owner?: AccountId | undefined
  readonly domains: Domains
  readonly events: Events
  readonly preferences: Preferences
  readonly shields: Shields
  readonly crawlers: CrawlerSettings
  /** The key under which visitors are identified; undefined while they are not. */
  readonly visitorKey?: Uint8Array | undefined
}
export interface TrackingProfiles {
  find(product: string): Promise<TrackingProfile | undefined>
}

/** The random salts of visitor hashes: of today and of yesterday. Older ones are destroyed. */
export interface DailySalts {
  readonly current: Uint8Array
  readonly previous: Uint8Array | undefined
}
export interface SaltStore {
  /** Creates the salt of the day if it is missing, and destroys salts older than 48 hours. `day` is a UTC day. */
  salts(day: LocalDate): Promise<DailySalts>
}

/**
 * The state of a payment id. `unfinished` is a claim with the same content that was not completed: its event may have been
 * written, so the caller looks for it first.
 */
export type PaymentClaim =
  | { readonly state: 'claimed' | 'recorded' | 'different' | 'key_ended' }
  | { readonly state: 'unfinished'; readonly claimed_at: Timestamp }

/** Payments by the id of their sender, so that each counts once. */
export interface PaymentLedger {
  /**
   * `claimed` for exactly one caller per id; `recorded` when the id was completed with the same content; `different` when
   * it is known with other content; `key_ended`, claiming nothing, when the key is not active. An unfinished claim keeps
   * its `claimed_at`.
   */
  claim(
    product: ProductId,
    paymentId: string,
    fingerprint: string,
    at: Timestamp,
    key: ProductKeyId,
  ): Promise<PaymentClaim>
  complete(product: ProductId, paymentId: string): Promise<void>
}
