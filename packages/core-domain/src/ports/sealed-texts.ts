import type { AccountId, ProductId, ShareId } from '../ids.ts'
import type { DeliverySource } from './deliveries.ts'

/** Where the control data holds encrypted text, and whom it belongs to: that is part of the encryption. */
export type SealedOwner =
  | { readonly place: 'authenticators'; readonly owner: AccountId }
  | { readonly place: 'provider_connections' | 'provider_leftovers'; readonly owner: ProductId }
  | { readonly place: 'shared_links'; readonly owner: ShareId }
  | { readonly place: 'scheduled_reports' | 'alerts' | 'deliveries'; readonly owner: DeliverySource }

export type SealedPlace = SealedOwner['place']

/** A row with encrypted text. */
export type SealedRow = SealedOwner & {
  /** Of the row, in the order of pages. */
  readonly id: string
  /** The encrypted text, or JSON that holds it. */
  readonly stored: string
}

/** What replaces an encrypted text that can no longer be decrypted. */
export const DISCARDED_TEXT = 'discarded'

export interface SealedTextReader {
  /**
   * Up to `limit` rows after this id with encrypted text that does not begin with the prefix, in the order of their ids.
   * Without rows that are no longer used.
   */
  page(
    place: SealedPlace,
    options: { readonly exceptPrefix: string; readonly after: string; readonly limit: number },
  ): Promise<readonly SealedRow[]>
}

export interface SealedTextRepository extends SealedTextReader {
  /** Replaces what the row holds; false where it has changed since it was read. */
  replace(row: SealedRow, stored: string): Promise<boolean>
}
