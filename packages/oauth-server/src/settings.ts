import { randomBytes } from 'node:crypto'
import { type DeviceGrantOptions, type DeviceSettings, deviceSettingsFrom } from './device-options.ts'
import type { DocumentResolver } from './documents/fetch-document.ts'
import { BUILT_IN_GRANT_TYPES, DEVICE_GRANT_TYPE, type GrantTypeClass } from './grant-type.ts'
import type { OAuthHost } from './host.ts'
import { type LifetimeSeconds, type LifetimesMs, lifetimesFrom } from './lifetimes.ts'
import { assertOptions } from './option-checks.ts'
import type { OAuthStores } from './ports.ts'
import type { EpochMs, GrantType } from './records.ts'
import type { RandomBytes } from './secrets.ts'
import { TOKEN_EXCHANGE } from './token-exchange.ts'

export interface OAuthServerOptions {
  /** The origin of this server, without a trailing slash (RFC 8414 §2): https, or http on loopback. */
  readonly issuer: string
  /** The URL of the protected resource that tokens are for (RFC 8707). */
  readonly resource: string
  /** What people and clients read about the server and its resource; the metadata names it (RFC 8414 §2, RFC 9728 §2). */
  readonly about?: {
    /** The name of the resource for people, such as that of the product. */
    readonly resourceName?: string
    /** The address of a page for developers: http or https. */
    readonly documentation?: string
  }
  readonly scopes: {
    /** Every scope that a person may grant. */
    readonly grantable: readonly string[]
    /** What clients should request first; the protected resource metadata lists them. */
    readonly initial: readonly string[]
  }
  readonly stores: OAuthStores
  readonly host: OAuthHost
  readonly now: () => EpochMs
  readonly randomBytes?: RandomBytes
  /** How long records are valid, in seconds; each has a default. */
  readonly lifetimeSeconds?: Partial<LifetimeSeconds>
  /**
   * Whether an authorization request without `state` is rejected; true by default. PKCE protects clients that send none, so
   * a server whose clients do not send it can set this to false.
   */
  readonly requireState?: boolean
  /**
   * How long a rotated refresh token is accepted again while its successor is unused, for clients that refresh twice at
   * once. A stolen token can be used for the same time. 0 by default, as OAuth 2.1 requires.
   */
  readonly reuseGraceSeconds?: number
  /**
   * Grant types in addition to `authorization_code` and `refresh_token`, by their `grant_type`: classes for
   * `@node-oauth/oauth2-server` that extend `AbstractGrantType`. The metadata lists them, and clients can register them.
   */
  readonly extendedGrantTypes?: Readonly<Record<string, GrantTypeClass>>
  /** Turns on the device authorization grant (RFC 8628), for clients without a browser. */
  readonly deviceGrant?: DeviceGrantOptions
  /**
   * At least 32 secret bytes, the same in all processes of this server and after a restart. Authenticates the start of
   * authorization requests and hashes the networks of registrations. Random by default: then a restart rejects
   * authorization requests of people who are signing in. To replace the key without that, pass the new one first and the
   * previous one after it until the last request of before has ended, ten minutes later.
   */
  readonly key?: Uint8Array | readonly [current: Uint8Array, ...previous: Uint8Array[]]
  /** How many registrations may exist that never got consent; 1,000 by default. The oldest beyond it are removed. */
  readonly unusedClientsMax?: number
  /** How many of them from one network, see `clientNetwork` of the host; 100 by default. */
  readonly unusedClientsPerNetworkMax?: number
  readonly documents?: {
    /** `host:port` exempt from the address, port and https rules; only for development. */
    readonly exemptHosts?: readonly string[]
    /** Instead of the DNS of the system. */
    readonly resolver?: DocumentResolver
    readonly timeoutMs?: number
  }
}

export interface Settings {
  readonly issuer: string
  readonly resource: string
  readonly about: { readonly resourceName?: string; readonly documentation?: string }
  readonly grantable: ReadonlySet<string>
  readonly initialScopes: readonly string[]
  readonly stores: OAuthStores
  readonly host: OAuthHost
  readonly now: () => EpochMs
  readonly randomBytes: RandomBytes
  readonly lifetimesMs: LifetimesMs
  readonly requireState: boolean
  readonly reuseGraceMs: number
  /** Built-in and added. */
  readonly grantTypes: readonly GrantType[]
  readonly extendedGrantTypes: Readonly<Record<string, GrantTypeClass>>
  /** Undefined where the host does not turn it on. */
  readonly deviceGrant: DeviceSettings | undefined
  /** The first for everything new; requests are accepted that were started with any of them. */
  readonly keys: readonly [Uint8Array, ...Uint8Array[]]
  readonly unusedClientsMax: number
  readonly unusedClientsPerNetworkMax: number
}

