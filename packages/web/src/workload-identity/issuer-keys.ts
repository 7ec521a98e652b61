import {
  type AccountId,
  type Clock,
  isRecord,
  MINUTE_MS,
  Overloaded,
  SECOND_MS,
  ServiceUnavailable,
} from '@footfall/core-domain'
import type { Resolver } from '@footfall/http-primitives'
import { hostAndPortOf, type IssuerHosts, issuerUrlProblem } from '@footfall/operations'
import { createLocalJWKSet, type JWK } from 'jose'
import { fetchJson, IssuerInvalid, IssuerUnreachable } from './fetch-json.ts'

/** A key that an issuer has withdrawn is accepted for so long at most. */
const KEPT_MS = 5 * MINUTE_MS
/** Unknown keys make the service ask an issuer once in this time. */
const RENEWED_ONCE_MS = MINUTE_MS
/** An issuer that failed is asked again after this time. */
const FAILURE_KEPT_MS = 10 * SECOND_MS
const TIMEOUT_MS = 5 * SECOND_MS
const DISCOVERY_BYTES_MAX = 64 * 1024
const KEYS_BYTES_MAX = 256 * 1024
const KEYS_MAX = 100
const ISSUERS_MAX = 200
/** Everybody with an account names issuers, and must not use up all sockets. */
const CONCURRENT_FETCHES_MAX = 20
/** So that the slow issuers of one account leave the others their turn. */
const FETCHES_OF_ACCOUNT_MAX = 4
const RETRY_AFTER_SECONDS = 10

const DISCOVERY_PATH = '/.well-known/openid-configuration'

export type KeySet = ReturnType<typeof createLocalJWKSet>

export interface IssuerKeysOptions {
  readonly hosts: IssuerHosts
  readonly clock: Clock
  /** Instead of the DNS of the system. */
  readonly resolver?: Resolver
  /** Instead of the authorities of the system. */
  readonly certificateAuthorities?: string
  readonly timeoutMs?: number
}

export interface TrustedIssuer {
  readonly issuer: string
  /** The accounts that trust it; at least one. */
  readonly accounts: readonly AccountId[]
}

export interface IssuerKeys {
  /**
   * The keys of an issuer, as they were at most five minutes ago. Throws `IssuerInvalid` and `ServiceUnavailable`.
   */
  of(trusted: TrustedIssuer): Promise<KeySet>
  /**
   * Newer keys than these, which lack the key of a request that began at `askedAtMs`. For that they are fetched anew at most once a
   * minute; undefined otherwise. Throws like `of`.
   */
  newerThan(keys: KeySet, trusted: TrustedIssuer, askedAtMs: number): Promise<KeySet | undefined>
}

type Outcome = { readonly keys: KeySet } | { readonly failure: IssuerInvalid | IssuerUnreachable }
type Entry = Outcome & {
  readonly fetchedAtMs: number
  /** When an unknown key last made the service ask. */
  readonly renewedAtMs: number
}

/**
 * The published keys of issuers: `jwks_uri` of the discovery document. Callers that ask at the same time share one fetch. The caller
 * makes sure that somebody trusts the issuer.
 */
