import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { NewConnection, OAuthStores, Rotation, UnusedLimits } from '../ports.ts'
import type { AuthorizationCode, Connection, ConsentRequest, RefreshToken, RegisteredClient } from '../records.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const T0 = Date.parse('2026-03-01T00:00:00Z')

/**
 * What every adapter of the stores must do, one rule a test. `open` is called in each test and answers stores that may hold
 * records of others; two handles on the same database let the races run across processes.
 */
export function describeStores(name: string, open: () => { stores: OAuthStores; other?: OAuthStores }): void {
  describe(`the OAuth stores ${name}`, () => {
    describe('clients', () => clientRules(open))
    describe('consent requests', () => consentRules(open))
    describe('codes', () => codeRules(open))
    describe('connections', () => connectionRules(open))
    describe('purging', () => purgeRules(open))
  })
}

type Open = () => { stores: OAuthStores; other?: OAuthStores }

let made = 0
const fresh = (kind: string) => `${kind}${process.pid}x${++made}`
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

function aClient(change: Partial<RegisteredClient> = {}): RegisteredClient {
  return {
    id: fresh('oc_'),
    name: 'Ünïcode “client” 🐈',
    redirectUris: ['https://app.example/cb', 'http://127.0.0.1:8000/cb'],
    authMethod: 'client_secret_basic',
    grantTypes: ['authorization_code', 'refresh_token'],
    credential: hash('secret'),
    registeredAt: T0,
    expiresAt: T0 + 365 * DAY,
    firstAllowedAt: undefined,
    ...change,
  }
}

function aConsent(change: Partial<ConsentRequest> = {}): ConsentRequest {
  return {
    hash: hash(fresh('handle')),
    browserHash: hash('browser'),
    accountId: fresh('acc_'),
    clientId: fresh('oc_'),
    clientName: 'Client',
    redirectUri: 'https://app.example/cb',
    codeChallenge: hash('verifier'),
    scopes: ['a:read', 'b:write'],
    issuer: 'https://auth.example',
    resource: 'https://api.example/mcp',
    state: 'a state & more',
    createdAt: T0,
    expiresAt: T0 + 600 * SECOND,
    ...change,
  }
}

function aCode(consent: ConsentRequest, change: Partial<AuthorizationCode> = {}): AuthorizationCode {
  const { accountId, clientId, clientName, redirectUri, codeChallenge, scopes, issuer, resource } = consent
  return {
    accountId,
    clientId,
    clientName,
    redirectUri,
    codeChallenge,
    scopes,
    issuer,
    resource,
    hash: hash(fresh('code')),
    grant: { products: ['prd_1', 'prd_2'], deep: { list: [1, true, null, 'text'] } },
    connectionId: fresh('con_'),
    issuedAt: T0,
    expiresAt: T0 + 120 * SECOND,
    consumedAt: undefined,
    ...change,
  }
}

function begin(
  code: AuthorizationCode,
  change: Partial<Connection> = {},
): NewConnection & { refreshToken: RefreshToken } {
  const { clientId, clientName, accountId, issuer, resource, scopes, grant, connectionId } = code
  const connection: Connection = {
    id: connectionId,
    clientId,
    clientName,
    accountId,
    issuer,
    resource,
    scopes,
    grant,
    createdAt: T0,
    expiresAt: T0 + 90 * DAY,
    refreshedAt: T0,
    revokedAt: undefined,
    generation: 0,
    ...change,
  }
  return { connection, accessToken: access(connectionId), refreshToken: refresh(connectionId, 0) }
}

const access = (connectionId: string) => ({
  hash: hash(fresh('access')),
  connectionId,
  issuedAt: T0,
  expiresAt: T0 + HOUR,
})
const refresh = (connectionId: string, generation: number): RefreshToken => ({
  hash: hash(fresh('refresh')),
  connectionId,
  generation,
  issuedAt: T0,
  expiresAt: T0 + 30 * DAY,
  consumedAt: undefined,
})

async function approved(stores: OAuthStores, change: Partial<ConsentRequest> = {}): Promise<AuthorizationCode> {
  const consent = aConsent(change)
  const code = aCode(consent)
  await stores.consents.add(consent)
  expect(await stores.consents.approve(consent.hash, code)).toBe(true)
  return code
}

