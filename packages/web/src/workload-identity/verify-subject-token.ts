import { createHash } from 'node:crypto'
import { type AccountId, type Clock, DAY_MS, isRecord, SECOND_MS } from '@footfall/core-domain'
import type { WorkloadIdentity } from '@footfall/operations'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { IssuerInvalid } from './fetch-json.ts'
import type { IssuerKeys, KeySet, TrustedIssuer } from './issuer-keys.ts'

/** Each with keys of one kind, so that no key is used for another algorithm. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
/** The clocks of an issuer and of the service may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 30
/** A token is remembered until it expires, so one that lasts longer is not accepted. */
const LIFETIME_MAX_MS = DAY_MS
/** What a token may say that it is. Logout tokens, DPoP proofs and others are signed by the same keys. */
const TYPES: ReadonlySet<unknown> = new Set([undefined, 'jwt', 'jose', 'at+jwt'])
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/
const JTI_LENGTH_MAX = 1024

/** Why a token is not accepted; for the log. */
export class SubjectTokenRejected extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

interface Dependencies {
  readonly keys: IssuerKeys
  readonly clock: Clock
  /** The accounts that trust an issuer. Nothing is fetched for one that nobody trusts. */
  trusting(issuer: string): Promise<readonly AccountId[]>
}

/**
 * Identifies a workload by its identity token. Everything that needs no key is checked before the keys of the issuer are fetched.
 * Throws `SubjectTokenRejected`, or `ServiceUnavailable` during an outage of the issuer.
 */
export async function verifySubjectToken(
  token: string,
  { keys, clock, trusting }: Dependencies,
): Promise<WorkloadIdentity> {
  const nowMs = clock.now()
  const { issuer } = readUnverified(token, nowMs)
  const accounts = await trusting(issuer)
  if (accounts.length === 0) throw new SubjectTokenRejected('issuer_not_trusted')
  const claims = await verified(token, { issuer, accounts }, keys, nowMs)
  return identityOf(token, issuer, claims, nowMs)
}

/** The issuer that a token names. Whatever is wrong with it already costs no request. */
function readUnverified(token: string, nowMs: number): { readonly issuer: string } {
  if (!COMPACT_JWS.test(token)) throw new SubjectTokenRejected('not_a_jws')
  const { header, payload } = decoded(token)
  if (!ALGORITHMS.includes(String(header.alg))) throw new SubjectTokenRejected('algorithm')
  if (header.crit !== undefined) throw new SubjectTokenRejected('crit')
  const type = typeof header.typ === 'string' ? header.typ.toLowerCase() : header.typ
  if (!TYPES.has(type)) throw new SubjectTokenRejected('type')
  if (typeof payload.iss !== 'string') throw new SubjectTokenRejected('no_issuer')
  assertTimes(payload, nowMs)
  return { issuer: payload.iss }
}

function decoded(token: string) {
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) }
  } catch {
    throw new SubjectTokenRejected('not_a_jwt')
  }
}

/** Times are numbers of seconds (RFC 7519 §4.1). */
function assertTimes({ exp, nbf, iat }: JWTPayload, nowMs: number): void {
  const toleranceMs = CLOCK_TOLERANCE_SECONDS * SECOND_MS
  const times = { exp, nbf: nbf ?? 0, iat: iat ?? 0 }
  for (const [name, time] of Object.entries(times))
    if (typeof time !== 'number' || !Number.isFinite(time) || time < 0)
      throw new SubjectTokenRejected(`${name}_missing`)
  const expiresAtMs = Number(exp) * SECOND_MS
  if (expiresAtMs + toleranceMs <= nowMs) throw new SubjectTokenRejected('expired')
  if (expiresAtMs - nowMs > LIFETIME_MAX_MS + toleranceMs) throw new SubjectTokenRejected('expires_too_late')
  if (times.nbf * SECOND_MS > nowMs + toleranceMs) throw new SubjectTokenRejected('not_yet_valid')
  if (times.iat * SECOND_MS > nowMs + toleranceMs) throw new SubjectTokenRejected('issued_in_future')
}

async function verified(token: string, trusted: TrustedIssuer, keys: IssuerKeys, nowMs: number): Promise<JWTPayload> {
  const { issuer } = trusted
  const known = await fromIssuer(() => keys.of(trusted))
  try {
    return await verifiedWith(known, token, issuer, nowMs)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw rejectionOf(error)
  }
  const newer = await fromIssuer(() => keys.newerThan(known, trusted, nowMs))
  if (newer === undefined) throw new SubjectTokenRejected('key_unknown')
  return verifiedWith(newer, token, issuer, nowMs).catch((error: unknown) => {
    throw rejectionOf(error)
  })
}

async function fromIssuer<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof IssuerInvalid) throw new SubjectTokenRejected(`issuer_${error.message}`)
    throw error
  }
}

/** The library takes the key only from the keys of the issuer: never from `jwk`, `jku` or `x5u` of the token. */
async function verifiedWith(keys: KeySet, token: string, issuer: string, nowMs: number): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    requiredClaims: ['exp', 'sub', 'aud'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(nowMs),
  })
  return payload
}

/** Nothing is read or fetched while a signature is checked, so every error is about the token or the key that it names. */
function rejectionOf(error: unknown): SubjectTokenRejected {
  if (error instanceof SubjectTokenRejected) return error
  return new SubjectTokenRejected(error instanceof errors.JOSEError ? error.code : 'key_not_usable')
}

function identityOf(token: string, issuer: string, claims: JWTPayload, nowMs: number): WorkloadIdentity {
  assertTimes(claims, nowMs)
  const { sub, jti, exp } = claims
  if (typeof sub !== 'string') throw new SubjectTokenRejected('no_subject')
  if (jti !== undefined && (typeof jti !== 'string' || jti === '' || jti.length > JTI_LENGTH_MAX))
    throw new SubjectTokenRejected('jti_malformed')
  return {
    issuer,
    subject: sub,
    audience: audienceOf(claims.aud),
    jti,
    claims: isRecord(claims) ? claims : {},
    onceKey: onceKeyOf(token, issuer, jti),
    acceptedUntilMs: (Number(exp) + CLOCK_TOLERANCE_SECONDS) * SECOND_MS,
  }
}

/** A token for several audiences could be presented here by each of the others. */
function audienceOf(aud: unknown): string {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  const [only] = audiences
  if (audiences.length !== 1 || typeof only !== 'string') throw new SubjectTokenRejected('audience_not_one')
  return only
}

/**
 * Names a token without saying what it is. One without `jti` is named by its signed text: some signatures have several forms that are
 * all valid.
 */
function onceKeyOf(token: string, issuer: string, jti: string | undefined): string {
  const named = jti === undefined ? ['text', issuer, token.slice(0, token.lastIndexOf('.'))] : ['jti', issuer, jti]
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url')
}
