import type { OAuthClient } from '../client.ts'
import { single } from '../http/parameters.ts'
import type { ClientAuthMethod } from '../records.ts'
import {
  AUTHENTICATION_METHODS,
  type CredentialSource,
  PUBLIC_CLIENT,
  type Verification,
} from './authentication-methods.ts'

/** What a request presents in the name of a client. */
export interface ClientCredentials {
  readonly method: ClientAuthMethod
  readonly clientId: string
  readonly credential: string | undefined
}

export interface CredentialsFailure {
  readonly reason:
    | 'no_client_id'
    | 'authorization_header_malformed'
    | 'two_authentication_methods'
    | 'client_ids_differ'
}

export type CredentialsResult =
  | { readonly ok: true; readonly credentials: ClientCredentials }
  | { readonly ok: false; readonly failure: CredentialsFailure }

/** A request must not use more than one method (RFC 6749 §2.3), and an `Authorization` header is never ignored. */
export function readClientCredentials(source: CredentialSource): CredentialsResult {
  const presented = [...AUTHENTICATION_METHODS].flatMap(([method, { read }]) => {
    const found = read(source)
    return found === undefined ? [] : [{ method, found }]
  })
  const [first, second] = presented
  if (first?.found === 'malformed') return reject('authorization_header_malformed')
  if (second !== undefined) return reject('two_authentication_methods')
  const named = first?.found.clientId
  const parameter = single(source.form, 'client_id')
  if (named !== undefined && parameter !== undefined && named !== parameter) return reject('client_ids_differ')
  const clientId = named ?? parameter
  if (clientId === undefined) return reject('no_client_id')
  return {
    ok: true,
    credentials: { method: first?.method ?? PUBLIC_CLIENT, clientId, credential: first?.found.credential },
  }
}

/** Whether the credentials are those of the client, by the method that it registered. */
export function isAuthentic(
  client: OAuthClient,
  { method, credential }: ClientCredentials,
  { issuer, now }: Pick<Verification, 'issuer' | 'now'>,
): boolean {
  if (method !== client.authMethod) return false
  if (method === PUBLIC_CLIENT) return true
  const { credential: registered } = client
  if (credential === undefined || registered === undefined) return false
  return AUTHENTICATION_METHODS.get(method)?.verify({ presented: credential, registered, issuer, now }) ?? false
}

function reject(reason: CredentialsFailure['reason']): CredentialsResult {
  return { ok: false, failure: { reason } }
}
