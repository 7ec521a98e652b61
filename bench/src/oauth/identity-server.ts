import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { oauthIdentity, parseSettings } from '@footfall/config'
import { type Account, idFactory, timestamp } from '@footfall/core-domain'
import { addTrustAsOperator, createTokenAsOperator, executeForOperator } from '@footfall/operations'
import { openStore } from '@footfall/storage'
import { openIssuer } from '@footfall/testkit/token-issuer'
import { signInAndAuthorization } from '@footfall/web'
import express from 'express'
import { pino } from 'pino'
import { CODES_PATH } from './seeded.ts'

/** node identity-server.ts PORT DIRECTORY: the exchange of identity tokens on SQLite, every response durable. */
const [port = '0', directory = '.'] = process.argv.slice(2)
/** An account has at most 500 active tokens, so the load is that of many. */
const ACCOUNTS = 200

const clock = { now: () => Date.now() }
const random = { bytes: (count: number) => randomBytes(count) }
const baseUrl = `http://127.0.0.1:${port}`
const control = openStore({ sqlite: { path: join(directory, 'identity.sqlite') } }, { clock, random })
await control.migrate()
const issuer = await openIssuer({ claims: { aud: baseUrl } })
const issuers = { privateHosts: new Set<string>(), plainHosts: new Set([issuer.host]) }
const services = { store: control.store, clock, random }
const ids = idFactory(random)

const subjectOf = (index: number) => `repo:acme/site-${index}:ref:refs/heads/main`
for (let index = 0; index < ACCOUNTS; index++) {
  const account: Account = {
    id: ids.account(),
    email: `person-${index}@example.com`,
    name: 'Person',
    language: null,
    created_at: timestamp(clock.now()),
  }
  await control.store.transaction((tx) => tx.store.accounts.insert(account))
  const request = { name: 'CI', scopes: ['analytics:read' as const], products: { mode: 'all' as const } }
  const issued = await executeForOperator(createTokenAsOperator, { account: account.id, request }, services)
  if (issued === undefined) throw new Error('No token was made.')
  const given = {
    issuer: issuer.issuer,
    audience: baseUrl,
    subject: subjectOf(index),
    scopes: request.scopes,
    products: request.products,
    lifetime_seconds: 60,
  }
  await executeForOperator(addTrustAsOperator, { token: issued.token.id, given, issuers }, services)
}

const settings = parseSettings({ BASE_URL: baseUrl, RATE_LIMIT_OAUTH: '0' })
const { authorization } = signInAndAuthorization({
  identity: oauthIdentity(settings),
  settings,
  control,
  key: random.bytes(32),
  clock,
  random,
  log: pino({ level: 'silent' }),
  fetch: globalThis.fetch,
  issuerHosts: issuers,
  credentials: { usage: { used() {} } },
})

let made = 0
const app = express()
app.use(authorization.handler)
app.post(`${CODES_PATH}/:count`, (req, res) => {
  res.json(Array.from({ length: Number(req.params.count) }, () => issuer.sign({ sub: subjectOf(made++ % ACCOUNTS) })))
})
app.listen(Number(port), '127.0.0.1')
