import type { ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** The keys under which products identify visitors. A product has one while its preference says so. */
export interface VisitorKeyReader {
  find(product: ProductId): Promise<Uint8Array | undefined>
}

export interface VisitorKeyRepository extends VisitorKeyReader {
  /** Keeps an existing key, so that two requests that turn identity on at once agree on one. */
  create(product: ProductId, key: Uint8Array, at: Timestamp): Promise<void>
  /** From then on nobody can link the kept pseudonyms to visitors. */
  destroy(product: ProductId): Promise<void>
}

/** A visitor whose events are deleted, those included that were accepted before and come later. */
export interface VisitorErasure {
  readonly product: ProductId
  /** The pseudonym, as decimal text. */
  readonly visitor: string
  /** Only events up to then are deleted, so that the visitor may come again. */
  readonly asked_at: Timestamp
}

export interface TakenErasure extends VisitorErasure {
  /** The account that owns the product; the product itself without one. */
  readonly turn: string
}

export interface VisitorErasureRepository {
  /** Due immediately. Asked again, it covers the events since then too. */
  enqueue(erasure: VisitorErasure): Promise<void>
  /** Leases the next due erasure to this process until `leaseUntil`: of the turn that follows `after`, if one does. */
  take(now: Timestamp, leaseUntil: Timestamp, after?: string): Promise<TakenErasure | undefined>
  /** Makes it due again at `until`, unless it was asked for again meanwhile. */
  postpone(erasure: VisitorErasure, until: Timestamp): Promise<void>
  /** Forgets it, unless it was asked for again meanwhile. */
  finish(erasure: VisitorErasure): Promise<void>
}
