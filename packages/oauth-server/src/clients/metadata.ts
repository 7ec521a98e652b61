import { BUILT_IN_GRANT_TYPES, DEVICE_GRANT_TYPE } from '../grant-type.ts'
import type { ClientAuthMethod, GrantType } from '../records.ts'
import { isPrivateUseUri, redirectUriProblem } from '../redirect-uri.ts'
import type { RandomBytes } from '../secrets.ts'
import {
  AUTHENTICATION_METHODS,
  CLIENT_AUTH_METHODS,
  type NewCredential,
  PUBLIC_CLIENT,
} from './authentication-methods.ts'
import { cleanClientName } from './client-name.ts'
import { type MetadataFields, MetadataRejected } from './metadata-rejected.ts'

/** The metadata of a client, from a registration request or a client metadata document. */
export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly authMethod: ClientAuthMethod
  readonly grantTypes: readonly GrantType[]
}

export interface Registration extends ClientMetadata {
  /** Undefined for a public client. */
  readonly newCredential: NewCredential | undefined
}

export type MetadataResult<T> =
  | { readonly ok: true; readonly metadata: T }
  | { readonly ok: false; readonly problem: Pick<MetadataRejected, 'error' | 'message'> }

const REDIRECT_URIS_MAX = 20
export const UNNAMED_CLIENT = 'Unnamed client'

/**
 * Reads the metadata of a registration request (RFC 7591 §2). Unknown fields are ignored, as §2 requires; unsupported
 * values are rejected. Defaults: `token_endpoint_auth_method` is `client_secret_basic` (§2), `response_types` is `code`, and
 * `grant_types` is both built-in ones, since §3.2.1 lets a server substitute and a client without refresh would ask for
 * consent every hour. A client without `authorization_code` is never redirected to, so it registers no redirect URI.
 */
export function readRegistration(
  value: unknown,
  supported: readonly GrantType[],
  randomBytes: RandomBytes,
): MetadataResult<Registration> {
  return readFields(value, (fields) => {
    const types = grantTypes(fields.grant_types, supported)
    const redirected = types.includes('authorization_code')
    assertResponseTypes(fields.response_types, redirected)
    const method = authMethod(fields.token_endpoint_auth_method)
    if (method === PUBLIC_CLIENT && types.includes('client_credentials'))
      throw new MetadataRejected('invalid_client_metadata', 'client_credentials is only for clients with a secret.')
    return {
      redirectUris: redirected ? redirectUris(fields.redirect_uris) : [],
      name: fields.client_name === undefined ? UNNAMED_CLIENT : clientName(fields.client_name),
      authMethod: method,
      grantTypes: types,
      newCredential: AUTHENTICATION_METHODS.get(method)?.register(fields, randomBytes),
    }
  })
}

/**
 * Reads a client ID metadata document: `client_id` is identical to its URL, and the client is public and has no secret.
 * The client may use both built-in grant types, and the device grant if the document lists it; other `grant_types` are
 * ignored. A client that only uses the device grant needs no redirect URI.
 */
export function readDocument(value: unknown, url: string): MetadataResult<ClientMetadata> {
  return readFields(value, (fields) => {
    if (fields.client_id !== url)
      throw new MetadataRejected('invalid_client_metadata', 'client_id is not the URL of the document.')
    if (fields.client_secret !== undefined)
      throw new MetadataRejected('invalid_client_metadata', 'A public document must not hold a client_secret.')
    if (!offersPublicAuthentication(fields)) {
      throw new MetadataRejected(
        'invalid_client_metadata',
        'token_endpoint_auth_method must be none, or token_endpoint_auth_methods_supported hold none.',
      )
    }
    const types: unknown = fields.grant_types
    const usesDevices = Array.isArray(types) && types.includes(DEVICE_GRANT_TYPE)
    const isRedirected = !usesDevices || types.includes('authorization_code') || fields.redirect_uris !== undefined
    return {
      redirectUris: isRedirected ? redirectUris(fields.redirect_uris) : [],
      name: clientName(fields.client_name),
      authMethod: PUBLIC_CLIENT,
      grantTypes: usesDevices ? [...BUILT_IN_GRANT_TYPES, DEVICE_GRANT_TYPE] : BUILT_IN_GRANT_TYPES,
    }
  })
}

/** Some clients list all methods that they support and leave the choice to the server. */
function offersPublicAuthentication(fields: MetadataFields): boolean {
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: supported } = fields
  return method === PUBLIC_CLIENT || (Array.isArray(supported) && supported.includes(PUBLIC_CLIENT))
}

function readFields<T>(value: unknown, read: (fields: MetadataFields) => T): MetadataResult<T> {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new MetadataRejected('invalid_client_metadata', 'Client metadata is a JSON object.')
    }
    return { ok: true, metadata: read(value as MetadataFields) }
  } catch (problem) {
    if (!(problem instanceof MetadataRejected)) throw problem
    return { ok: false, problem }
  }
}

function clientName(value: unknown): string {
  const name = typeof value === 'string' ? cleanClientName(value) : undefined
  if (name === undefined) {
    throw new MetadataRejected('invalid_client_metadata', 'client_name must be text of 1 to 200 visible characters.')
  }
  return name
}

/** The acceptable URIs. Those with a private-use scheme are dropped; any other bad URI rejects the registration. */
function redirectUris(value: unknown): readonly string[] {
  const reject = (what: string) => new MetadataRejected('invalid_redirect_uri', what)
  if (!Array.isArray(value) || value.length === 0) throw reject('redirect_uris must be a list of at least one URL.')
  if (value.length > REDIRECT_URIS_MAX) throw reject(`redirect_uris must hold ${REDIRECT_URIS_MAX} URLs at most.`)
  const usable = new Set<string>()
  for (const uri of value as readonly unknown[]) {
    if (typeof uri === 'string' && redirectUriProblem(uri) === undefined) usable.add(uri)
    else if (typeof uri !== 'string' || !isPrivateUseUri(uri)) {
      throw reject('Each redirect URI is an https URL, or an http URL on loopback, without fragment and credentials.')
    }
  }
  if (usable.size === 0) throw reject('At least one redirect URI must be an https URL, or an http URL on loopback.')
  return [...usable]
}

function authMethod(value: unknown): ClientAuthMethod {
  if (value === undefined) return 'client_secret_basic'
  const method = CLIENT_AUTH_METHODS.find((known) => known === value)
  if (method === undefined) {
    const known = CLIENT_AUTH_METHODS.join(', ')
    throw new MetadataRejected('invalid_client_metadata', `token_endpoint_auth_method must be one of ${known}.`)
  }
  return method
}

function grantTypes(value: unknown, supported: readonly GrantType[]): readonly GrantType[] {
  if (value === undefined) return BUILT_IN_GRANT_TYPES
  if (!isListOf(value, supported) || value.every((type) => type === 'refresh_token')) {
    throw new MetadataRejected(
      'invalid_client_metadata',
      `grant_types must be a list of ${supported.join(', ')}, and not only refresh_token.`,
    )
  }
  return supported.filter((type) => value.includes(type))
}

/** `code` with `authorization_code`, and none with grant types that do not use the authorization endpoint (RFC 7591 §2.1). */
function assertResponseTypes(value: unknown, redirected: boolean): void {
  if (value === undefined) return
  const fits = redirected ? isListOf(value, ['code']) : Array.isArray(value) && value.length === 0
  if (!fits)
    throw new MetadataRejected('invalid_client_metadata', `response_types must be ${redirected ? '["code"]' : '[]'}.`)
}

function isListOf<T extends string>(value: unknown, known: readonly T[]): value is T[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => known.includes(each as T))
}
