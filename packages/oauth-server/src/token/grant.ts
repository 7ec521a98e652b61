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
export function resourceFailure({ context, form }: TokenRequest): TokenFailure | undefined {
  const requested = single(form, 'resource')
  if (requested === undefined) return { reason: 'resource_missing' }
  return requested === context.settings.resource ? undefined : { reason: 'resource_other' }
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
