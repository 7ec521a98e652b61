import OAuth2Server, { OAuthError, Request, Response } from '@node-oauth/oauth2-server'
import { CREDENTIAL_PARAMETERS } from '../clients/authentication-methods.ts'
import { type Parameters, single } from '../http/parameters.ts'
import type { TokenFailure } from './failures.ts'
import type { Grant, TokenRequest } from './grant.ts'
import { type FullModel, RotationConflict } from './library-model.ts'

type ExtendedGrantTypes = NonNullable<OAuth2Server.TokenOptions['extendedGrantTypes']>
export type GrantOutcome =
  | { readonly kind: 'issued'; readonly body: unknown }
  | { readonly kind: 'rejected'; readonly failure: TokenFailure }
  | { readonly kind: 'rotation_conflict' }

/** Runs the grant type of the form. Errors that are not rejections are rethrown unchanged. */
export async function runGrant(request: TokenRequest, { model, failureOf }: Grant): Promise<GrantOutcome> {
  const { context, client, form } = request
  const { lifetimesMs, extendedGrantTypes } = context.settings
  const response = new Response({})
  try {
    await new OAuth2Server({
      model: model as FullModel,
      accessTokenLifetime: lifetimesMs.accessToken / 1000,
      refreshTokenLifetime: lifetimesMs.refreshToken / 1000,
      extendedGrantTypes: extendedGrantTypes as unknown as ExtendedGrantTypes,
      // The client is authenticated already, by rules that the library does not support.
      requireClientAuthentication: { [single(form, 'grant_type') ?? '']: false },
      // `expires_in` is one, computed with the injected clock.
      allowExtendedTokenAttributes: true,
    }).token(libraryRequest(form, client.id), response)
    return { kind: 'issued', body: response.body }
  } catch (error) {
    if (error instanceof RotationConflict) return { kind: 'rotation_conflict' }
    if (error instanceof OAuthError && error.code < 500) return { kind: 'rejected', failure: await failureOf(error) }
    throw error instanceof OAuthError && 'inner' in error ? error.inner : error
  }
}

/** The media type is checked already; the library would parse it again for every request. */
class FormRequest extends Request {
  override is(): string {
    return 'application/x-www-form-urlencoded'
  }
}

/** The form without the client's credentials, which no grant type needs. */
function libraryRequest(form: Parameters, clientId: string): Request {
  const body: Record<string, string> = Object.create(null)
  for (const [name, [value]] of form) if (value && !CREDENTIAL_PARAMETERS.has(name)) body[name] = value
  body.client_id = clientId
  return new FormRequest({ method: 'POST', query: {}, headers: {}, body })
}