async function connected(stores: OAuthStores, change: Partial<Connection> = {}, asked: Partial<ConsentRequest> = {}) {
  const code = await approved(stores, asked)
  const begun = begin(code, change)
  expect(await stores.codes.redeem(code.hash, begun, T0)).toBe(true)
  return { code, ...begun }
}

function rotationOf(presented: RefreshToken, change: Partial<Rotation> = {}): Rotation {
  return {
    presented: presented.hash,
    connectionId: presented.connectionId,
    accessToken: access(presented.connectionId),
    refreshToken: refresh(presented.connectionId, presented.generation + 1),
    now: T0 + HOUR,
    consumedSince: undefined,
    ...change,
  }
}

const ROOMY: UnusedLimits = { network: undefined, perNetworkMax: 1_000_000, max: 1_000_000 }

function clientRules(open: Open): void {
  it('finds a client as it was registered, and nothing for an unknown id', async () => {
    const { stores } = open()
    const confidential = aClient()
    const open_ = aClient({ authMethod: 'none', credential: undefined, grantTypes: ['authorization_code'] })
    await stores.clients.register(confidential, ROOMY)
    await stores.clients.register(open_, ROOMY)
    expect(await stores.clients.find(confidential.id)).toEqual(confidential)
    expect(await stores.clients.find(open_.id)).toEqual(open_)
    expect(await stores.clients.find('oc_nobody')).toBeUndefined()
  })

  /** Registered a second apart, in this order. */
  const registered = async (stores: OAuthStores, count: number, limits: Partial<UnusedLimits>, from = T0) => {
    const clients = Array.from({ length: count }, (_, n) => aClient({ registeredAt: from + n * SECOND }))
    for (const client of clients) await stores.clients.register(client, { ...ROOMY, ...limits })
    return clients.map(({ id }) => id)
  }
  const standing = async (stores: OAuthStores, ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => stores.clients.find(id)))
    return ids.filter((_, index) => found[index] !== undefined)
  }
  const allow = async (stores: OAuthStores, clientId: string) => {
    const consent = aConsent({ clientId })
    await stores.consents.add(consent)
    expect(await stores.consents.approve(consent.hash, aCode(consent))).toBe(true)
  }

  it('removes the oldest unused registrations of a network beyond its limit, and none of other networks', async () => {
    const { stores } = open()
    const [network, other] = [hash(fresh('network')), hash(fresh('network'))]
    const elsewhere = [
      ...(await registered(stores, 2, { network: other }, T0 - DAY)),
      ...(await registered(stores, 2, { network: undefined }, T0 - DAY)),
    ]
    const mine = await registered(stores, 10, { network, perNetworkMax: 3 })
    expect(await standing(stores, mine)).toEqual(mine.slice(-3))
    expect(await standing(stores, elsewhere)).toEqual(elsewhere)
  })

  it('removes several unused registrations if the limit of a network was lowered', async () => {
    const { stores } = open()
    const network = hash(fresh('network'))
    const before = await registered(stores, 5, { network, perNetworkMax: 5 })
    const [added] = await registered(stores, 1, { network, perNetworkMax: 2 }, T0 + HOUR)
    expect(await standing(stores, [...before, added ?? ''])).toEqual([before[4], added])
  })

  it('neither counts nor removes a registration that got consent', async () => {
    const { stores } = open()
    const network = hash(fresh('network'))
    const [used = '', unused = ''] = await registered(stores, 2, { network })
    await allow(stores, used)
    const [second = ''] = await registered(stores, 1, { network, perNetworkMax: 2 }, T0 + HOUR)
    expect(await standing(stores, [used, unused, second])).toEqual([used, unused, second])
    const [third = ''] = await registered(stores, 1, { network, perNetworkMax: 2 }, T0 + 2 * HOUR)
    expect(await standing(stores, [used, unused, second, third])).toEqual([used, second, third])
  })

  it('removes the oldest unused registrations beyond the total limit, of whatever network', async () => {
    const { stores } = open()
    // Records of others count too, so that these must be older and the number is counted first.
    const base = T0 - 1000 * DAY
    const [used = '', ...unused] = await registered(stores, 4, { network: hash(fresh('network')) }, base)
    await allow(stores, used)
    const max = await countUnused(stores)
    const [one = ''] = await registered(stores, 1, { network: hash(fresh('network')), max })
    expect(await standing(stores, [used, ...unused, one])).toEqual([used, ...unused.slice(1), one])
    const [two = ''] = await registered(stores, 1, { network: undefined, max })
    expect(await standing(stores, [used, ...unused, one, two])).toEqual([used, ...unused.slice(2), one, two])
    expect(await countUnused(stores)).toBe(max)
  })

  it('exceeds no limit and refuses no client if many register concurrently on two handles', async () => {
    const { stores, other = stores } = open()
    const network = hash(fresh('network'))
    await registered(stores, 3, {}, T0 - 2000 * DAY)
    const max = await countUnused(stores)
    const clients = Array.from({ length: 12 }, () => aClient({ registeredAt: T0 + DAY }))
    await Promise.all(
      clients.map((client, index) =>
        (index % 2 ? stores : other).clients.register(client, { network, perNetworkMax: 3, max: max + 2 }),
      ),
    )
    const ids = clients.map(({ id }) => id)
    expect(await standing(stores, ids)).toHaveLength(3)
    expect(await countUnused(stores)).toBe(max + 2)
  })

  it('lists clients newest first, in pages', async () => {
    const { stores } = open()
    const late = T0 + 10_000 * DAY
    const clients = [3, 1, 2].map((n) => aClient({ registeredAt: late + n, expiresAt: late + DAY }))
    for (const client of clients) await stores.clients.register(client, ROOMY)
    const [third, first, second] = clients
    const page = await stores.clients.list({ limit: 2 })
    expect(page).toEqual([third, second])
    expect(await stores.clients.list({ limit: 1, after: second?.id })).toEqual([first])
    for (const { id } of clients) await stores.clients.remove(id, T0)
  })

  it('removes a registration and revokes all connections of its client id, registered or not', async () => {
    const { stores } = open()
    const client = aClient()
    await stores.clients.register(client, ROOMY)
    const mine = await connected(stores, {}, { clientId: client.id })
    const other = await connected(stores)
    expect(await stores.clients.remove(client.id, T0 + 5)).toBe(true)
    expect(await stores.clients.find(client.id)).toBeUndefined()
    expect((await stores.connections.find(mine.connection.id))?.revokedAt).toBe(T0 + 5)
    expect((await stores.connections.find(other.connection.id))?.revokedAt).toBeUndefined()
    expect(await stores.clients.remove(client.id, T0 + 6)).toBe(false)
    expect(await stores.clients.remove(other.connection.clientId, T0 + 6)).toBe(true)
  })
}

