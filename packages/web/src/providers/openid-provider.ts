import type { ProvenIdentity } from '@footfall/accounts'
import type { Clock } from '@footfall/core-domain'
import * as openid from 'openid-client'
import { type Claims, identityOf, isSubject } from './claims.ts'
import { limitedFetch, ProviderUnreachable } from './limited-fetch.ts'
import { invalidAnswer, ProviderRejected } from './provider-rejected.ts'

/** The time for one request. */
const TIMEOUT_SECONDS = 10
/** The metadata of the provider is read again after this time. */
const METADATA_MS = 600_000
/** Clocks of two machines may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 60

export interface OpenIdProviderSettings {
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly scopes: readonly string[]
  readonly trustEmail: boolean
}

/** The parameters that tie an answer to its request. */
export interface RequestSecrets {
  readonly state: string
  readonly nonce: string
  /** The code verifier of PKCE, which only the provider gets. */
  readonly verifier: string
}

export interface OpenIdProvider {
  /**
   * Where the browser goes to sign in. `again` asks the person also if they are signed in at the provider. Throws
   * `ProviderUnreachable` and `ProviderRejected`.
   */
  authorizationUrl(request: RequestSecrets & { readonly redirectUri: string; readonly again: boolean }): Promise<URL>
  /**
   * Who signed in, from the address to which the provider sent the browser. Throws `ProviderUnreachable` and
   * `ProviderRejected`.
   */
  identify(answer: URL, expected: RequestSecrets): Promise<ProvenIdentity>
}

export interface OpenIdProviderDependencies {
  readonly settings: OpenIdProviderSettings
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
}

/** A provider that is found by its issuer. Nothing is requested before somebody signs in, so that it may be down at start. */
export function openIdProvider({ settings, clock, fetch }: OpenIdProviderDependencies): OpenIdProvider {
  const customFetch = limitedFetch(fetch)
  let known: { readonly metadata: openid.ServerMetadata; readonly readAtMs: number } | undefined

  const metadata = async (): Promise<openid.ServerMetadata> => {
    if (known !== undefined && clock.now() - known.readAtMs < METADATA_MS) return known.metadata
    const { serverMetadata } = await openid
      .discovery(new URL(settings.issuer), settings.client.id, undefined, undefined, {
        execute: isPlain(settings.issuer) ? [openid.allowInsecureRequests] : [],
        timeout: TIMEOUT_SECONDS,
        [openid.customFetch]: customFetch,
      })
      .then((found) => ({ serverMetadata: found.serverMetadata() }))
    known = { metadata: serverMetadata, readAtMs: clock.now() }
    return serverMetadata
  }

  /** New for each sign-in, since a configuration keeps the keys of the provider, which may have been rotated or withdrawn. */
  const configuration = async (): Promise<openid.Configuration> => {
    const server = await metadata()
    const config = new openid.Configuration(
      server,
      settings.client.id,
      { client_secret: settings.client.secret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientAuthentication(server, settings.client.secret),
    )
    config[openid.customFetch] = customFetch
    config.timeout = TIMEOUT_SECONDS
    if (isPlain(settings.issuer)) openid.allowInsecureRequests(config)
    // Signatures are checked although the tokens come over TLS: an issuer may be http in one's own network.
    openid.enableNonRepudiationChecks(config)
    return config
  }

  return {
    authorizationUrl: ({ state, nonce, verifier, redirectUri, again }) =>
      translated(async () =>
        openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: settings.scopes.join(' '),
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(again && { prompt: 'login', max_age: '0' }),
        }),
      ),

    identify: (answer, { state, nonce, verifier }) =>
      translated(async () => {
        const config = await configuration()
        const tokens = await openid.authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims: Claims | undefined = tokens.claims()
        if (claims === undefined) throw invalidAnswer('no ID token')
        if (!isSubject(claims.sub)) throw invalidAnswer('no usable sub in the ID token')
        // Many providers give the address only there.
        const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined && claims.email === undefined
        const info = hasInfo ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : undefined
        return identityOf(claims, info, settings.trustEmail)
      }),
  }
}

/** The method that the provider accepts; the default of the standard if it names none. */
function clientAuthentication(server: openid.ServerMetadata, secret: string): openid.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret)
}

function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:')
}

/** Runs a step of the library; its errors become `ProviderUnreachable` or `ProviderRejected`. */
async function translated<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const unreachable = [error, error instanceof Error ? error.cause : undefined].find(
      (candidate) => candidate instanceof ProviderUnreachable,
    )
    throw unreachable ?? ProviderRejected.from(error)
  }
}
