import { expect } from '../expect.ts'
import { DAY, T0 } from '../time.ts'
import { aClient, aCode, aConsent, begin, connected, fresh, hash, ROOMY, rotationOf } from './records.ts'
import type { Rule } from './rule.ts'

export function connectionRules(rule: Rule): void {
  rule('adds a connection without a code, and records when its client first got consent', async (open) => {
    const { stores } = await open()
    const client = aClient()
    await stores.clients.register(client, ROOMY)
    const begun = [T0 + 1, T0 + 2].map((createdAt) => begin(aCode(aConsent({ clientId: client.id })), { createdAt }))
    const [both, lone] = begun
    if (both === undefined || lone === undefined) throw new Error('There are two connections.')
    await stores.connections.begin(both)
    await stores.connections.begin({ ...lone, refreshToken: undefined })
    for (const { connection, accessToken } of begun)
      expect(await stores.connections.findByAccessToken(accessToken.hash)).toEqual({ token: accessToken, connection })
    expect((await stores.connections.findByRefreshToken(both.refreshToken.hash))?.token).toEqual(both.refreshToken)
    expect(await stores.connections.findByRefreshToken(lone.refreshToken.hash)).toBeUndefined()
    expect((await stores.clients.find(client.id))?.firstAllowedAt).toBe(T0 + 1)
  })

  rule('rotates an unconsumed refresh token: consumes it, adds new tokens and updates the connection', async (open) => {
    const { stores } = await open()
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
    // The previous access token stays valid until it expires.
    expect((await stores.connections.findByAccessToken(accessToken.hash))?.token).toEqual(accessToken)
  })

  rule(
    'rotates a consumed refresh token only within the grace period and only of the previous generation',
    async (open) => {
      const { stores } = await open()
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
      // The token issued within the grace period is unconsumed and can be rotated; the generation never decreases.
      expect(await stores.connections.rotate(rotationOf(forgiven.refreshToken, { now: T0 + 140 }))).toBe(true)
      expect((await stores.connections.find(first.connectionId))?.generation).toBe(2)
    },
  )

  rule('does not rotate a refresh token of a revoked connection or through another connection', async (open) => {
    const { stores } = await open()
    const { connection, refreshToken } = await connected(stores)
    const another = await connected(stores)
    const crossed = rotationOf(refreshToken, { connectionId: another.connection.id })
    expect(await stores.connections.rotate(crossed)).toBe(false)
    expect(await stores.connections.revoke(connection.id, T0 + 1, 'revoked_by_host')).toBe(true)
    expect(await stores.connections.rotate(rotationOf(refreshToken))).toBe(false)
    expect(await stores.connections.rotate(rotationOf({ ...refreshToken, hash: hash('unknown') }))).toBe(false)
    expect((await stores.connections.findByRefreshToken(refreshToken.hash))?.token).toEqual(refreshToken)
  })

  rule('rotates a refresh token once if it is presented concurrently on two handles', async (open) => {
    const { stores, other = stores } = await open()
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

  rule('revokes a connection once, for all its tokens', async (open) => {
    const { stores, other = stores } = await open()
    const { connection, accessToken } = await connected(stores)
    const won = await Promise.all(
      [stores, other].map(({ connections }) => connections.revoke(connection.id, T0 + 9, 'revoked_by_host')),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await stores.connections.findByAccessToken(accessToken.hash))?.connection.revokedAt).toBe(T0 + 9)
    expect(await stores.connections.revoke('con_unknown', T0, 'revoked_by_host')).toBe(false)
  })

  rule('lists connections newest first, in pages, filtered by account, client and validity', async (open) => {
    const { stores } = await open()
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
