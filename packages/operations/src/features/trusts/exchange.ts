import {
  type AccountToken,
  AccountToken as AccountTokenEntity,
  type Clock,
  DelegationExceeded,
  existing,
  type IdFactory,
  InvalidRequest,
  ProductId,
  QuotaExceeded,
  type RandomSource,
  RateLimited,
  recordChange,
  SECOND_MS,
  type Secret,
  type TokenRecord,
  type TokenTrust,
  type Transaction,
  type TransactionalStore,
  TrustId,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { SCOPES, type Scope } from '@footfall/scopes-policy'
import { assertDailyLimit } from '../../audit/daily-limit.ts'
import { created } from '../../definition/index.ts'
import { issueToken, planToken } from '../tokens/issue-token.ts'
import { limitsSet } from '../tokens/limits-text.ts'
import { limitsOfChild } from './access-of-trust.ts'
import { isSubject, subjectHeads, subjectMatches } from './subject-pattern.ts'

/** What an issuer says of a workload, verified. */
export interface WorkloadIdentity {
  readonly issuer: string
  readonly subject: string
  readonly audience: string
  readonly jti: string | undefined
  readonly claims: Readonly<Record<string, unknown>>
  /** A hash that names this token: each is exchanged once. */
  readonly onceKey: string
  /** From when on the token is accepted by nobody. */
  readonly acceptedUntilMs: number
}

export interface ExchangeRequest {
  /** All that the trust allows when absent. */
  readonly scopes: readonly string[] | undefined
  /** Ids; all that the trust allows when absent. */
  readonly products: readonly string[] | undefined
  readonly trust: string | undefined
  readonly address: string | undefined
  readonly requestId: string | undefined
}

/** Why a token is not exchanged. `error` is that of the token endpoint. */
export class ExchangeRejected extends Error {
  readonly error: 'invalid_request' | 'invalid_scope' | 'invalid_target'
  /** For the log. */
  readonly reason: string
  constructor(error: ExchangeRejected['error'], reason: string, description: string) {
    super(description)
    this.error = error
    this.reason = reason
  }
}

export interface ExchangeServices {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
  readonly ids: IdFactory
  readonly quotas: { readonly tokens: number }
}

export interface ExchangedToken {
  readonly token: AccountToken
  readonly secret: Secret
  readonly expiresInSeconds: number
}

/** Many accounts may trust one workload; more than this are several, too. */
const CANDIDATES_MAX = 100
const NAME_LENGTH_MAX = 120
const EXCHANGES_PER_DAY = 5_000

/** For all tokens that fit no trust alike, so that nobody learns what is trusted. */
export function noTrust(reason: string): ExchangeRejected {
  return new ExchangeRejected('invalid_request', reason, 'The subject_token is not valid, or no trust fits it.')
}

/**
 * Exchanges a verified identity for a child of the account token that trusts it. Trust, token and the use of the identity are read
 * and written in one transaction, so that none of them can end meanwhile. Throws `ExchangeRejected`.
 */
export function exchangeIdentity(
  identity: WorkloadIdentity,
  request: ExchangeRequest,
  services: ExchangeServices,
): Promise<ExchangedToken> {
  return services.store.transaction((tx) => exchangeIn(tx, identity, request, services))
}

async function exchangeIn(
  tx: Transaction,
  identity: WorkloadIdentity,
  request: ExchangeRequest,
  { clock, random, ids, quotas }: ExchangeServices,
): Promise<ExchangedToken> {
  const { store } = tx
  const nowMs = clock.now()
  const trust = await fittingTrust(store, identity, request, nowMs)
  const record = existing(await store.tokens.find(trust.token_id))
  const { token: parent, account } = record
  if (!(await store.exchangedTokens.record(identity.onceKey, timestamp(identity.acceptedUntilMs))))
    throw noTrust('token_exchanged_before')
  const asked = {
    name: nameOf(identity.subject),
    scopes: scopesOf(trust, parent, request.scopes),
    products: productsOf(trust, request.products),
    ...limitsOfChild(parent, trust.limits),
    expires_at: endOf(trust, parent, nowMs),
  }
  await assertNotTooMany({ store, account, clock })
  const planned = await planToken(asked, parent, { store, account, quotas, clock }).catch(asTarget)
  const { token, secret, stored } = await issueToken(planned, parent, { store, account, clock, random, ids }, trust.id)
  await recordChange(
    tx,
    { clock, random },
    {
      ...actorOf(record),
      operation: 'token_exchange',
      subject: token.id,
      summary: `Exchange a token of ${identity.issuer} for the token “${token.name}” (${stored.prefix}…) under “${parent.name}”.`,
      changes: created({
        issuer: identity.issuer,
        subject: identity.subject,
        ...(identity.jti !== undefined && { jti: identity.jti }),
        trust: trust.id,
        scopes: token.scopes,
        products: token.products,
        ...limitsSet(token),
        expires_at: token.expires_at,
      }),
      channel: 'rest',
      address: request.address,
      request_id: request.requestId,
    },
  )
  const lifeMs = Date.parse(asked.expires_at) - nowMs
  return { token, secret, expiresInSeconds: Math.floor(lifeMs / SECOND_MS) }
}

/** Every exchange leaves a token and an entry of the audit log, and the limit of requests is one of addresses. */
async function assertNotTooMany(by: Parameters<typeof assertDailyLimit>[0]): Promise<void> {
  const description = `The account that trusts the workload can get ${EXCHANGES_PER_DAY} tokens in 24 hours.`
  try {
    await assertDailyLimit(by, 'token_exchange', EXCHANGES_PER_DAY, description)
  } catch (error) {
    if (error instanceof RateLimited) throw new ExchangeRejected('invalid_target', 'too_many_exchanges', description)
    throw error
  }
}

/** The one trust of an active token that fits the identity. */
async function fittingTrust(
  store: WritableStore,
  { issuer, audience, subject, claims }: WorkloadIdentity,
  { trust: named }: ExchangeRequest,
  nowMs: number,
): Promise<TokenTrust> {
  if (!isSubject(subject)) throw noTrust('subject_not_text')
  const trust = named === undefined ? undefined : TrustId.safeParse(named).data
  if (named !== undefined && trust === undefined) throw noTrust('trust_unknown')
  const heads = subjectHeads(subject)
  const found = await store.tokenTrusts.candidates(
    { issuer, audience, heads, trust },
    timestamp(nowMs),
    CANDIDATES_MAX + 1,
  )
  const fitting = found.filter(
    (candidate) => subjectMatches(candidate.subject, subject) && hasClaims(claims, candidate.claims),
  )
  const [first, second] = fitting
  if (first === undefined) throw noTrust('no_trust_fits')
  if (second === undefined && found.length <= CANDIDATES_MAX) return first
  const description = 'Several trusts fit the subject_token: name one with trust_id.'
  throw new ExchangeRejected('invalid_target', 'several_trusts_fit', description)
}

function hasClaims(claims: WorkloadIdentity['claims'], wanted: TokenTrust['claims']): boolean {
  return Object.entries(wanted).every(([name, value]) => Object.hasOwn(claims, name) && claims[name] === value)
}

/** Those asked for, or all of the trust, each once and in the order of the table. */
function scopesOf(trust: TokenTrust, parent: AccountToken, asked: ExchangeRequest['scopes']): Scope[] {
  const wanted = asked ?? trust.scopes
  const beyond = wanted.filter((scope) => !trust.scopes.includes(scope) || !parent.scopes.includes(scope))
  if (beyond.length > 0)
    throw new ExchangeRejected('invalid_scope', 'scope_beyond_trust', 'scope names more than the trust allows.')
  return SCOPES.filter((scope) => wanted.includes(scope))
}

function productsOf(trust: TokenTrust, asked: ExchangeRequest['products']): TokenTrust['products'] {
  if (asked === undefined) return trust.products
  const ids = [...new Set(asked)].map((id) => {
    const product = ProductId.safeParse(id).data
    if (product === undefined || (trust.products.mode === 'selected' && !trust.products.ids.includes(product)))
      throw beyondTarget('product_beyond_trust')
    return product
  })
  return { mode: 'selected', ids }
}

function beyondTarget(reason: string): ExchangeRejected {
  const description = 'resource or audience names more than the trust allows.'
  return new ExchangeRejected('invalid_target', reason, description)
}

/** The end of a child: that of the trust, and that of its parent where it comes first. */
function endOf({ lifetime_seconds }: TokenTrust, { expires_at }: AccountToken, nowMs: number) {
  const end = timestamp(nowMs + lifetime_seconds * SECOND_MS)
  return expires_at !== null && expires_at < end ? expires_at : end
}

/** The subject, as much of it as a name can have. */
function nameOf(subject: string): string {
  return AccountTokenEntity.shape.name.safeParse(subject.slice(0, NAME_LENGTH_MAX).toWellFormed()).data ?? 'Workload'
}

function actorOf({ token, account, lineage }: TokenRecord) {
  return { actor: { kind: 'account_token' as const, credential: token.id, account, lineage } }
}

/** The trust was made within the token; this is what changed since. */
function asTarget(error: unknown): never {
  if (error instanceof DelegationExceeded || error instanceof QuotaExceeded)
    throw new ExchangeRejected('invalid_target', error.code, error.detail)
  if (error instanceof InvalidRequest) throw beyondTarget('products')
  throw error
}
