import type { AccountId, ProductId, TokenId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** Who did something: the credential, whose it is, and the tokens it descends from. */
export interface AuditActor {
  readonly kind: 'account_token' | 'website_key' | 'oauth_connection' | 'session' | 'operator' | 'anonymous'
  /** Id of the credential; undefined for an operator at the command line and for whoever presents none that is valid. */
  readonly credential: string | undefined
  readonly account: AccountId | undefined
  readonly lineage: readonly TokenId[]
}

/** One change that happened. It holds no secret. */
export interface AuditEntry {
  readonly id: string
  readonly at: Timestamp
  readonly actor: AuditActor
  readonly operation: string
  readonly product: ProductId | undefined
  /** Id of what was changed or made. */
  readonly subject: string | undefined
  readonly summary: string
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[]
  readonly idempotency_key: string | undefined
  readonly channel: 'rest' | 'mcp' | 'dashboard' | 'cli'
  /** Address that the request came from, where there is one. */
  readonly address: string | undefined
  readonly request_id: string | undefined
}

export interface AuditFilter {
  readonly product?: ProductId | undefined
  readonly account?: AccountId | undefined
  readonly credential?: string | undefined
  readonly idempotency_key?: string | undefined
  readonly since?: Timestamp | undefined
  /** Newest first, at most so many. */
  readonly limit: number
}

export interface AuditReader {
  list(filter: AuditFilter): Promise<readonly AuditEntry[]>
  /** What the token or one that descends from it did, and what was done to it; newest first. */
  pageForToken(token: TokenId, page: PageRequest): Promise<Page<AuditEntry>>
  /** What was done to the product and all that is in it; newest first. */
  pageForProduct(product: ProductId, page: PageRequest): Promise<Page<AuditEntry>>
}

export interface AuditRepository extends AuditReader {
  append(entry: AuditEntry): Promise<void>
}
