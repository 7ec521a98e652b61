import { isSameText } from '@footfall/http-primitives'
import { type Parameters, single } from '../http/parameters.ts'
import type { ClientAuthMethod } from '../records.ts'
import { hashSecret } from '../secrets.ts'
import type { OAuthClient } from './client.ts'

/** What a request presents in the name of a client (RFC 6749 §2.3.1). */
export interface ClientCredentials {
  readonly method: ClientAuthMethod
  readonly clientId: string
  readonly secret: string | undefined
}

export type CredentialsFailure =
  | { readonly reason: 'no_client_id' }
  | { readonly reason: 'authorization_header_malformed' }
  | { readonly reason: 'two_authentication_methods' }
  | { readonly reason: 'client_ids_differ' }

export type CredentialsAnswer =
  | { readonly ok: true; readonly credentials: ClientCredentials }
  | { readonly ok: false; readonly failure: CredentialsFailure }

/** A client must not use more than one method in a request (RFC 6749 §2.3), and a header that is there is never passed over. */
export function readClientCredentials(authorization: string | undefined, form: Parameters): CredentialsAnswer {
  const clientId = single(form, 'client_id')
  const secret = single(form, 'client_secret')
  if (authorization !== undefined) return readBasic(authorization, clientId, secret)
  if (clientId === undefined) return refuse('no_client_id')
  return accept({ method: secret === undefined ? 'none' : 'client_secret_post', clientId, secret })
}

/** Whether a client is what it says, by the one method that it registered. Whoever it is, a failure looks the same. */
export function isAuthentic(client: OAuthClient, { method, secret }: ClientCredentials): boolean {
  if (method !== client.authMethod) return false
  if (client.authMethod === 'none') return true
  return client.secretHash !== undefined && secret !== undefined && isSameText(hashSecret(secret), client.secretHash)
}

function readBasic(
  authorization: string,
  formId: string | undefined,
  formSecret: string | undefined,
): CredentialsAnswer {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (encoded === undefined) return refuse('authorization_header_malformed')
  if (formSecret !== undefined) return refuse('two_authentication_methods')
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const clientId = formDecode(text.slice(0, colon))
  const secret = formDecode(text.slice(colon + 1))
  if (colon < 1 || !clientId || !secret) return refuse('authorization_header_malformed')
  if (formId !== undefined && formId !== clientId) return refuse('client_ids_differ')
  return accept({ method: 'client_secret_basic', clientId, secret })
}

/** Both parts are form-urlencoded before they are joined (RFC 6749 §2.3.1 and appendix B). */
function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const accept = (credentials: ClientCredentials): CredentialsAnswer => ({ ok: true, credentials })
const refuse = (reason: CredentialsFailure['reason']): CredentialsAnswer => ({ ok: false, failure: { reason } })