export const PATHS = {
  authorize: '/oauth/authorize',
  consent: '/oauth/consent',
  deviceAuthorization: '/oauth/device_authorization',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const

const KEY_BYTES = 32

/** Validates and copies the options, so that later changes have no effect on a running server. */
export function settingsFrom(options: OAuthServerOptions): Settings {
  assertOptions(options)
  const { scopes, reuseGraceSeconds = 0, requireState = true, extendedGrantTypes = {} } = options
  const { unusedClientsMax = 1000, unusedClientsPerNetworkMax = 100 } = options
  const deviceGrant = options.deviceGrant && deviceSettingsFrom(options.deviceGrant)
  const additional = [...(deviceGrant ? [DEVICE_GRANT_TYPE] : []), ...Object.keys(extendedGrantTypes)]
  const keys = copiedKeys(options.key ?? randomBytes(KEY_BYTES))
  assertOrigin(options.issuer)
  assertResource(options.resource)
  if (!(Number.isFinite(reuseGraceSeconds) && reuseGraceSeconds >= 0))
    throw new TypeError('reuseGraceSeconds must be a number, 0 or more.')
  if (typeof requireState !== 'boolean') throw new TypeError('requireState must be true or false.')
  for (const name of Object.keys(extendedGrantTypes)) assertAdditionalGrantType(name)
  if (options.host.exchangeToken !== undefined && Object.hasOwn(extendedGrantTypes, TOKEN_EXCHANGE))
    throw new TypeError(
      'host.exchangeToken handles the grant type of token exchange already: leave it out of extendedGrantTypes.',
    )
  if (new Set(additional).size < additional.length)
    throw new TypeError('The device grant is both in extendedGrantTypes and turned on by deviceGrant.')
  if (keys.some(({ length }) => length < KEY_BYTES)) throw new TypeError(`key must be at least ${KEY_BYTES} bytes.`)
  for (const [name, value] of Object.entries({ unusedClientsMax, unusedClientsPerNetworkMax })) {
    if (!(Number.isInteger(value) && value > 0)) throw new TypeError(`${name} must be a whole number above 0.`)
  }
  return Object.freeze({
    issuer: options.issuer,
    resource: options.resource,
    about: aboutFrom(options.about),
    grantable: new Set(scopes.grantable),
    initialScopes: [...scopes.initial],
    stores: options.stores,
    host: options.host,
    now: options.now,
    randomBytes: options.randomBytes ?? randomBytes,
    lifetimesMs: lifetimesFrom(options.lifetimeSeconds),
    requireState,
    reuseGraceMs: reuseGraceSeconds * 1000,
    grantTypes: [...BUILT_IN_GRANT_TYPES, ...additional],
    extendedGrantTypes: { ...extendedGrantTypes },
    deviceGrant,
    keys,
    unusedClientsMax,
    unusedClientsPerNetworkMax,
  })
}

function aboutFrom({ resourceName, documentation }: NonNullable<OAuthServerOptions['about']> = {}): Settings['about'] {
  if (resourceName !== undefined && (typeof resourceName !== 'string' || resourceName.trim() === ''))
    throw new TypeError('about.resourceName must be text that is not empty.')
  if (
    documentation !== undefined &&
    !(URL.canParse(documentation) && /^https?:$/.test(new URL(documentation).protocol))
  )
    throw new TypeError('about.documentation must be an http or https URL.')
  return { ...(resourceName && { resourceName }), ...(documentation && { documentation }) }
}

function copiedKeys(given: NonNullable<OAuthServerOptions['key']>): Settings['keys'] {
  const all: readonly unknown[] = given instanceof Uint8Array ? [given] : given
  if (!Array.isArray(all) || all.length === 0 || !all.every((key) => key instanceof Uint8Array))
    throw new TypeError('key must be a Uint8Array, or an array of them.')
  const [current, ...previous] = given instanceof Uint8Array ? [given] : given
  return [Uint8Array.from(current), ...previous.map((key) => Uint8Array.from(key))]
}

/** A name or an absolute URI (RFC 6749 §4.5 and appendix A.10). */
const GRANT_TYPE = /^(?:[\w.-]+|[a-z][a-z\d+.-]*:[\x21\x23-\x5b\x5d-\x7e]+)$/i

function assertAdditionalGrantType(name: string): void {
  if (BUILT_IN_GRANT_TYPES.includes(name))
    throw new TypeError(`The grant type ${name} is built in and cannot be replaced.`)
  if (!GRANT_TYPE.test(name)) throw new TypeError(`${JSON.stringify(name)} is not a grant type (RFC 6749 §4.5).`)
}

function assertOrigin(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.origin !== issuer || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`issuer must be an origin such as https://auth.example.com, not ${JSON.stringify(issuer)}.`)
  }
}

function assertResource(resource: string): void {
  const url = URL.canParse(resource) ? new URL(resource) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '' || url.search !== '') {
    throw new TypeError(`resource must be a URL without query and fragment, not ${JSON.stringify(resource)}.`)
  }
}
