import {
  type AccessLimits,
  type AccountId,
  type ConnectionId,
  NO_LIMITS,
  type ProductId,
  type ProductKey,
  type ProductKeyId,
  type ProductLookup,
  type ProductSelection,
  type SegmentId,
  type SessionId,
  type ShareId,
  type ShareSection,
  type Timestamp,
  type TokenId,
} from '@footfall/core-domain'
import { SCOPES, type ScopeSet } from './scopes.ts'

/** An account token (`jt_`): acts for an account, within its scopes and selection and the account's current roles. */
export interface AccountTokenPrincipal {
  readonly kind: 'account_token'
  readonly token: TokenId
  readonly account: AccountId
  readonly scopes: ScopeSet
  readonly selection: ProductSelection
  readonly limits: AccessLimits
  /** From the root token down to this one. */
  readonly lineage: readonly TokenId[]
  /** Names its secret and permissions at authentication; it differs once they have changed. */
  readonly authority: string
  /** Null or absent for a credential without an end. */
  readonly expiresAt?: Timestamp | null
  /** The product that its request names, read together with it; absent if none was. */
  readonly lookedUp?: ProductLookup
}

/** An OAuth access token (`joa_`): acts for the account that consented, on the products it chose, at `/api/mcp` only. */
export interface OAuthConnectionPrincipal {
  readonly kind: 'oauth_connection'
  readonly connection: ConnectionId
  readonly account: AccountId
  readonly scopes: ScopeSet
  readonly selection: ProductSelection
  readonly limits: AccessLimits
  /** The end of the connection. */
  readonly expiresAt?: Timestamp
}

/** A Website API key (`jk_`): belongs to one product, acts for no account. */
export interface WebsiteKeyPrincipal {
  readonly kind: 'website_key'
  readonly key: ProductKeyId
  readonly keyKind: ProductKey['kind']
  readonly product: ProductId
  /** The account that owns the product; undefined where nobody does. */
  readonly owner: AccountId | undefined
  /** The account that issued it; undefined if unknown. */
  readonly issuer: AccountId | undefined
  readonly scopes: ScopeSet
  readonly expiresAt?: Timestamp | null
}

/** A person signed in to the dashboard, with everything that the roles of the account allow. */
export interface SessionPrincipal {
  readonly kind: 'session'
  readonly session: SessionId
  readonly account: AccountId
  readonly scopes: ScopeSet
  readonly selection: ProductSelection
}

/** A shared link (`/share/…`): shows some sections of one product to everybody who has it, and acts for no account. */
export interface SharedLinkPrincipal {
  readonly kind: 'shared_link'
  readonly link: ShareId
  readonly product: ProductId
  readonly sections: ReadonlySet<ShareSection>
  /** Its filters hold in every answer. */
  readonly segment: SegmentId | undefined
  readonly scopes: ScopeSet
}

/** What the reports of the sections need. */
const SHARED_SCOPES: ScopeSet = new Set(['analytics:read', 'funnels:read'])

export function sharedLinkPrincipal(given: Omit<SharedLinkPrincipal, 'kind' | 'scopes'>): SharedLinkPrincipal {
  return { ...given, kind: 'shared_link', scopes: SHARED_SCOPES }
}

const EVERY_SCOPE: ScopeSet = new Set(SCOPES)

export function sessionPrincipal(session: SessionId, account: AccountId): SessionPrincipal {
  return { kind: 'session', session, account, scopes: EVERY_SCOPE, selection: { mode: 'all' } }
}

/** The principals that act for an account and have its roles. */
export type AccountPrincipal = AccountTokenPrincipal | OAuthConnectionPrincipal | SessionPrincipal

/** Whether the principal acts for an account. */
export function actsForAccount(principal: Principal): principal is AccountPrincipal {
  return principal.kind !== 'website_key' && principal.kind !== 'shared_link'
}

/** An authenticated caller. */
export type Principal = AccountPrincipal | WebsiteKeyPrincipal | SharedLinkPrincipal
export type PrincipalKind = Principal['kind']

/** The channel of a call. */
export type Channel = 'rest' | 'mcp' | 'dashboard'

/** Which credentials each channel accepts; the allowed principals of an operation narrow it further. */
export const CHANNEL_CREDENTIALS: Readonly<Record<Channel, ReadonlySet<PrincipalKind>>> = {
  rest: new Set<PrincipalKind>(['account_token', 'website_key']),
  mcp: new Set<PrincipalKind>(['account_token', 'oauth_connection']),
  dashboard: new Set<PrincipalKind>(['session', 'shared_link']),
}

/** When the credential ends; undefined for a person, for a link, and for a credential without an end. */
export function endOf(principal: Principal): Timestamp | undefined {
  switch (principal.kind) {
    case 'account_token':
    case 'oauth_connection':
    case 'website_key':
      return principal.expiresAt ?? undefined
    case 'session':
    case 'shared_link':
      return undefined
  }
}

/** The limits of the credential. Website API keys, shared links and sessions have none. */
export function limitsOf(principal: Principal): AccessLimits {
  switch (principal.kind) {
    case 'account_token':
    case 'oauth_connection':
      return principal.limits
    case 'website_key':
    case 'shared_link':
    case 'session':
      return NO_LIMITS
  }
}

/** The id of the credential, used by limits, idempotency keys and the audit log. */
export function credentialOf(principal: Principal): string {
  switch (principal.kind) {
    case 'account_token':
      return principal.token
    case 'oauth_connection':
      return principal.connection
    case 'website_key':
      return principal.key
    case 'shared_link':
      return principal.link
    case 'session':
      return principal.session
  }
}
