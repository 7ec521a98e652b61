import Provider from 'oidc-provider'
import { ACCOUNT_ID, CHALLENGE, CLIENT_ID, CODES_PATH, REDIRECT_URI, SCOPE } from './seeded.ts'

/** node oidc-provider-server.ts PORT: oidc-provider with its in-memory adapter and opaque tokens. */
const [port = '0'] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`
const resource = `${issuer}/mcp`
const CODE_SECONDS = 120

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: CLIENT_ID,
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  scopes: SCOPE.split(' '),
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({ scope: SCOPE, accessTokenFormat: 'opaque', accessTokenTTL: 3600 }),
    },
  },
  pkce: { required: () => true },
  issueRefreshToken: async () => true,
  rotateRefreshToken: () => true,
  ttl: { AccessToken: 3600, AuthorizationCode: CODE_SECONDS, RefreshToken: 30 * 86_400, Grant: 90 * 86_400 },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
})

async function newCode(): Promise<string> {
  const client = await provider.Client.find(CLIENT_ID)
  if (!client) throw new Error('there is no client')
  const grant = new provider.Grant({ accountId: ACCOUNT_ID, clientId: CLIENT_ID })
  grant.addResourceScope(resource, SCOPE)
  const code = new provider.AuthorizationCode({
    client,
    accountId: ACCOUNT_ID,
    grantId: await grant.save(),
    redirectUri: REDIRECT_URI,
    codeChallenge: CHALLENGE,
    codeChallengeMethod: 'S256',
    scope: SCOPE,
    resource,
    authTime: Math.floor(Date.now() / 1000),
    gty: 'authorization_code',
  } as never)
  return code.save()
}

provider.use(async (ctx, next) => {
  const count = ctx.path.startsWith(`${CODES_PATH}/`) ? Number(ctx.path.slice(CODES_PATH.length + 1)) : undefined
  if (count === undefined) return next()
  const codes: string[] = []
  for (let n = 0; n < count; n++) codes.push(await newCode())
  ctx.body = codes
})
provider.listen(Number(port), '127.0.0.1')
