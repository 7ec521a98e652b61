import type { OAuthError } from '@node-oauth/oauth2-server'
import type { OAuthClient } from '../clients/client.ts'
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
  /** One instant for all of the request. */
  readonly at: EpochMs
}

/** One grant type at work in one request. */
export interface Grant {
  /** The store as the library sees it. Whatever it changes, it changes in `saveToken`, in one step of the store. */
  readonly model: LibraryModel
  /** Names the rule by which the request was refused, and consumes what a refusal consumes. */
  refused(error: OAuthError): Promise<TokenFailure>
}

/** Every token request names the resource that its tokens are for (RFC 8707 §2.2). */
export function resourceFailure({ context, form }: TokenRequest): TokenFailure | undefined {
  const asked = single(form, 'resource')
  if (asked === undefined) return { reason: 'resource_missing' }
  return asked === context.settings.resource ? undefined : { reason: 'resource_other' }
}

/** The client as the library knows it, and the two secrets that any grant type may issue. */
export function commonModel({ context, client }: TokenRequest): Omit<CommonModel, 'saveToken'> {
  const { id, name, authMethod, grantTypes } = client
  return {
    getClient: async () => ({ id, name, authMethod, grants: [...grantTypes] }),
    generateAccessToken: async () => mintToken(context.settings, 'access'),
    generateRefreshToken: async () => mintToken(context.settings, 'refresh'),
  }
}
