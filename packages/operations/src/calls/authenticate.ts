import {
  type AccountId,
  type AccountToken,
  accessLimits,
  type ConnectionId,
  type CredentialLimits,
  CredentialNotAccepted,
  type CredentialUse,
  hashSecret,
  InvalidToken,
  isProductId,
  isWithinNetworks,
  type ProductId,
  ReauthenticationRequired,
  type SessionId,
  type SessionReader,
  type Store,
  secretKind,
  type Timestamp,
  type TokenRecord,
} from '@footfall/core-domain'
import { bearerToken } from '@footfall/kernel'
import { type Principal, scopeSet } from '@footfall/scopes-policy'
import type { Services } from '../definition/call.ts'
import { authenticateLink, type LinkProofs, presentedLink } from '../features/shares/shared-links.ts'

/** Called for every accepted credential, to store when and from where it was last used, and again with what it did. */
export interface UsageObserver {
  used(kind: CredentialUse['kind'], id: string, address: string | undefined, did?: UsedFor): void
}

/** An operation that a credential was used for, and the scopes that it needed. */
export interface UsedFor {
  readonly operation: string
  readonly scopes: readonly string[]
}

/** What a request says apart from its credential. */
export interface PresentedWith {
  /** The product that it names: an account token is looked up together with it. It is authorized later, in its turn. */
  readonly product?: unknown
  /** Where it came from, as `TRUST_PROXY` resolves it. */
  readonly address?: string | undefined
}

/** The access of an OAuth access token, from the authorization server. */
export interface OAuthAccess {
  readonly connection: ConnectionId
  readonly account: AccountId
  readonly scopes: readonly string[]
  readonly products: readonly ProductId[]
  readonly limits: CredentialLimits
  /** When the connection ends, with all of its access tokens. */
  readonly endsAt?: Timestamp
}

/** Looks up access tokens in the authorization server; absent in a host without one. */
export interface OAuthAccessTokens {
  /** The access of a valid token for this resource; undefined for every other token. */
  find(presented: string): Promise<OAuthAccess | undefined>
  /** Whether the connection is still active, read through the given store. */
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

/** The caller that an `Authorization` header names: a shared link, or a bearer of any other credential. Throws as `authenticate`. */
export async function authenticateHeader(
  authorization: string,
  services: AuthenticationServices,
  presentedWith: PresentedWith,
): Promise<Principal> {
  const link = presentedLink(authorization)
  if (link !== undefined) return authenticateLink(link, services)
  return authenticate(bearerToken(authorization), services, presentedWith)
}

/**
 * The caller with this secret, which is looked up by its hash. Throws `InvalidToken`, with the same message for a secret that is
 * unknown, expired, disabled or revoked, and `CredentialNotAccepted` for one that is not accepted from the address.
 */
export function authenticate(
  presented: string,
  services: AuthenticationServices,
  { product, address }: PresentedWith = {},
): Promise<Principal> {
  switch (secretKind(presented)) {
    case 'account_token':
      return accountToken(presented, services, isProductId(product) ? product : undefined, address)
    case 'website_key':
      return websiteKey(presented, services, address)
    case 'oauth_access':
      return oauthConnection(presented, services, address)
    case 'oauth_refresh':
    case undefined:
      return Promise.reject(new InvalidToken(true))
  }
}

async function accountToken(
  presented: string,
  { store, usage }: AuthenticationServices,
  product: ProductId | undefined,
  address: string | undefined,
): Promise<Principal> {
  const record = await store.tokens.findByHash(hashSecret(presented), product)
  if (record === undefined || record.token.status !== 'active' || record.accountStatus === 'disabled')
    throw new InvalidToken(true)
  assertAllowedFrom(record.token, address)
  usage.used('token', record.token.id, address)
  return principalOf(record)
}

/**
 * Checked after the credential is known to be valid, so that an unknown one is answered alike from everywhere. Without an
 * address, a limited credential is not accepted.
 */
function assertAllowedFrom(
  { allowed_networks }: Pick<AccountToken, 'allowed_networks'>,
  address: string | undefined,
): void {
  if (allowed_networks.length === 0 || isWithinNetworks(address ?? '', allowed_networks)) return
  throw new CredentialNotAccepted('This credential is not accepted from this network.')
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
    expiresAt: token.expires_at,
    ...(lookedUp && { lookedUp }),
  }
  principals.set(record, principal)
  return principal
}

/**
 * What a token stood for when it was let in. A person may replace its secret or change its permissions at any moment;
 * what was authorized before must not be written after.
 */
export function authorityOf({
  prefix,
  scopes,
  products,
  read_only,
  toolsets,
  preview_first,
  approval,
  allowed_networks,
}: AccountToken): string {
  const limits = [read_only, toolsets, preview_first, approval]
  // A change that waits for approval since before there were networks still names the same authority.
  const networks = allowed_networks.length === 0 ? [] : [allowed_networks]
  return JSON.stringify([prefix, scopes, products, ...limits, ...networks])
}

async function oauthConnection(
  presented: string,
  { oauth, usage }: AuthenticationServices,
  address: string | undefined,
): Promise<Principal> {
  const access = await oauth?.find(presented)
  if (access === undefined) throw new InvalidToken(true)
  usage.used('connection', access.connection, address)
  return {
    kind: 'oauth_connection',
    connection: access.connection,
    account: access.account,
    scopes: scopeSet(access.scopes),
    selection: { mode: 'selected', ids: [...access.products] },
    limits: accessLimits(access.limits),
    ...(access.endsAt !== undefined && { expiresAt: access.endsAt }),
  }
}

/** Checks, inside a transaction, whether an accepted credential is still valid and unchanged: see `Services.assertStillActive`. */
export function stillActive({ oauth, sessions }: StillActiveServices): Services['assertStillActive'] {
  return async (principal, reader, product) => {
    switch (principal.kind) {
      case 'account_token': {
        const record = await reader.store.tokens.find(principal.token, product)
        assertActive(isUnchanged(record, principal.authority))
        return record?.lookedUp
      }
      case 'oauth_connection':
        assertActive(await oauth?.isActive(principal.connection, reader.store))
        return undefined
      case 'session':
        assertActive(await sessions?.isLive(principal.session, reader.sessions))
        return undefined
    }
  }
}

function assertActive(isActive: boolean | undefined): void {
  if (isActive !== true) throw new InvalidToken(true)
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

async function websiteKey(
  presented: string,
  { store, usage }: AuthenticationServices,
  address: string | undefined,
): Promise<Principal> {
  const record = await store.productKeys.findByHash(hashSecret(presented))
  if (record === undefined || record.key.status !== 'active' || record.issuerStatus === 'disabled')
    throw new InvalidToken(true)
  assertAllowedFrom(record.key, address)
  usage.used('key', record.key.id, address)
  return {
    kind: 'website_key',
    key: record.key.id,
    keyKind: record.key.kind,
    product: record.product,
    owner: record.owner,
    issuer: record.issuer,
    scopes: scopeSet(record.key.scopes),
    expiresAt: record.key.expires_at ?? null,
  }
}
