import type { SharedLink, SharedLinkFields } from '../entities/shared-link.ts'
import type { ProductId, SegmentId, ShareId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** A link with what checks a password for it. */
export interface SharedLinkRecord {
  readonly link: SharedLink
  readonly product: ProductId
  /** As `hashLinkPassword` of accounts makes it; undefined where the link asks for none. */
  readonly passwordHash: string | undefined
  /** Increases with every change of the password, its removal included. */
  readonly passwordRevision: number
}

export interface SharedLinkReader {
  /** Oldest first, those that have ended included. */
  list(product: ProductId, page: PageRequest): Promise<Page<SharedLink>>
  /** Those that have not ended, oldest first. */
  listLasting(product: ProductId, limit: number): Promise<readonly SharedLink[]>
  find(product: ProductId, id: ShareId): Promise<SharedLink | undefined>
  findByHash(secretHash: string): Promise<SharedLinkRecord | undefined>
  /** Of any product, for the operator. */
  findRecord(id: ShareId): Promise<SharedLinkRecord | undefined>
  /** The encrypted secret of a link that has not ended; undefined where none is kept. */
  sealedSecret(product: ProductId, id: ShareId): Promise<string | undefined>
  count(product: ProductId): Promise<number>
  /** Whether a link of the product that has not ended uses the segment. */
  showsSegment(product: ProductId, segment: SegmentId): Promise<boolean>
}

export interface NewSharedLink extends SharedLinkFields {
  readonly id: ShareId
  readonly created_at: Timestamp
}

export interface NewLinkSecret {
  readonly hash: string
  /** Encrypted, so that the link can be copied again. */
  readonly sealed?: string | undefined
}

export interface SharedLinkRepository extends SharedLinkReader {
  insert(
    product: ProductId,
    link: NewSharedLink,
    secret: NewLinkSecret,
    passwordHash: string | undefined,
  ): Promise<void>
  /** Changes the link and increases its revision. A password that is undefined stays, null removes it. */
  replace(
    product: ProductId,
    id: ShareId,
    fields: SharedLinkFields,
    passwordHash: string | null | undefined,
    at: Timestamp,
  ): Promise<SharedLink>
  /** Ends the link for good, and forgets its secret and its password. */
  end(product: ProductId, id: ShareId, at: Timestamp): Promise<SharedLink>
}
