import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { GrantResult, OAuthEvent, OAuthHost } from '../host.ts'
import type { OAuthStores } from '../ports.ts'
import { createOAuthServer, type OAuthServer } from '../server.ts'
import type { OAuthServerOptions } from '../settings.ts'
import type { AttackedService } from '../testing/attacked-service.ts'
import { T0 } from '../testing/time.ts'

/** A host with two products, and the person whom its `session` cookie names. */
export interface TestService extends AttackedService {
  readonly oauth: OAuthServer
  readonly events: OAuthEvent[]
  readonly clock: { now(): number; advance(ms: number): void }
  purgeExpired(): Promise<number>
  close(): Promise<void>
}

export interface ServiceOptions {
  readonly stores: OAuthStores
  readonly clock?: TestService['clock']
  readonly host?: Partial<OAuthHost>
  readonly options?: Partial<OAuthServerOptions>
  /** Run before the handler, such as body parsers. */
  readonly before?: readonly express.RequestHandler[]
  /** Another process of the same service answers under the first one's name. */
  readonly issuer?: string
}

/** All processes of a service share it. */
const KEY = new Uint8Array(32).fill(7)
const PROBLEM = 'Choose a product of yours.'
const GRANTABLE = ['notes:read', 'notes:write', 'team:read']

function testClock(): TestService['clock'] {
  let now = T0
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
  }
}

export async function startService({
  stores,
  clock = testClock(),
  host,
  options,
  before = [],
  issuer,
}: ServiceOptions): Promise<TestService> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const events: OAuthEvent[] = []
  const resource = `${issuer ?? base}/mcp`
  const oauth = createOAuthServer({
    issuer: issuer ?? base,
    resource,
    scopes: { grantable: GRANTABLE, initial: ['notes:read'] },
    stores,
    host: { ...testHost(events), ...host },
    now: clock.now,
    key: KEY,
    deviceGrant: { readGrant: readProducts },
    ...options,
  })
  const app = express()
  for (const middleware of before) app.use(middleware)
  app.use(oauth.handler)
  app.get('/mcp', async (req, res) => {
    const presented = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1]
    const access = presented && (await oauth.verifyAccessToken(presented))
    if (access) res.json(access)
    else res.status(401).set('WWW-Authenticate', `Bearer resource_metadata="${oauth.resourceMetadataUrl}"`).end()
  })
  server.on('request', app)
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return {
    base,
    resource,
    oauth,
    events,
    clock,
    close,
    scopes: { requested: ['notes:read', 'team:read'], other: 'notes:write' },
    signIn: (person) => (person === 'one' ? 'session=acc_1' : 'session=acc_2'),
    fillConsent: (fields) => fields.append('product', 'prd_1'),
    rejectedConsent: { fill: (fields) => fields.append('product', 'prd_of_another_account'), problem: PROBLEM },
    lifetimeSeconds: options?.lifetimeSeconds ?? {},
    devices: { path: '/device' },
    purgeExpired: () => oauth.purgeExpired(),
  }
}

function testHost(events: OAuthEvent[]): OAuthHost {
  return {
    async currentAccount(req) {
      const accountId = /(?:^|; )session=(acc_\w+)/.exec(req.headers.cookie ?? '')?.[1]
      return accountId ? { accountId, label: `${accountId}@example.com` } : undefined
    },
    signInUrl: (returnTo) => `/sign-in?return_to=${encodeURIComponent(returnTo)}`,
    readGrant: readProducts,
    observe: (event) => void events.push(event),
  }
}

async function readProducts(form: URLSearchParams): Promise<GrantResult> {
  const products = form.getAll('product')
  const known = products.every((product) => ['prd_1', 'prd_2'].includes(product))
  if (products.length === 0 || !known) return { ok: false, problem: PROBLEM }
  return { ok: true, grant: { products } }
}
