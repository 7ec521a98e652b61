import type { CrawlerPurpose, DropReason, UNLISTED_NAMES, VisitAttribute } from '@footfall/core-domain'

export type EventKind = 'pageview' | 'custom' | 'engagement'

/** What a visit's first event fixes for all its rows. */
export type VisitAttributes = Readonly<Record<VisitAttribute, string>>

/** A row of `events` as JSONEachRow. 64-bit ids are decimal text; instants are milliseconds or seconds as numbers. */
export interface EventRow extends VisitAttributes {
  readonly product_id: string
  /** `YYYY-MM-DD hh:mm:ss.mmm` in UTC. */
  readonly ts: string
  readonly kind: EventKind
  readonly name: string
  readonly visitor: string
  /** Whether `visitor` is somebody whom the site named, and not the pseudonym of a day. */
  readonly identified: 0 | 1
  readonly visit: string
  /** `YYYY-MM-DD hh:mm:ss` in UTC. */
  readonly visit_start: string
  readonly visit_starts: 0 | 1
  readonly pv_seq: number
  readonly unbounce: 0 | 1
  readonly gap_ms: number
  readonly hostname: string
  readonly path: string
  readonly title: string
  readonly entry_path: string
  readonly engaged_ms: number
  readonly scroll: number
  readonly revenue: string
  readonly currency: string
  readonly props: Readonly<Record<string, string>>
  readonly tracker: string
  /** Milliseconds, and ten-thousandths of the score; absent or −1 if not measured. */
  readonly lcp?: number
  readonly inp?: number
  readonly cls?: number
  readonly ttfb?: number
  readonly fcp?: number
  /** Script errors; 0 where the page watched for them, absent or −1 where it did not. */
  readonly error_count?: number
  /** Identifies an error, as decimal text; absent or 0 if there is none. */
  readonly error?: string
  readonly error_message?: string
  readonly error_source?: string
  readonly error_stack?: string
  /** A hash of the id that its sender gave the event; absent where it has none. */
  readonly event_id?: string
  /** What speaks for automation, and the class of its visit, as bits: see `traffic.ts`. Absent or 0 without a class. */
  readonly evidence?: number
}

/** A visit whose class changed after rows of it were written. */
export interface MovedVisitRow {
  readonly product_id: string
  /** Decimal text. */
  readonly visit: string
  readonly visit_start: string
  /** All of the evidence, with the class. */
  readonly evidence: number
  readonly decided_at: string
}

export interface CrawlerHitRow {
  readonly product_id: string
  readonly ts: string
  readonly crawler: string
  readonly purpose: CrawlerPurpose
  readonly hostname: string
  readonly path: string
  readonly status: number
  readonly seen_by: 'collector' | 'intake'
  /** Whether it is by the crawler that its user agent names; rows without it are `unknown`. */
  readonly verified?: 'unknown' | 'true' | 'false'
}

export interface RejectedRow {
  readonly product_id: string
  readonly hour: string
  readonly reason: DropReason | typeof UNLISTED_NAMES
  readonly count: number
  readonly last_at: string
}

export interface ProxiedRow {
  readonly product_id: string
  readonly hour: string
  readonly hostname: string
  readonly client_address: 'forwarded' | 'untrusted' | 'missing'
  readonly count: number
  readonly last_at: string
}
