import type { AccountId, ProductId, TokenId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** Who made a change: the credential, its account, and the tokens it descends from. */
export interface AuditActor {
  readonly kind: 'account_token' | 'website_key' | 'oauth_connection' | 'session' | 'operator' | 'anonymous'
  /** Id of the credential; undefined for an operator at the command line and without a valid credential. */
  readonly credential: string | undefined
  readonly account: AccountId | undefined
  readonly lineage: readonly TokenId[]
}

/** One recorded change. It holds no secret. */
export interface AuditEntry {
  readonly id: string
  readonly at: Timestamp
  readonly actor: AuditActor
  readonly operation: string
  readonly product: ProductId | undefined
  /** Id of the resource that was changed or created. */
  readonly subject: string | undefined
  readonly summary: string
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[]
  readonly idempotency_key: string | undefined
  readonly channel: 'rest' | 'mcp' | 'dashboard' | 'cli'
  /** Client address of the request. */
  readonly address: string | undefined
  readonly request_id: string | undefined
  /** Who approved it; absent for a change that needed no approval. */
  readonly approved_by?: AccountId | undefined
  /** What the same operation takes to restore what was before; absent for a change without an opposite. */
  readonly undo?: AuditUndo | undefined
}

/** The opposite of an update. It holds no secret. */
export interface AuditUndo {
  /** The operation that makes it; that of the entry, unless it is named. */
  readonly operation?: string | undefined
  /** Parameters of the path, without the product. */
  readonly path: Readonly<Record<string, unknown>>
  /** The body, without the revision. */
  readonly body: Readonly<Record<string, unknown>>
  /** Of the resource after the update: the opposite holds only while it is the current one. */
  readonly revision: number
}

export interface AuditFilter {
  readonly id?: string | undefined
  readonly product?: ProductId | undefined
  readonly account?: AccountId | undefined
  readonly credential?: string | undefined
  readonly idempotency_key?: string | undefined
  readonly since?: Timestamp | undefined
  /** The maximum number of entries, newest first. */
  readonly limit: number
}

export interface AuditReader {
  find(id: string): Promise<AuditEntry | undefined>
  list(filter: AuditFilter): Promise<readonly AuditEntry[]>
  /** Changes by the token or its descendants, and changes of the token; newest first. */
  pageForToken(token: TokenId, page: PageRequest): Promise<Page<AuditEntry>>
  /** Changes of the product and of everything in it; newest first. */
  pageForProduct(product: ProductId, page: PageRequest): Promise<Page<AuditEntry>>
  /** Changes that the account and its credentials made outside of products; newest first. */
  pageForAccount(account: AccountId, page: PageRequest): Promise<Page<AuditEntry>>
  /** How often an account performed an operation since then. */
  countBy(account: AccountId, operation: string, since: Timestamp): Promise<number>
}

export interface AuditRepository extends AuditReader {
  append(entry: AuditEntry): Promise<void>
}