async function countUnused(stores: OAuthStores): Promise<number> {
  let count = 0
  let after: string | undefined
  for (;;) {
    const page = await stores.clients.list({ limit: 100, after })
    count += page.filter(({ firstAllowedAt }) => firstAllowedAt === undefined).length
    after = page.at(-1)?.id
    if (after === undefined) return count
  }
}

function consentRules(open: Open): void {
  it('finds a consent request as it was added, expired or not', async () => {
    const { stores } = open()
    const consent = aConsent({ expiresAt: T0 - 1 })
    await stores.consents.add(consent)
    expect(await stores.consents.find(consent.hash)).toEqual(consent)
    expect(await stores.consents.find(hash('unknown'))).toBeUndefined()
  })

  it('approves a consent request once, and records when its client first got consent', async () => {
    const { stores } = open()
    const client = aClient()
    await stores.clients.register(client, ROOMY)
    for (const [index, issuedAt] of [T0 + 1, T0 + 2].entries()) {
      const consent = aConsent({ clientId: client.id })
      const code = aCode(consent, { issuedAt })
      await stores.consents.add(consent)
      expect(await stores.consents.approve(consent.hash, code)).toBe(true)
      expect(await stores.consents.find(consent.hash)).toBeUndefined()
      expect(await stores.codes.find(code.hash)).toEqual(code)
      expect((await stores.clients.find(client.id))?.firstAllowedAt, `approval ${index}`).toBe(T0 + 1)
      const again = aCode(consent)
      expect(await stores.consents.approve(consent.hash, again)).toBe(false)
      expect(await stores.codes.find(again.hash)).toBeUndefined()
    }
  })

  it('accepts one of many concurrent decisions on a consent request, on two handles', async () => {
    const { stores, other = stores } = open()
    const consent = aConsent()
    await stores.consents.add(consent)
    const codes = [1, 2, 3, 4].map(() => aCode(consent))
    const answers = await Promise.all([
      ...codes.map((code, index) => (index % 2 ? stores : other).consents.approve(consent.hash, code)),
      stores.consents.remove(consent.hash),
      other.consents.remove(consent.hash),
    ])
    expect(answers.filter(Boolean)).toHaveLength(1)
    const kept = await Promise.all(codes.map(({ hash }) => stores.codes.find(hash)))
    expect(kept.map(Boolean)).toEqual(answers.slice(0, 4))
  })
}

