import * as oidc from 'openid-client'

const REDIRECT_URI = 'http://127.0.0.1:7777/cb'

/** An access token that a user granted to a new client, after the discovery, registration and consent that clients go through. */
export async function grantedToken(
  base: string,
  { scope, cookie }: { scope: string; cookie: string },
): Promise<string> {
  const config = await oidc.dynamicClientRegistration(
    new URL(base),
    { client_name: 'A client', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' },
    oidc.None(),
    { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] },
  )
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const resource = `${base}/mcp`
  const asked = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope,
    resource,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: 'state',
  })
  const callback = await allowed(base, asked, cookie)
  const checks = { pkceCodeVerifier, expectedState: 'state' }
  return (await oidc.authorizationCodeGrant(config, callback, checks, { resource })).access_token
}

/** Sends the form of the consent page, and returns where it leads. */
async function allowed(base: string, asked: URL, cookie: string): Promise<URL> {
  const shown = await fetch(asked, { headers: { cookie } })
  const page = await shown.text()
  const body = new URLSearchParams([['decision', 'allow']])
  for (const [input] of page.matchAll(/<input type="hidden"[^>]*>/g))
    body.append(/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '')
  const answered = await fetch(base + (/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? ''), {
    method: 'POST',
    body,
    headers: { cookie: `${cookie}; ${shown.headers.getSetCookie()[0]?.split(';')[0]}` },
    redirect: 'manual',
  })
  return new URL(answered.headers.get('location') ?? '')
}
