import { createHash } from 'node:crypto'
import { issuerHosts, oauthIdentity, parseSettings } from '@footfall/config'
import type { Account, SessionId } from '@footfall/core-domain'
import { requestIds } from '@footfall/http-primitives'
import { sessionsOn } from '@footfall/operations/test-support'
import { describeEachDialect, seedProduct, testServer } from '@footfall/testkit'
import express from 'express'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { fieldOf } from '../test-support.ts'
import { createIssuerKeys } from '../workload-identity/issuer-keys.ts'
import { authorizationServer } from './authorization-server.ts'

const CALLBACK = 'https://app.example/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

describeEachDialect('the audit log of the authorization server', (database) => {
  const server = testServer()
  let origin: string
  let clientId: string
  let requests = 0

  const key = new Uint8Array(32)
  const sessionsOf = () => sessionsOn(database, key)

  beforeAll(async () => {
    origin = server.origin
    const { clock, random, control } = database
    const settings = parseSettings({ BASE_URL: origin, RATE_LIMIT_OAUTH: '0' })
    const { handler } = authorizationServer({
      identity: oauthIdentity(settings),
      settings,
      control,
      sessions: sessionsOf(),
      cookie: sessionCookie(false),
      key,
      clock,
      random,
      log: pino({ level: 'silent' }),
      issuerKeys: createIssuerKeys({ hosts: issuerHosts(settings), clock }),
    })
    const app = express().use(
      requestIds(() => `req_${++requests}`),
      handler,
    )
    server.handle(app)
    const registered = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Calendar',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'none',
      }),
    })
    clientId = ((await registered.json()) as { client_id: string }).client_id
  })

  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie },
      body: new URLSearchParams(fields),
    })

  /** Somebody with a product, who has just signed in, is asked and answers. */
  const decide = async (decision: 'allow' | 'deny') => {
    const { product, people } = await seedProduct(database)
    const { account } = people.owner
    const secret = (await sessionsOf().begin(account)).reveal()
    const session = (await sessionsOf().find(secret))?.id
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      resource: `${origin}/api/mcp`,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      scope: 'analytics:read',
      state: 'st',
    })
    const own = `footfall_session=${secret}`
    const asked = await fetch(`${origin}/oauth/authorize?${query}`, { headers: { cookie: own } })
    const page = await asked.text()
    const fields = { consent: fieldOf(page, 'consent'), sign_in: fieldOf(page, 'sign_in'), product, decision }
    const cookie = [own, ...asked.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ')
    const answered = await post('/oauth/consent', fields, cookie)
    expect(answered.status).toBe(303)
    const code = new URL(answered.headers.get('location') ?? '').searchParams.get('code') ?? ''
    return { account, product, session, code, requestId: answered.headers.get('request-id') }
  }
  const exchange = (code: string) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: VERIFIER,
      redirect_uri: CALLBACK,
      resource: `${origin}/api/mcp`,
    })
  const refresh = (token: string) =>
    post('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: token,
      resource: `${origin}/api/mcp`,
    })
  const tokensOf = async (response: Response) => {
    expect(response.status).toBe(200)
    return (await response.json()) as { access_token: string; refresh_token: string }
  }
  /** What the account's owner can be shown. */
  const entriesOf = ({ id }: Account) => database.store.audit.list({ account: id, limit: 20 })
  const entryOf = async (account: Account, name: string) =>
    (await entriesOf(account)).find(({ operation }) => operation === name)
  const operationsOf = async (account: Account) => (await entriesOf(account)).map(({ operation }) => operation).sort()
  const connectionOf = async ({ id }: Account) => {
    const [connection] = await database.control.oauth.connections.list({ accountId: id }, { limit: 1 })
    return connection?.id
  }
  const byPerson = (account: Account, session: SessionId | undefined) => ({
    kind: 'session',
    credential: session,
    account: account.id,
    lineage: [],
  })
  const byConnection = (account: Account, connection: string | undefined) => ({
    kind: 'oauth_connection',
    credential: connection,
    account: account.id,
    lineage: [],
  })

  it('records an allowed consent with account, application, scopes, products, address and connection', async () => {
    const { account, product, session, code, requestId } = await decide('allow')
    const [allowed, ...none] = await entriesOf(account)
    expect(none).toEqual([])
    expect(requestId).toMatch(/^req_\d+$/)
    expect(session).toBeDefined()
    expect(allowed).toMatchObject({
      actor: byPerson(account, session),
      operation: 'oauth_consent_allow',
      product: undefined,
      summary: 'Allow the application “Calendar” to connect.',
      changes: [
        { path: 'client', from: null, to: clientId },
        { path: 'redirect_uri', from: null, to: CALLBACK },
        { path: 'scopes', from: null, to: ['analytics:read'] },
        {
          path: 'granted',
          from: null,
          to: {
            products: [product],
            limits: { read_only: false, toolsets: null, preview_first: false, approval: false },
          },
        },
      ],
      channel: 'dashboard',
      address: '127.0.0.1',
      request_id: requestId,
    })
    await tokensOf(await exchange(code))
    expect(allowed?.subject).toBe(await connectionOf(account))
  })

  it('records the start of a connection', async () => {
    const { account, code } = await decide('allow')
    const exchanged = await exchange(code)
    const connection = await connectionOf(account)
    expect(await entryOf(account, 'oauth_connection_begin')).toMatchObject({
      actor: byConnection(account, connection),
      subject: connection,
      changes: [{ path: 'status', from: null, to: 'active' }],
      channel: 'mcp',
      address: '127.0.0.1',
      request_id: exchanged.headers.get('request-id'),
    })
  })

  it('records a denied consent', async () => {
    const { account, session, requestId } = await decide('deny')
    expect(await entriesOf(account)).toMatchObject([
      {
        actor: byPerson(account, session),
        operation: 'oauth_consent_deny',
        subject: clientId,
        summary: 'Deny the application “Calendar”.',
        changes: [],
        address: '127.0.0.1',
        request_id: requestId,
      },
    ])
  })

  it('records once that a connection was revoked because its code was reused', async () => {
    const { account, code } = await decide('allow')
    await tokensOf(await exchange(code))
    const again = await Promise.all([exchange(code), exchange(code), exchange(code)])
    expect(again.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(await operationsOf(account)).toEqual([
      'oauth_connection_begin',
      'oauth_connection_reuse',
      'oauth_consent_allow',
    ])
    const connection = await connectionOf(account)
    expect(await entryOf(account, 'oauth_connection_reuse')).toMatchObject({
      actor: byConnection(account, connection),
      subject: connection,
      summary: 'End the connection of the application “Calendar”: its authorization code was used twice.',
      changes: [{ path: 'status', from: 'active', to: 'revoked' }],
      address: '127.0.0.1',
      request_id: expect.stringMatching(/^req_\d+$/),
    })
  })

  it('records that a connection was revoked because a refresh token was reused', async () => {
    const { account, code } = await decide('allow')
    const { refresh_token } = await tokensOf(await exchange(code))
    await tokensOf(await refresh(refresh_token))
    expect((await refresh(refresh_token)).status).toBe(400)
    expect((await refresh(refresh_token)).status).toBe(400)
    expect(await operationsOf(account)).toEqual([
      'oauth_connection_begin',
      'oauth_connection_reuse',
      'oauth_consent_allow',
    ])
    expect((await entryOf(account, 'oauth_connection_reuse'))?.summary).toContain('a refresh token was used twice')
  })

  it('records that an application revoked its connection, without secrets', async () => {
    const { account, code } = await decide('allow')
    const { access_token, refresh_token } = await tokensOf(await exchange(code))
    for (let i = 0; i < 2; i++) await post('/oauth/revoke', { client_id: clientId, token: refresh_token })
    expect(await operationsOf(account)).toEqual([
      'oauth_connection_begin',
      'oauth_connection_revoke',
      'oauth_consent_allow',
    ])
    const text = JSON.stringify(await entriesOf(account))
    for (const secret of [code, access_token, refresh_token, VERIFIER, CHALLENGE]) expect(text).not.toContain(secret)
  })

  it('records the right request id for concurrent requests', async () => {
    const decided = await Promise.all(Array.from({ length: 8 }, () => decide('allow')))
    for (const { account, session, requestId } of decided)
      expect(await entriesOf(account)).toMatchObject([{ actor: byPerson(account, session), request_id: requestId }])
  })
})
