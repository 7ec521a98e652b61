import OAuth2Server, { OAuthError, Request, Response } from '@node-oauth/oauth2-server'
import { type Parameters, single } from '../http/parameters.ts'
import { LIFETIME } from '../settings.ts'
import type { TokenFailure } from './failures.ts'
import type { Grant, TokenRequest } from './grant.ts'
import { type FullModel, LostRace } from './library-model.ts'

type ExtendedGrantTypes = NonNullable<OAuth2Server.TokenOptions['extendedGrantTypes']>
export type GrantOutcome =
  | { readonly kind: 'issued'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly failure: TokenFailure }
  | { readonly kind: 'lost_race' }

/** Runs the grant type that the form names. What fails for another reason than a refusal is thrown as it was thrown. */
export async function runGrant(request: TokenRequest, { model, refused }: Grant): Promise<GrantOutcome> {
  const { context, client, form } = request
  const response = new Response({})
  try {
    await new OAuth2Server({
      model: model as FullModel,
      accessTokenLifetime: LIFETIME.accessToken / 1000,
      refreshTokenLifetime: LIFETIME.refreshToken / 1000,
      extendedGrantTypes: context.settings.extendedGrantTypes as unknown as ExtendedGrantTypes,
      // Authenticated before, by rules that the library cannot hold.
      requireClientAuthentication: { [single(form, 'grant_type') ?? '']: false },
      // `expires_in` is one, counted by our clock.
      allowExtendedTokenAttributes: true,
    }).token(libraryRequest(form, client.id), response)
    return { kind: 'issued', body: response.body }
  } catch (error) {
    if (error instanceof LostRace) return { kind: 'lost_race' }
    if (error instanceof OAuthError && error.code < 500) return { kind: 'refused', failure: await refused(error) }
    throw error instanceof OAuthError && 'inner' in error ? error.inner : error
  }
}

/** A form, as was found before; the library would parse the media type of every request again. */
class FormRequest extends Request {
  override is(): string {
    return 'application/x-www-form-urlencoded'
  }
}

/** The form without the client's secret, which was proven and goes no further. */
function libraryRequest(form: Parameters, clientId: string): Request {
  const body: Record<string, string> = Object.create(null)
  for (const [name, [value]] of form) if (value && name !== 'client_secret') body[name] = value
  body.client_id = clientId
  return new FormRequest({ method: 'POST', query: {}, headers: {}, body })
}