function codeRules(open: Open): void {
  it('redeems a code once, and adds the connection with its tokens', async () => {
    const { stores } = open()
    const { code, connection, accessToken, refreshToken } = await connected(stores)
    expect(await stores.codes.find(code.hash)).toEqual({ ...code, consumedAt: T0 })
    expect(await stores.connections.find(connection.id)).toEqual(connection)
    expect(await stores.connections.findByAccessToken(accessToken.hash)).toEqual({ token: accessToken, connection })
    expect(await stores.connections.findByRefreshToken(refreshToken.hash)).toEqual({ token: refreshToken, connection })

    const again = begin({ ...code, connectionId: fresh('con_') })
    expect(await stores.codes.redeem(code.hash, again, T0)).toBe(false)
    expect(await stores.connections.find(again.connection.id)).toBeUndefined()
    expect(await stores.connections.findByAccessToken(again.accessToken.hash)).toBeUndefined()
  })

  it('adds a connection without a refresh token', async () => {
    const { stores } = open()
    const code = await approved(stores)
    const { refreshToken, ...begun } = begin(code)
    expect(await stores.codes.redeem(code.hash, { ...begun, refreshToken: undefined }, T0)).toBe(true)
    expect(await stores.connections.findByRefreshToken(refreshToken.hash)).toBeUndefined()
  })

  it('invalidates a code once, and never redeems it afterwards', async () => {
    const { stores } = open()
    const code = await approved(stores)
    expect(await stores.codes.invalidate(code.hash, T0 + 1)).toBe(true)
    expect(await stores.codes.invalidate(code.hash, T0 + 2)).toBe(false)
    expect(await stores.codes.redeem(code.hash, begin(code), T0 + 2)).toBe(false)
    expect((await stores.codes.find(code.hash))?.consumedAt).toBe(T0 + 1)
    expect(await stores.connections.find(code.connectionId)).toBeUndefined()
  })

  it('redeems or invalidates a code once if it is presented concurrently on two handles', async () => {
    const { stores, other = stores } = open()
    const code = await approved(stores)
    const begun = Array.from({ length: 6 }, () => begin(code))
    const won = await Promise.all(
      begun.map((each, index) => (index % 2 ? stores : other).codes.redeem(code.hash, each, T0)),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    const kept = await Promise.all(
      begun.map(({ accessToken }) => stores.connections.findByAccessToken(accessToken.hash)),
    )
    expect(kept.map(Boolean)).toEqual(won)
  })
}

function connectionRules(open: Open): void {
  it('adds a connection without a code, and records when its client first got consent', async () => {
    const { stores } = open()
    const client = aClient()
    await stores.clients.register(client, ROOMY)
    const begun = [T0 + 1, T0 + 2].map((createdAt) => begin(aCode(aConsent({ clientId: client.id })), { createdAt }))
    const [both, lone] = begun
    if (both === undefined || lone === undefined) throw new Error('There are two.')
    await stores.connections.begin(both)
    await stores.connections.begin({ ...lone, refreshToken: undefined })
    for (const { connection, accessToken } of begun)
      expect(await stores.connections.findByAccessToken(accessToken.hash)).toEqual({ token: accessToken, connection })
    expect((await stores.connections.findByRefreshToken(both.refreshToken.hash))?.token).toEqual(both.refreshToken)
    expect(await stores.connections.findByRefreshToken(lone.refreshToken.hash)).toBeUndefined()
    expect((await stores.clients.find(client.id))?.firstAllowedAt).toBe(T0 + 1)
  })

  it('rotates an unconsumed refresh token: consumes it, adds new tokens and updates the connection', async () => {
    const { stores } = open()
    const { connection, accessToken, refreshToken } = await connected(stores)
    const rotation = rotationOf(refreshToken)
    expect(await stores.connections.rotate(rotation)).toBe(true)
    const moved = { ...connection, generation: 1, refreshedAt: rotation.now }
    expect(await stores.connections.findByRefreshToken(refreshToken.hash)).toEqual({
      token: { ...refreshToken, consumedAt: rotation.now },
      connection: moved,
    })
    expect(await stores.connections.findByRefreshToken(rotation.refreshToken.hash)).toEqual({
      token: rotation.refreshToken,
      connection: moved,
    })
    expect((await stores.connections.findByAccessToken(rotation.accessToken.hash))?.token).toEqual(rotation.accessToken)
    // The access token before lives out its hour.
    expect((await stores.connections.findByAccessToken(accessToken.hash))?.token).toEqual(accessToken)
  })

  it('rotates a consumed refresh token only within the grace period and only of the previous generation', async () => {
    const { stores } = open()
    const { refreshToken: first } = await connected(stores)
    const one = rotationOf(first, { now: T0 + 100 })
    expect(await stores.connections.rotate(one)).toBe(true)
    expect(await stores.connections.rotate(rotationOf(first, { now: T0 + 101 }))).toBe(false)
    expect(await stores.connections.rotate(rotationOf(first, { now: T0 + 110, consumedSince: T0 + 101 }))).toBe(false)
    const forgiven = rotationOf(first, { now: T0 + 110, consumedSince: T0 + 100 })
    expect(await stores.connections.rotate(forgiven)).toBe(true)
    expect((await stores.connections.findByRefreshToken(first.hash))?.token.consumedAt).toBe(T0 + 100)
    expect((await stores.connections.find(first.connectionId))?.generation).toBe(1)

    expect(await stores.connections.rotate(rotationOf(one.refreshToken, { now: T0 + 120 }))).toBe(true)
    expect(await stores.connections.rotate(rotationOf(first, { now: T0 + 130, consumedSince: T0 }))).toBe(false)
    // The sibling that was forgiven is not consumed, and may go on; the connection does not go back.
    expect(await stores.connections.rotate(rotationOf(forgiven.refreshToken, { now: T0 + 140 }))).toBe(true)
    expect((await stores.connections.find(first.connectionId))?.generation).toBe(2)
  })

  it('rotates no refresh token of a revoked connection or through another connection', async () => {
    const { stores } = open()
    const { connection, refreshToken } = await connected(stores)
    const another = await connected(stores)
    const crossed = rotationOf(refreshToken, { connectionId: another.connection.id })
    expect(await stores.connections.rotate(crossed)).toBe(false)
    expect(await stores.connections.revoke(connection.id, T0 + 1, 'revoked_by_host')).toBe(true)
    expect(await stores.connections.rotate(rotationOf(refreshToken))).toBe(false)
    expect(await stores.connections.rotate(rotationOf({ ...refreshToken, hash: hash('unknown') }))).toBe(false)
    expect((await stores.connections.findByRefreshToken(refreshToken.hash))?.token).toEqual(refreshToken)
  })

  it('rotates a refresh token once if it is presented concurrently on two handles', async () => {
    const { stores, other = stores } = open()
    const { refreshToken } = await connected(stores)
    const rotations = Array.from({ length: 6 }, () => rotationOf(refreshToken))
    const won = await Promise.all(
      rotations.map((rotation, index) => (index % 2 ? stores : other).connections.rotate(rotation)),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    const kept = await Promise.all(
      rotations.map((rotation) => stores.connections.findByRefreshToken(rotation.refreshToken.hash)),
    )
    expect(kept.map(Boolean)).toEqual(won)
  })

  it('revokes a connection once, for all its tokens', async () => {
    const { stores, other = stores } = open()
    const { connection, accessToken } = await connected(stores)
    const won = await Promise.all(
      [stores, other].map(({ connections }) => connections.revoke(connection.id, T0 + 9, 'revoked_by_host')),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await stores.connections.findByAccessToken(accessToken.hash))?.connection.revokedAt).toBe(T0 + 9)
    expect(await stores.connections.revoke('con_unknown', T0, 'revoked_by_host')).toBe(false)
  })

  it('lists connections newest first, in pages, filtered by account, client and validity', async () => {
    const { stores } = open()
    const accountId = fresh('acc_')
    const [a, b, c] = await Promise.all(
      [1, 2, 3].map((n) => connected(stores, { createdAt: T0 + n, expiresAt: T0 + n * DAY }, { accountId })),
    )
    const ids = async (filter: object, page = { limit: 10 }) =>
      (await stores.connections.list({ accountId, ...filter }, page)).map(({ id }) => id)
    const [first, second, third] = [a?.connection.id, b?.connection.id, c?.connection.id]
    expect(await ids({})).toEqual([third, second, first])
    expect(await ids({}, { limit: 1, after: third } as { limit: number })).toEqual([second])
    expect(await ids({ clientId: b?.connection.clientId })).toEqual([second])
    await stores.connections.revoke(third ?? '', T0, 'revoked_by_host')
    expect(await ids({ liveAt: T0 + DAY })).toEqual([second])
    expect(await ids({ accountId: 'acc_nobody' })).toEqual([])
  })
}

function purgeRules(open: Open): void {
  it('purges expired records at their expiry, and keeps consumed codes and refresh tokens of unexpired connections', async () => {
    const { stores } = open()
    const due = T0 + 120 * SECOND
    const client = aClient({ expiresAt: due })
    const kept = aClient({ expiresAt: due + 1 })
    for (const each of [client, kept]) await stores.clients.register(each, ROOMY)
    const [over, open_] = [aConsent({ expiresAt: due }), aConsent({ expiresAt: due + 1 })]
    for (const consent of [over, open_]) await stores.consents.add(consent)
    const unused = await approved(stores)
    const invalidated = await approved(stores)
    await stores.codes.invalidate(invalidated.hash, T0)
    const live = await connected(stores)
    const revoked = await connected(stores)
    await stores.connections.revoke(revoked.connection.id, T0, 'revoked_by_host')
    const rotation = rotationOf(live.refreshToken, { now: T0 })
    await stores.connections.rotate(rotation)
    const ended = await connected(stores, { expiresAt: due })

    expect(await stores.purgeExpired(due - 1)).toBeGreaterThanOrEqual(0)
    expect(await stores.codes.find(unused.hash)).toBeDefined()
    expect(await stores.purgeExpired(due)).toBeGreaterThanOrEqual(7)

    expect(await stores.clients.find(client.id)).toBeUndefined()
    expect(await stores.clients.find(kept.id)).toEqual(kept)
    expect(await stores.consents.find(over.hash)).toBeUndefined()
    expect(await stores.consents.find(open_.hash)).toEqual(open_)
    for (const gone of [unused, invalidated, ended.code]) expect(await stores.codes.find(gone.hash)).toBeUndefined()
    for (const { code } of [live, revoked]) expect(await stores.codes.find(code.hash)).toBeDefined()
    expect(await stores.connections.find(ended.connection.id)).toBeUndefined()
    expect(await stores.connections.findByAccessToken(ended.accessToken.hash)).toBeUndefined()
    expect(await stores.connections.findByRefreshToken(ended.refreshToken.hash)).toBeUndefined()
    expect((await stores.connections.findByRefreshToken(live.refreshToken.hash))?.token.consumedAt).toBe(T0)
    expect(await stores.connections.findByAccessToken(live.accessToken.hash)).toBeDefined()

    await stores.purgeExpired(T0 + 31 * DAY)
    expect(await stores.connections.findByAccessToken(live.accessToken.hash)).toBeUndefined()
    expect(await stores.connections.findByRefreshToken(live.refreshToken.hash)).toBeDefined()
    expect(await stores.connections.find(revoked.connection.id)).toBeDefined()
    await stores.purgeExpired(T0 + 90 * DAY)
    expect(await stores.codes.find(live.code.hash)).toBeUndefined()
    expect(await stores.connections.findByRefreshToken(live.refreshToken.hash)).toBeUndefined()
  })
}
