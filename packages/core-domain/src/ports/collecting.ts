import type { z } from 'zod'
import type { CollectedEvent, CrawlerHit, Payment } from '../collected.ts'
import type { CrawlerSettings, Domains, Events, Preferences, Shields } from '../entities/settings.ts'
import type { ProductId, ProductKeyId } from '../ids.ts'
import type { DropReason } from '../statistics.ts'
import type { Timestamp } from '../time/instant.ts'
import type { LocalDate } from '../time/local-date.ts'

/** What came with a request besides its body, as the collector needs it. */
export interface RequestOrigin {
  /** The address of the client: the peer, or the one a trusted proxy vouches for. */
  readonly address: string
  readonly userAgent: string
  /** First language of `Accept-Language`. */
  readonly language: string | undefined
  /** Set when the request came through a proxy, whether or not its word on the address was taken. */
  readonly proxy: ProxyTrace | undefined
}

/** What a first-party proxy in front of the collector left in the request. */
export interface ProxyTrace {
  /** The hostname the browser asked, from `X-Forwarded-Host` or `Host`. */
  readonly hostname: string
  /** Whether a client address came along and was believed. */
  readonly clientAddress: 'forwarded' | 'untrusted' | 'missing'
}

export type CollectOutcome = { readonly accepted: true } | { readonly accepted: false; readonly reason: DropReason }

/** Takes in what happened. A promise that resolved means the event survives kill -9 and an outage of the engine. */
export interface Collector {
  /**
   * Throws `NotFound` for an unknown product, `RateLimited` when the product's budget of this hour is used up, and
   * `ServiceUnavailable` when the log is full.
   */
  event(event: z.output<typeof CollectedEvent>, origin: RequestOrigin): Promise<CollectOutcome>
  /** Counts input that did not validate, so that its owner can see it. */
  refused(product: string): void
  crawls(product: ProductId, hits: readonly z.output<typeof CrawlerHit>[]): Promise<{ accepted: number }>
  /**
   * A payment id counts once; another payment under a known id throws `AlreadyExists`. Throws `InvalidToken` when the
   * key by which it came has ended since it was authenticated.
   */
  payment(product: ProductId, payment: z.output<typeof Payment>, key: ProductKeyId): Promise<{ replayed: boolean }>
}

/** How a product wants its events treated. Read through a cache of at most a second. */
export interface TrackingProfile {
  readonly product: ProductId
  readonly domains: Domains
  readonly events: Events
  readonly preferences: Preferences
  readonly shields: Shields
  readonly crawlers: CrawlerSettings
}
export interface TrackingProfiles {
  find(product: string): Promise<TrackingProfile | undefined>
}

/** The two salts that visitor hashes may use: today's and yesterday's, both random, none older kept. */
export interface DailySalts {
  readonly current: Uint8Array
  readonly previous: Uint8Array | undefined
}
export interface SaltStore {
  /** Makes today's salt if it is missing and destroys every salt older than 48 hours. `day` is a UTC day. */
  salts(day: LocalDate): Promise<DailySalts>
}

/**
 * What the ledger knows of a payment id. `unfinished` is a claim with the same content that nobody completed: its event
 * may or may not have been written, so whoever gets this answer looks for it first.
 */
export type PaymentClaim =
  | { readonly state: 'claimed' | 'recorded' | 'different' | 'key_ended' }
  | { readonly state: 'unfinished'; readonly claimed_at: Timestamp }

/** Payments seen, by the sender's id, so that each counts once. */
export interface PaymentLedger {
  /**
   * `claimed` for exactly one caller per id; `recorded` when the id was completed with the same content; `different`
   * when it is known, completed or not, with other content. An unfinished claim keeps its `claimed_at`. `key_ended`
   * when the key of the product is not active at the moment of the claim: nothing is claimed by it any more.
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
