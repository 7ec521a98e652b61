import type { SharedLink, SharedLinkFields } from '../entities/shared-link.ts'
import type { ProductId, SegmentId, ShareId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** A link with what checks a password for it. */
export interface SharedLinkRecord {
  readonly link: SharedLink
  readonly product: ProductId
  /** As `hashPassword` of accounts makes it; undefined where the link asks for none. */
  readonly passwordHash: string | undefined
  /** Increases with every change of the password, its removal included. */
  readonly passwordRevision: number
}

export interface SharedLinkReader {
  /** Oldest first, those that have ended included. */
  list(product: ProductId, page: PageRequest): Promise<Page<SharedLink>>
  find(product: ProductId, id: ShareId): Promise<SharedLink | undefined>
  findByHash(secretHash: string): Promise<SharedLinkRecord | undefined>
  /** Of any product, for the operator. */
  findRecord(id: ShareId): Promise<SharedLinkRecord | undefined>
  count(product: ProductId): Promise<number>
  /** Whether a link of the product that has not ended uses the segment. */
  showsSegment(product: ProductId, segment: SegmentId): Promise<boolean>
}

export interface NewSharedLink extends SharedLinkFields {
  readonly id: ShareId
  readonly created_at: Timestamp
}

export interface SharedLinkRepository extends SharedLinkReader {
  insert(product: ProductId, link: NewSharedLink, secretHash: string, passwordHash: string | undefined): Promise<void>
  /** Changes the link and increases its revision. A password that is undefined stays, null removes it. */
  replace(
    product: ProductId,
    id: ShareId,
    fields: SharedLinkFields,
    passwordHash: string | null | undefined,
    at: Timestamp,
  ): Promise<SharedLink>
  /** Ends the link for good, and forgets its password. */
  end(product: ProductId, id: ShareId, at: Timestamp): Promise<SharedLink>
}
