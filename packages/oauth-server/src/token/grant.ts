import type { OAuthError } from '@node-oauth/oauth2-server'
import type { OAuthClient } from '../client.ts'
import type { Context } from '../context.ts'
import { type Parameters, single } from '../http/parameters.ts'
import type { EpochMs } from '../records.ts'
import type { TokenFailure } from './failures.ts'
import type { CommonModel, LibraryModel } from './library-model.ts'
import { mintToken } from './new-tokens.ts'

/** A token request whose client is authenticated. */
export interface TokenRequest {
  readonly context: Context
  readonly client: OAuthClient
  readonly form: Parameters
  /** The current time, read once per request. */
  readonly at: EpochMs
}

/** How a grant type handles one request. */
export interface Grant {
  /** The model of the library. Only `saveToken` changes the store, in one step. */
  readonly model: LibraryModel
  /** The failure for the library's error; consumes a code that its client presented. */
  failureOf(error: OAuthError): Promise<TokenFailure>
}

/** Every token request must name the resource (RFC 8707 §2.2). */
export function resourceFailure(request: TokenRequest): TokenFailure | undefined {
  const { context, form } = request
  if (single(form, 'resource') !== context.settings.resource)
    return missingFailure(request, 'resource') ?? { reason: 'resource_other' }
  return undefined
}

const MISSING = {
  resource: { reason: 'resource_missing' },
  code_verifier: { reason: 'verifier_missing' },
  redirect_uri: { reason: 'redirect_uri_missing' },
} as const

/**
 * What a request lacks (RFC 6749 §5.2). It is the response whatever code or token the request presents, so that it does not
 * reveal whether there is one.
 */
export function missingFailure(
  { form }: TokenRequest,
  ...required: readonly (keyof typeof MISSING)[]
): TokenFailure | undefined {
  const missing = required.find((name) => single(form, name) === undefined)
  return missing && MISSING[missing]
}

/** The methods that every grant type needs: the client, and new tokens. */
export function commonModel({ context, client }: TokenRequest): Omit<CommonModel, 'saveToken'> {
  const { id, name, authMethod, grantTypes } = client
  return {
    getClient: async () => ({ id, name, authMethod, grants: [...grantTypes] }),
    generateAccessToken: async () => mintToken(context.settings, 'access'),
    generateRefreshToken: async () => mintToken(context.settings, 'refresh'),
  }
}
