import { CLIENT_AUTH_METHODS, type ClientAuthMethod, type GrantType } from '../records.ts'
import { isPrivateUseUri, redirectUriProblem } from '../redirect-uri.ts'
import { cleanClientName } from './client-name.ts'

/** What a client says of itself, whether it registers or publishes a document. */
export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly authMethod: ClientAuthMethod
  readonly grantTypes: readonly GrantType[]
}

/** The two errors of RFC 7591 §3.2.2 that apply here. */
export interface MetadataProblem {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  readonly description: string
}

export type MetadataAnswer<T> =
  | { readonly ok: true; readonly metadata: T }
  | { readonly ok: false; readonly problem: MetadataProblem }

/** Those that every client may have; a host can add others, which clients register by name. */
export const GRANT_TYPES: readonly GrantType[] = ['authorization_code', 'refresh_token']

const REDIRECT_URIS_MAX = 20
/** What a client is called that has no name to show. */
export const UNNAMED = 'Unnamed client'

class Problem extends Error {
  readonly error: MetadataProblem['error']
  constructor(error: MetadataProblem['error'], description: string) {
    super(description)
    this.error = error
  }
}

/**
 * Reads the metadata of a registration request (RFC 7591 §2). Fields that are not understood are ignored, as §2 demands;
 * values that are understood and cannot be had are refused. Left out: `token_endpoint_auth_method` is
 * `client_secret_basic` (§2), `response_types` is `code`, and `grant_types` is both built-in ones, since §3.2.1 lets a
 * server substitute and a client without refresh would come back for consent every hour. A client that does without
 * `authorization_code` is never redirected to, so no redirect URI of it is registered.
 */
export function readRegistration(value: unknown, supported: readonly GrantType[]): MetadataAnswer<ClientMetadata> {
  return answer(value, (fields) => {
    const types = grantTypes(fields.grant_types, supported)
    const redirected = types.includes('authorization_code')
    assertResponseTypes(fields.response_types, redirected)
    const method = authMethod(fields.token_endpoint_auth_method)
    if (method === 'none' && types.includes('client_credentials'))
      throw new Problem('invalid_client_metadata', 'client_credentials is for clients with a secret alone.')
    return {
      redirectUris: redirected ? redirectUris(fields.redirect_uris) : [],
      name: fields.client_name === undefined ? UNNAMED : clientName(fields.client_name),
      authMethod: method,
      grantTypes: types,
    }
  })
}

/**
 * Reads a client ID metadata document: `client_id` identical to its URL, a name, redirect URIs, and public authentication
 * only, without a secret. Whatever it says of grants, its client may use both that there are: the token endpoint does not
 * read the document again.
 */
export function readDocument(value: unknown, url: string): MetadataAnswer<ClientMetadata> {
  return answer(value, (fields) => {
    if (fields.client_id !== url)
      throw new Problem('invalid_client_metadata', 'client_id is not the URL of the document.')
    if (fields.client_secret !== undefined)
      throw new Problem('invalid_client_metadata', 'A document that everyone can read must not hold a client_secret.')
    if (!offersPublicAuthentication(fields)) {
      throw new Problem(
        'invalid_client_metadata',
        'token_endpoint_auth_method must be none, or token_endpoint_auth_methods_supported hold none.',
      )
    }
    return {
      redirectUris: redirectUris(fields.redirect_uris),
      name: clientName(fields.client_name),
      authMethod: 'none',
      grantTypes: GRANT_TYPES,
    }
  })
}

/** Some clients list what they are able to do, and leave the choice to the server. */
function offersPublicAuthentication(fields: Readonly<Record<string, unknown>>): boolean {
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: supported } = fields
  return method === 'none' || (Array.isArray(supported) && supported.includes('none'))
}

function answer<T>(value: unknown, read: (fields: Readonly<Record<string, unknown>>) => T): MetadataAnswer<T> {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Problem('invalid_client_metadata', 'Client metadata is a JSON object.')
    }
    return { ok: true, metadata: read(value as Record<string, unknown>) }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    return { ok: false, problem: { error: problem.error, description: problem.message } }
  }
}

function clientName(value: unknown): string {
  const name = typeof value === 'string' ? cleanClientName(value) : undefined
  if (name === undefined) {
    throw new Problem('invalid_client_metadata', 'client_name must be text of 1 to 200 visible characters.')
  }
  return name
}

/** What can be used here. URIs with a private-use scheme beside it are left out; any other URI refuses the whole. */
function redirectUris(value: unknown): readonly string[] {
  const refuse = (what: string) => new Problem('invalid_redirect_uri', what)
  if (!Array.isArray(value) || value.length === 0) throw refuse('redirect_uris must be a list of at least one URL.')
  if (value.length > REDIRECT_URIS_MAX) throw refuse(`redirect_uris must hold ${REDIRECT_URIS_MAX} URLs at most.`)
  const usable = new Set<string>()
  for (const uri of value as readonly unknown[]) {
    if (typeof uri === 'string' && redirectUriProblem(uri) === undefined) usable.add(uri)
    else if (typeof uri !== 'string' || !isPrivateUseUri(uri)) {
      throw refuse('Each redirect URI is an https URL, or an http URL on loopback, without fragment and credentials.')
    }
  }
  if (usable.size === 0) throw refuse('At least one redirect URI must be an https URL, or an http URL on loopback.')
  return [...usable]
}

function authMethod(value: unknown): ClientAuthMethod {
  if (value === undefined) return 'client_secret_basic'
  const method = CLIENT_AUTH_METHODS.find((known) => known === value)
  if (method === undefined) {
    const known = CLIENT_AUTH_METHODS.join(', ')
    throw new Problem('invalid_client_metadata', `token_endpoint_auth_method must be one of ${known}.`)
  }
  return method
}

function grantTypes(value: unknown, supported: readonly GrantType[]): readonly GrantType[] {
  if (value === undefined) return GRANT_TYPES
  if (!isListOf(value, supported) || value.every((type) => type === 'refresh_token')) {
    throw new Problem(
      'invalid_client_metadata',
      `grant_types must be a list of ${supported.join(', ')}, and not of refresh_token alone.`,
    )
  }
  return supported.filter((type) => value.includes(type))
}

/** `code` goes with `authorization_code`, and no response type with grants that are not asked for by redirect (RFC 7591 §2.1). */
function assertResponseTypes(value: unknown, redirected: boolean): void {
  if (value === undefined) return
  const fits = redirected ? isListOf(value, ['code']) : Array.isArray(value) && value.length === 0
  if (!fits) throw new Problem('invalid_client_metadata', `response_types must be ${redirected ? '["code"]' : '[]'}.`)
}

function isListOf<T extends string>(value: unknown, known: readonly T[]): value is T[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => known.includes(each as T))
}
