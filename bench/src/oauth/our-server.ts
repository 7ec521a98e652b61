import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createOAuthServer, memoryStores } from '@footfall/oauth-server'
import { openStore } from '@footfall/storage'
import express from 'express'
import { ACCOUNT_ID, CHALLENGE, CLIENT_ID, CODES_PATH, REDIRECT_URI, SCOPE } from './seeded.ts'

/** node our-server.ts PORT [DIRECTORY]: on SQLite in the directory, every response durable; in memory without a directory. */
const [port = '0', directory] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`
const resource = `${issuer}/mcp`
const now = () => Date.now()

async function openStores() {
  if (directory === undefined) return memoryStores()
  const random = { bytes: (count: number) => randomBytes(count) }
  const control = openStore({ sqlite: { path: join(directory, 'oauth.sqlite') } }, { clock: { now }, random })
  await control.migrate()
  return control.oauth
}

const stores = await openStores()
const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url')
await stores.clients.register(
  {
    id: CLIENT_ID,
    name: 'Bench',
    redirectUris: [REDIRECT_URI],
    authMethod: 'none',
    grantTypes: ['authorization_code', 'refresh_token'],
    credential: undefined,
    registeredAt: now(),
    expiresAt: now() + 86_400_000,
    firstAllowedAt: undefined,
  },
  { network: undefined, perNetworkMax: 10, max: 10 },
)

/** The grant that a person's consent creates. */
async function newCode(): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const handle = hash(randomUUID())
  const asked = {
    clientId: CLIENT_ID,
    clientName: 'Bench',
    redirectUri: REDIRECT_URI,
    codeChallenge: CHALLENGE,
    scopes: SCOPE.split(' '),
    issuer,
    resource,
    accountId: ACCOUNT_ID,
  }
  const at = now()
  await stores.consents.add({
    ...asked,
    hash: handle,
    browserHash: hash('browser'),
    state: 's',
    createdAt: at,
    expiresAt: at + 600_000,
  })
  await stores.consents.approve(handle, {
    ...asked,
    hash: hash(code),
    grant: { products: ['prd_1', 'prd_2'] },
    connectionId: `con_${randomBytes(16).toString('hex')}`,
    issuedAt: at,
    expiresAt: at + 120_000,
    consumedAt: undefined,
  })
  return code
}

const oauth = createOAuthServer({
  issuer,
  resource,
  scopes: { grantable: SCOPE.split(' '), initial: ['notes:read'] },
  stores,
  host: {
    currentAccount: async () => ({ accountId: ACCOUNT_ID, label: 'bench@example.com' }),
    signInUrl: () => '/sign-in',
    readGrant: async () => ({ ok: true, grant: {} }),
  },
  now,
})
const app = express()
app.use(oauth.handler)
app.post(`${CODES_PATH}/:count`, async (req, res) => {
  const codes: string[] = []
  for (let n = 0; n < Number(req.params.count); n++) codes.push(await newCode())
  res.json(codes)
})
app.listen(Number(port), '127.0.0.1')
