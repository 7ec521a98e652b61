import { randomBytes } from 'node:crypto'
import type { DocumentResolver } from './documents/fetch-document.ts'
import type { OAuthHost } from './host.ts'
import type { OAuthStores } from './ports.ts'
import type { EpochMs } from './records.ts'
import type { RandomBytes } from './secrets.ts'

export interface OAuthServerOptions {
  /** The origin of this server, without a slash at the end (RFC 8414 §2): https, or http on loopback. */
  readonly issuer: string
  /** The URL of the protected resource that tokens are for (RFC 8707). */
  readonly resource: string
  readonly scopes: {
    /** Every scope that a person may grant. */
    readonly grantable: readonly string[]
    /** What a client asks for that has no opinion; the protected-resource metadata lists them. */
    readonly initial: readonly string[]
  }
  readonly stores: OAuthStores
  readonly host: OAuthHost
  readonly now: () => EpochMs
  readonly randomBytes?: RandomBytes
  /**
   * For so long a refresh token that was just rotated is taken once more, as long as its successor is unused: it spares
   * clients that race themselves, and gives a thief the same time. 0 as OAuth 2.1 wants it.
   */
  readonly reuseGraceSeconds?: number
  /** How many registrations may stand that nobody ever allowed anything; 1,000 by default. */
  readonly unusedClientsMax?: number
  readonly documents?: {
    /** `host:port` exempt from the address, port and https rules: for development alone. */
    readonly exemptHosts?: readonly string[]
    /** In place of the system's DNS. */
    readonly resolver?: DocumentResolver
    readonly timeoutMs?: number
  }
}

export interface Settings {
  readonly issuer: string
  readonly resource: string
  readonly grantable: ReadonlySet<string>
  readonly initialScopes: readonly string[]
  readonly stores: OAuthStores
  readonly host: OAuthHost
  readonly now: () => EpochMs
  readonly randomBytes: RandomBytes
  readonly reuseGraceMs: number
  readonly unusedClientsMax: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The lifetimes of the specification; none of them is negotiable. */
export const LIFETIME = {
  consent: 10 * MINUTE,
  code: 2 * MINUTE,
  accessToken: HOUR,
  refreshToken: 30 * DAY,
  connection: 90 * DAY,
  registration: 365 * DAY,
  /** A registration that is younger may be in the hands of someone who is just signing in. */
  unusedRegistration: HOUR,
} as const

export const PATHS = {
  authorize: '/oauth/authorize',
  consent: '/oauth/consent',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const

const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** Validates and copies the options once, so that nothing changes under a running server. */
export function settingsFrom(options: OAuthServerOptions): Settings {
  const { scopes, reuseGraceSeconds = 0, unusedClientsMax = 1000 } = options
  assertOrigin(options.issuer)
  assertResource(options.resource)
  for (const scope of [...scopes.grantable, ...scopes.initial]) {
    if (!SCOPE_TOKEN.test(scope)) throw new TypeError(`${JSON.stringify(scope)} is not a scope (RFC 6749 §3.3).`)
  }
  if (!(reuseGraceSeconds >= 0)) throw new TypeError('reuseGraceSeconds must be 0 or more.')
  if (!(Number.isInteger(unusedClientsMax) && unusedClientsMax > 0)) {
    throw new TypeError('unusedClientsMax must be a whole number above 0.')
  }
  return Object.freeze({
    issuer: options.issuer,
    resource: options.resource,
    grantable: new Set(scopes.grantable),
    initialScopes: [...scopes.initial],
    stores: options.stores,
    host: options.host,
    now: options.now,
    randomBytes: options.randomBytes ?? randomBytes,
    reuseGraceMs: reuseGraceSeconds * SECOND,
    unusedClientsMax,
  })
}

function assertOrigin(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.origin !== issuer || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`The issuer must be an origin such as https://auth.example.com, not ${JSON.stringify(issuer)}.`)
  }
}

function assertResource(resource: string): void {
  const url = URL.canParse(resource) ? new URL(resource) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '' || url.search !== '') {
    throw new TypeError(`The resource must be a URL without query and fragment, not ${JSON.stringify(resource)}.`)
  }
}
