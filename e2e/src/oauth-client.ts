import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  dynamicClientRegistration,
  None,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'

/** An application that somebody else might have written, on openid-client: it knows the origin of the service and no more. */
export interface OAuthClient {
  readonly config: Configuration
  readonly redirectUri: string
  /** Where a person is sent to decide. */
  begin(scope: string): Promise<Authorization>
  refresh(refreshToken: string): ReturnType<typeof refreshTokenGrant>
  revoke(token: string): Promise<void>
  stop(): Promise<void>
}

export interface Authorization {
  readonly url: string
  readonly verifier: string
  readonly state: string
  /** Redeems the code that the browser came back with; checks `state` and `iss` on the way. */
  finish(callback: string): ReturnType<typeof authorizationCodeGrant>
}

const AUTHENTICATION = {
  none: None,
  client_secret_basic: ClientSecretBasic,
  client_secret_post: ClientSecretPost,
} as const

/** Discovers the authorization server and registers there, with a callback that answers on this machine. */
export async function registerClient(
  origin: string,
  name: string,
  authMethod: keyof typeof AUTHENTICATION = 'none',
): Promise<OAuthClient> {
  const callbacks = createServer((_req, res) =>
    res.setHeader('content-type', 'text/html').end('<h1>Back in the app</h1>'),
  )
  callbacks.listen(0, '127.0.0.1')
  await once(callbacks, 'listening')
  const redirectUri = `http://127.0.0.1:${(callbacks.address() as AddressInfo).port}/callback`
  const metadata = {
    client_name: name,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: authMethod,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
  const config = await dynamicClientRegistration(new URL(origin), metadata, AUTHENTICATION[authMethod](), {
    algorithm: 'oauth2',
    execute: [allowInsecureRequests],
  })
  const resource = `${origin}/api/mcp`
  return {
    config,
    redirectUri,
    begin: (scope) => begin(config, { redirect_uri: redirectUri, resource, scope }),
    refresh: (refreshToken) => refreshTokenGrant(config, refreshToken, { resource }),
    revoke: (token) => tokenRevocation(config, token),
    stop: () => stop(callbacks),
  }
}

export async function begin(config: Configuration, asked: Record<'redirect_uri' | 'resource' | 'scope', string>) {
  const verifier = randomPKCECodeVerifier()
  const state = randomState()
  const url = buildAuthorizationUrl(config, {
    ...asked,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href
  const { resource } = asked
  return {
    url,
    verifier,
    state,
    finish: (callback: string) =>
      authorizationCodeGrant(
        config,
        new URL(callback),
        { pkceCodeVerifier: verifier, expectedState: state },
        { resource },
      ),
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
