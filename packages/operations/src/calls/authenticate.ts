import {
  type AccountId,
  type AccountToken,
  accessLimits,
  type ConnectionId,
  type ControlReader,
  type CredentialLimits,
  hashSecret,
  InvalidToken,
  isProductId,
  type ProductId,
  ReauthenticationRequired,
  type SessionId,
  type SessionReader,
  type Store,
  secretKind,
  type TokenRecord,
} from '@footfall/core-domain'
import { type AccountPrincipal, type Principal, scopeSet } from '@footfall/scopes-policy'
import type { LinkProofs } from '../features/shares/shared-links.ts'

/** Called for every accepted credential, to store when it was last used. */
export interface UsageObserver {
  used(kind: 'token' | 'key' | 'connection', id: string): void
}

/** The access of an OAuth access token, from the authorization server. */
export interface OAuthAccess {
  readonly connection: ConnectionId
  readonly account: AccountId
  readonly scopes: readonly string[]
  readonly products: readonly ProductId[]
  readonly limits: CredentialLimits
}

/** Looks up access tokens in the authorization server; absent in a host without one. */
export interface OAuthAccessTokens {
  /** The access of a valid token for this resource; undefined for every other token. */
  find(presented: string): Promise<OAuthAccess | undefined>
  /** Whether the connection still stands, read through the store given. */
  isActive(connection: ConnectionId, store: Store): Promise<boolean>
}

/** Looks up sessions; absent in a host without a dashboard. */
export interface LiveSessions {
  /** Whether the session is live, read through the reader given. */
  isLive(session: SessionId, sessions: SessionReader): Promise<boolean>
  /** Whether the session is live and its person signed in recently, read through the reader given. */
  isRecent(session: SessionId, sessions: SessionReader): Promise<boolean>
}

export interface AuthenticationServices {
  readonly store: Store
  readonly oauth?: OAuthAccessTokens
  readonly usage: UsageObserver
  /** Checks proofs of passwords; absent in a host without pages of shared links, which accepts no link. */
  readonly linkProofs?: LinkProofs
}

/**
 * The caller with this secret, which is looked up by its hash. Throws `InvalidToken`, with the same message for a secret that is
 * unknown, expired, disabled or revoked. `product` is the one that the request names: an account token is looked up together
 * with it, so that a request needs no second look-up. It is judged later, in its turn.
 */
export async function authenticate(
  presented: string,
  services: AuthenticationServices,
  product?: unknown,
): Promise<Principal> {
  switch (secretKind(presented)) {
    case 'account_token':
      return accountToken(presented, services, isProductId(product) ? product : undefined)
    case 'website_key':
      return websiteKey(presented, services)
    case 'oauth_access':
      return oauthConnection(presented, services)
    case 'oauth_refresh':
    case undefined:
      throw new InvalidToken(true)
  }
}

async function accountToken(
  presented: string,
  { store, usage }: AuthenticationServices,
  product: ProductId | undefined,
): Promise<Principal> {
  const record = await store.tokens.findByHash(hashSecret(presented), product)
  if (record === undefined || record.token.status !== 'active' || record.accountStatus === 'disabled')
    throw new InvalidToken(true)
  usage.used('token', record.token.id)
  return principalOf(record)
}

/** A store may return the same record until something changes. */
const principals = new WeakMap<TokenRecord, Principal>()

function principalOf(record: TokenRecord): Principal {
  const known = principals.get(record)
  if (known !== undefined) return known
  const { token, account, lineage, lookedUp } = record
  const principal: Principal = {
    kind: 'account_token',
    token: token.id,
    account,
    scopes: scopeSet(token.scopes),
    selection: token.products,
    limits: accessLimits(token),
    lineage,
    authority: authorityOf(token),
    ...(lookedUp && { lookedUp }),
  }
  principals.set(record, principal)
  return principal
}

/**
 * What a token stood for when it was let in. A person may replace its secret or change its permissions at any moment;
 * what was judged before must not be written after.
 */
export function authorityOf({
  prefix,
  scopes,
  products,
  read_only,
  toolsets,
  preview_first,
  approval,
}: AccountToken): string {
  return JSON.stringify([prefix, scopes, products, read_only, toolsets, preview_first, approval])
}

async function oauthConnection(presented: string, { oauth, usage }: AuthenticationServices): Promise<Principal> {
  const access = await oauth?.find(presented)
  if (access === undefined) throw new InvalidToken(true)
  usage.used('connection', access.connection)
  return {
    kind: 'oauth_connection',
    connection: access.connection,
    account: access.account,
    scopes: scopeSet(access.scopes),
    selection: { mode: 'selected', ids: [...access.products] },
    limits: accessLimits(access.limits),
  }
}

/** Checks, inside a transaction, whether an accepted credential is still valid and unchanged. */
export function stillActive({ oauth, sessions }: StillActiveServices) {
  const isActive = async (principal: AccountPrincipal, reader: ControlReader): Promise<boolean | undefined> => {
    switch (principal.kind) {
      case 'account_token':
        return isUnchanged(await reader.store.tokens.find(principal.token), principal.authority)
      case 'oauth_connection':
        return oauth?.isActive(principal.connection, reader.store)
      case 'session':
        return sessions?.isLive(principal.session, reader.sessions)
    }
  }
  return async (principal: AccountPrincipal, reader: ControlReader): Promise<void> => {
    if (!(await isActive(principal, reader))) throw new InvalidToken(true)
  }
}

/** Creates the check that the person of a session signed in recently. It always fails in a host without sessions. */
export function recentSignIn({ sessions }: Pick<StillActiveServices, 'sessions'>) {
  return async (session: SessionId, reader: SessionReader): Promise<void> => {
    if (!(await sessions?.isRecent(session, reader))) throw new ReauthenticationRequired()
  }
}

function isUnchanged(record: TokenRecord | undefined, authority: string): boolean {
  if (record === undefined || record.accountStatus === 'disabled') return false
  return record.token.status === 'active' && authorityOf(record.token) === authority
}

interface StillActiveServices {
  readonly oauth?: OAuthAccessTokens
  readonly sessions?: LiveSessions
}

async function websiteKey(presented: string, { store, usage }: AuthenticationServices): Promise<Principal> {
  const record = await store.productKeys.findByHash(hashSecret(presented))
  if (record === undefined || record.key.status !== 'active' || record.issuerStatus === 'disabled')
    throw new InvalidToken(true)
  usage.used('key', record.key.id)
  return {
    kind: 'website_key',
    key: record.key.id,
    keyKind: record.key.kind,
    product: record.product,
    issuer: record.issuer,
    scopes: scopeSet(record.key.scopes),
  }
}
