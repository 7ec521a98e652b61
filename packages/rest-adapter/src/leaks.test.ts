import { hashSecret, mintSecret } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import {
  describeEachDialect,
  runSql,
  type SeededProduct,
  seedConnection,
  seedProduct,
  seedProductKey,
  seedToken,
} from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openApiDocument } from './footfall/index.ts'
import { type Served, serve } from './test-support.ts'

const engine = testEngine()

describeEachDialect('reports of leaked secrets', (database) => {
  let served: Served
  let limited: Served
  let seeded: SeededProduct
  beforeAll(async () => {
    const parts = { ...servicesOn(database), ...(await engine.services(database)), leakAnsweredAfterMs: 0 }
    served = await serve({ ...parts, rateLimits: { requests: 0, collect: 0, oauth: 0 } })
    limited = await serve({ ...parts, rateLimits: { requests: 0, collect: 0, oauth: 2 } })
  })
  afterAll(async () => {
    await served.close()
    await limited.close()
  })
  beforeEach(async () => {
    seeded = await seedProduct(database)
  })

  const report = (body: unknown, headers: Record<string, string> = {}, at: Served = served) =>
    at.send('POST', '/api/v1/leaked', JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  const statusOf = async (token: { token: { id: never } } | { token: { id: string } }) =>
    (await database.store.tokens.find(token.token.id as never))?.token.status
  const mails = async () => {
    const { email } = seeded.people.owner.account
    return (await database.store.outbox.list(500)).filter(({ to }) => to === email)
  }

  it('revokes a reported account token with what it created, notifies its owner and writes to the audit log', async () => {
    const { account } = seeded.people.owner
    const root = await seedToken(database, account, { scopes: [...SCOPES] })
    const child = await seedToken(database, account, { scopes: ['team:read'], parent: root.token })
    const key = await seedProductKey(database, seeded.product, { issuer: root.token.id, account: account.id })
    const other = await seedToken(database, account, { scopes: ['team:read'] })
    const { status, body } = await report({ secret: root.secret })
    expect([status, body]).toEqual([202, { data: { received: true } }])
    expect([await statusOf(root), await statusOf(child), await statusOf(other)]).toEqual([
      'revoked',
      'disabled',
      'active',
    ])
    const record = await database.store.productKeys.findByHash(hashSecret(key.secret))
    expect(record?.key.status).toBe('disabled')
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Leaked access token ended in your Footfall account' })
    expect(mail?.text).toContain('So were 2 credentials that it had made.')
    expect(JSON.stringify([mail, served.logged])).not.toContain(root.secret)
    const { rows } = await database.store.audit.pageForToken(root.token.id, { limit: 10 })
    expect(rows).toMatchObject([{ operation: 'leak_reported', actor: { kind: 'anonymous', account: account.id } }])
    expect(JSON.stringify(rows)).not.toContain(root.secret)
    expect((await served.get('/api/v1/products', root.secret)).status).toBe(401)
    expect((await report({ secret: root.secret })).body).toEqual({ data: { received: true } })
    expect(await mails()).toHaveLength(1)
  })

  it('revokes a reported Website API key, also one whose issuer is unknown', async () => {
    for (const issuer of [{ account: seeded.people.owner.account.id }, {}]) {
      const key = await seedProductKey(database, seeded.product, { scopes: ['analytics:read'], ...issuer })
      await report({ secret: key.secret })
      expect((await database.store.productKeys.findByHash(hashSecret(key.secret)))?.key.status).toBe('revoked')
    }
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Leaked Website API key ended in your Footfall account',
      'Leaked Website API key ended in your Footfall account',
    ])
  })

  it.each(['oauth_access', 'oauth_refresh'] as const)(
    'ends a connection when its secret of the kind %s is reported',
    async (kind) => {
      const { id: account } = seeded.people.owner.account
      const [connection, other] = [
        await seedConnection(database, account, [seeded.product]),
        await seedConnection(database, account, [seeded.product]),
      ]
      const { secret } = mintSecret(kind, database.random)
      const hash = Buffer.from(hashSecret(secret.reveal()), 'hex').toString('base64url')
      const now = database.clock.now()
      const row =
        kind === 'oauth_access'
          ? `insert into oauth_access_tokens (hash, connection_id, issued_at, expires_at) values ('${hash}', '${connection}', ${now}, ${now + 60_000})`
          : `insert into oauth_refresh_tokens (hash, connection_id, generation, issued_at, expires_at) values ('${hash}', '${connection}', 1, ${now}, ${now + 60_000})`
      await runSql(database.config, row)
      await report({ secret: secret.reveal() })
      const live = await Promise.all(
        [connection, other].map(async (id) => (await database.store.connectedApps.find(account, id))?.revoked_at),
      )
      expect(live).toEqual([expect.any(String), undefined])
      expect((await mails())[0]?.subject).toBe('Leaked connected app ended in your Footfall account')
    },
  )

  it('reports get the same response for every secret, and only the complete secret of an active credential has an effect', async () => {
    const { token, secret } = await seedToken(database, seeded.people.owner.account, { scopes: ['team:read'] })
    const ended = await seedToken(database, seeded.people.owner.account, { scopes: ['team:read'], status: 'disabled' })
    const unknown = mintSecret('account_token', database.random).secret.reveal()
    const parts = [secret.slice(0, -1), `${secret}x`, secret.slice(0, 8), ` ${secret}`, secret.toUpperCase(), token.id]
    for (const text of [...parts, unknown, ended.secret, hashSecret(secret), '%', "' or '1'='1", '😀', 'x']) {
      const { status, body, headers } = await report({ secret: text })
      expect([status, body, headers.get('cache-control')]).toEqual([202, { data: { received: true } }, 'no-store'])
    }
    expect(await statusOf({ token })).toBe('active')
    expect(await statusOf(ended)).toBe('disabled')
    expect(await mails()).toEqual([])
  })

  it.each([
    [{}, 'secret'],
    [{ secret: '' }, 'secret'],
    [{ secret: null }, 'secret'],
    [{ secret: 7 }, 'secret'],
    [{ secret: ['jt_'] }, 'secret'],
    [{ secret: 'x'.repeat(257) }, 'secret'],
    [{ secret: 'x', source: 'commit' }, 'source'],
    [[{ secret: 'x' }], 'body'],
    ['x', 'body'],
  ])('rejects the report %j and names the field', async (body, path) => {
    const answer = await report(body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([path])
  })

  it('reports are documented for everybody', () => {
    const { paths = {} } = openApiDocument('https://stats.example')
    expect(paths['/api/v1/leaked']?.post).toMatchObject({ security: [], responses: { 202: {}, 400: {}, 429: {} } })
  })

  it('reports are bounded in size, and limited per network', async () => {
    expect((await report({ secret: 'x'.repeat(5_000) })).status).toBe(413)
    expect((await report({ secret: 'x' }, { 'content-type': 'text/csv' })).status).toBe(415)
    expect((await served.send('GET', '/api/v1/leaked', undefined)).status).toBe(405)
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await report({ secret: 'x' }, {}, limited)).status)
    expect(statuses).toEqual([202, 202, 429])
  })

  it('reports are taken without a credential only, so that no token can be used to report', async () => {
    const { token, secret } = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
    const answers = [secret, 'garbage'].map((by) => report({ secret }, { authorization: `Bearer ${by}` }))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 401])
    expect(await statusOf({ token })).toBe('active')
  })

  it('two reports at once end a token once', async () => {
    const { token, secret } = await seedToken(database, seeded.people.owner.account, { scopes: ['team:read'] })
    await Promise.all([report({ secret }), report({ secret }), report({ secret })])
    expect(await statusOf({ token })).toBe('revoked')
    expect(await mails()).toHaveLength(1)
  })
})