export function createIssuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const { clock } = options
  const entries = new Map<string, Entry>()
  const running = new Map<string, { readonly payer: AccountId; readonly fetched: Promise<Entry> }>()

  async function fetchAndKeep(issuer: string): Promise<Entry> {
    const outcome = await fetchKeys(issuer, options).then(
      (keys): Outcome => ({ keys }),
      (error: unknown): Outcome => {
        if (error instanceof IssuerInvalid || error instanceof IssuerUnreachable) return { failure: error }
        throw error
      },
    )
    const renewedAtMs = entries.get(issuer)?.renewedAtMs ?? Number.NEGATIVE_INFINITY
    const entry = { ...outcome, fetchedAtMs: clock.now(), renewedAtMs }
    entries.delete(issuer)
    entries.set(issuer, entry)
    const [oldest] = entries.keys()
    if (entries.size > ISSUERS_MAX && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  /** Of those that trust an issuer, the account for which the fewest fetches run. */
  function payerOf(accounts: readonly AccountId[]): AccountId | undefined {
    const [payer] = accounts.toSorted((a, b) => fetchesOf(a) - fetchesOf(b))
    return payer !== undefined && fetchesOf(payer) < FETCHES_OF_ACCOUNT_MAX ? payer : undefined
  }

  function fetchesOf(account: AccountId): number {
    return [...running.values()].filter(({ payer }) => payer === account).length
  }

  function fetchShared({ issuer, accounts }: TrustedIssuer): Promise<Entry> {
    const shared = running.get(issuer)
    if (shared !== undefined) return shared.fetched
    const payer = payerOf(accounts)
    if (payer === undefined || running.size >= CONCURRENT_FETCHES_MAX)
      throw new Overloaded('The keys of too many issuers are being fetched.', RETRY_AFTER_SECONDS)
    const fetched = fetchAndKeep(issuer).finally(() => running.delete(issuer))
    running.set(issuer, { payer, fetched })
    return fetched
  }

  return {
    async of(trusted) {
      const kept = entries.get(trusted.issuer)
      if (kept === undefined) return keysIn(await fetchShared(trusted))
      const keptMs = 'failure' in kept ? FAILURE_KEPT_MS : KEPT_MS
      return keysIn(clock.now() - kept.fetchedAtMs < keptMs ? kept : await fetchShared(trusted))
    },

    async newerThan(keys, trusted, askedAtMs) {
      const { issuer } = trusted
      const kept = entries.get(issuer)
      if (kept === undefined || running.has(issuer)) return keysIn(await fetchShared(trusted))
      if ('failure' in kept || kept.keys !== keys) return keysIn(kept)
      const nowMs = clock.now()
      if (nowMs - kept.renewedAtMs < RENEWED_ONCE_MS) return undefined
      entries.set(issuer, { ...kept, renewedAtMs: nowMs })
      const areFetchedForRequest = kept.fetchedAtMs >= askedAtMs
      return areFetchedForRequest ? undefined : keysIn(await fetchShared(trusted))
    },
  }
}

function keysIn(entry: Entry): KeySet {
  if ('keys' in entry) return entry.keys
  if (entry.failure instanceof IssuerInvalid) throw entry.failure
  throw new ServiceUnavailable(entry.failure, RETRY_AFTER_SECONDS)
}

async function fetchKeys(issuer: string, options: IssuerKeysOptions): Promise<KeySet> {
  const discovery = await fetchAllowed(issuer.replace(/\/$/, '') + DISCOVERY_PATH, DISCOVERY_BYTES_MAX, options)
  // The issuer says its own name, so that another one cannot sign under it (OpenID Connect Discovery §4.3).
  if (!isRecord(discovery) || discovery.issuer !== issuer) throw new IssuerInvalid('issuer_other')
  if (typeof discovery.jwks_uri !== 'string') throw new IssuerInvalid('no_jwks_uri')
  const published = await fetchAllowed(discovery.jwks_uri, KEYS_BYTES_MAX, options)
  if (!isRecord(published) || !Array.isArray(published.keys)) throw new IssuerInvalid('no_keys')
  const keys = published.keys.filter(isPublicKey).slice(0, KEYS_MAX)
  return createLocalJWKSet({ keys })
}

/** A published key must be asymmetric: anyone who read a symmetric one could sign with it. */
function isPublicKey(key: unknown): key is JWK {
  return isRecord(key) && (key.kty === 'RSA' || key.kty === 'EC' || key.kty === 'OKP')
}

function fetchAllowed(text: string, bytesMax: number, options: IssuerKeysOptions): Promise<unknown> {
  const { hosts, resolver, certificateAuthorities, timeoutMs = TIMEOUT_MS } = options
  const problem = issuerUrlProblem(text, hosts)
  if (problem !== undefined) throw new IssuerInvalid('address_not_allowed')
  const url = new URL(text)
  const host = hostAndPortOf(url)
  const anyAddress = hosts.privateHosts.has(host) || hosts.plainHosts.has(host)
  return fetchJson(url, { anyAddress, timeoutMs, bytesMax, resolver, certificateAuthorities })
}
