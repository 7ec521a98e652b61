import { createHash } from 'node:crypto'
import { type ConnectionId, HOUR_MS, recordChange, type Store, timestamp } from '@footfall/core-domain'
import type { AuthorizationCode, Connection, NewConnection } from '@footfall/oauth-server'
import { describeStores } from '@footfall/oauth-server/test-support'
import { describeEachDialect, seedAccount } from '@footfall/testkit'
import { expect, it } from 'vitest'

const RESOURCE = 'https://stats.example/api/mcp'
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

describeEachDialect('the stores of the authorization server', (database) => {
  const inAnotherProcess = once(() => database.open().oauth)
  describeStores(`on ${database.dialect}`, () => ({ stores: database.control.oauth, other: inAnotherProcess() }))

  it('accepts no access token, refresh token or code of a disabled account, and accepts them again once it is enabled', async () => {
    const { oauth, store } = database.control
    const { id } = await seedAccount(database)
    const { code, connection, accessToken, refreshToken } = await begin({ accountId: id })
    const found = async () => [
      await oauth.codes.find(code.hash),
      await oauth.connections.findByAccessToken(accessToken.hash),
      refreshToken && (await oauth.connections.findByRefreshToken(refreshToken.hash)),
      (await isLive(store, connection)) || undefined,
    ]
    const before = await found()
    expect(before).not.toContain(undefined)
    await database.store.accounts.setStatus(id, 'disabled', timestamp(database.clock.now()))
    expect(await found()).toEqual([undefined, undefined, undefined, undefined])
    await database.store.accounts.setStatus(id, 'active', timestamp(database.clock.now()))
    expect(await found()).toEqual(before)
  })

  /** A connection as a redeemed code begins it. */
  const begin = async (change: Partial<Connection> = {}) => {
    const { oauth } = database.control
    const now = database.clock.now()
    const id = database.ids.connection()
    const requested = { clientId: `client-${id}`, clientName: 'Ünïcode “client”', scopes: ['a:read', 'b:read'] }
    const bound = {
      issuer: 'https://stats.example',
      resource: RESOURCE,
      accountId: change.accountId ?? database.ids.account(),
    }
    const grant = { products: ['prd_1'], note: null }
    const code: AuthorizationCode = {
      ...requested,
      ...bound,
      hash: hashOf(`code of ${id}`),
      redirectUri: 'http://127.0.0.1/callback',
      codeChallenge: hashOf('verifier'),
      grant,
      connectionId: id,
      issuedAt: now,
      expiresAt: now + 120_000,
      consumedAt: undefined,
    }
    const consent = { ...code, browserHash: hashOf('browser'), state: 's', createdAt: now }
    await oauth.consents.add(consent)
    expect(await oauth.consents.approve(consent.hash, code)).toBe(true)
    const connection: Connection = {
      ...requested,
      ...bound,
      id,
      grant,
      createdAt: now,
      expiresAt: now + 90 * 24 * HOUR_MS,
      refreshedAt: now,
      revokedAt: undefined,
      generation: 0,
      ...change,
    }
    const token = { connectionId: id, issuedAt: now, expiresAt: now + HOUR_MS }
    const begun: NewConnection = {
      connection,
      accessToken: { ...token, hash: hashOf(`access of ${id}`) },
      refreshToken: { ...token, hash: hashOf(`refresh of ${id}`), generation: 0, consumedAt: undefined },
    }
    expect(await oauth.codes.redeem(code.hash, begun, now)).toBe(true)
    return { code, ...begun }
  }

  const isLive = (store: Store, { id, issuer, resource }: Connection, now = database.clock.now()) =>
    store.connectedApps.isLive(id as string as ConnectionId, { issuer, resource }, timestamp(now))

  it('reports a connection as live until it is revoked or expires, for its own issuer and resource only', async () => {
    const { connection } = await begin()
    const { store } = database.control
    expect(await isLive(store, connection)).toBe(true)
    expect(await isLive(store, { ...connection, issuer: 'https://other.example' })).toBe(false)
    expect(await isLive(store, { ...connection, resource: 'https://other.example' })).toBe(false)
    expect(await isLive(store, { ...connection, id: database.ids.connection() as string as Connection['id'] })).toBe(
      false,
    )
    expect(await isLive(store, connection, connection.expiresAt - 1)).toBe(true)
    expect(await isLive(store, connection, connection.expiresAt)).toBe(false)
    const seen = await store.transaction(async (tx) => {
      expect(await tx.oauth.revokeConnection(connection.id, database.clock.now())).toMatchObject({ id: connection.id })
      return [await isLive(tx.store, connection), database.dialect === 'postgres' && (await isLive(store, connection))]
    })
    expect(seen).toEqual([false, database.dialect === 'postgres'])
    expect(await isLive(store, connection)).toBe(false)
  })

  it('records when a connection was last used, and keeps the latest time', async () => {
    const [used, unused] = [await begin(), await begin()]
    const [early, late] = [timestamp(database.clock.now()), timestamp(database.clock.now() + 1)]
    const touch = (at: typeof early) =>
      database.control.lastUses.record([{ kind: 'connection', id: used.connection.id, at }])
    await touch(late)
    await touch(early)
    const uses = await database.control.oauth.lastUses([used.connection.id, unused.connection.id])
    expect([...uses]).toEqual([[used.connection.id, late]])
    // Use does not change the connection.
    expect(await database.control.oauth.connections.find(used.connection.id)).toEqual(used.connection)
  })

  it('lets one of two processes rotate a refresh token, and stores nothing from the other', async () => {
    const { oauth } = database.control
    const other = database.open().oauth
    const { code, connection, refreshToken } = await begin()
    expect(await oauth.codes.invalidate(code.hash, database.clock.now())).toBe(false)

    let presented = refreshToken?.hash ?? ''
    for (let generation = 1; generation <= 5; generation++) {
      const attempts = [oauth, other].map((stores, process) => {
        const rotation = rotationOf(presented, connection.id, generation, `${generation} by ${process}`)
        return { rotation, outcome: stores.connections.rotate(rotation) }
      })
      const won = await Promise.all(attempts.map(({ outcome }) => outcome))
      expect(won.toSorted()).toEqual([false, true])
      const [winner, loser] = [attempts[won.indexOf(true)], attempts[won.indexOf(false)]].map(
        (attempt) => attempt?.rotation.refreshToken.hash ?? '',
      )
      presented = winner ?? ''
      expect((await oauth.connections.findByRefreshToken(presented))?.connection.generation).toBe(generation)
      expect(await oauth.connections.findByRefreshToken(loser ?? '')).toBeUndefined()
    }
  })

  it('changes nothing in the stores of the authorization server if the audit entry cannot be written', async () => {
    const { oauth } = database.control
    const facts = {
      id: 'aud_test',
      actor: { kind: 'session', credential: undefined, account: undefined, lineage: [] },
      operation: 'test',
      summary: 'A test.',
      changes: [],
      channel: 'dashboard',
    } as const
    await recordChange(database, database, facts)
    // An entry of this id exists already, so that it cannot be written once more.
    const rejecting = oauth.audited(() => (tx) => recordChange(tx, database, facts))
    const { code, connection, accessToken } = await begin()
    const asked = {
      ...code,
      hash: hashOf('asked'),
      browserHash: hashOf('browser'),
      state: 's',
      createdAt: code.issuedAt,
    }
    const next = { ...code, hash: hashOf('next'), connectionId: database.ids.connection() }
    await oauth.consents.add(asked)

    await expect(rejecting.consents.approve(asked.hash, next)).rejects.toThrow()
    expect(await oauth.codes.find(next.hash)).toBeUndefined()
    await expect(rejecting.consents.remove(asked.hash)).rejects.toThrow()
    expect(await oauth.consents.find(asked.hash)).toBeDefined()

    expect(await oauth.consents.approve(asked.hash, next)).toBe(true)
    const begun = {
      connection: { ...connection, id: next.connectionId },
      accessToken: { ...accessToken, hash: hashOf('next access'), connectionId: next.connectionId },
      refreshToken: undefined,
    }
    await expect(rejecting.codes.redeem(next.hash, begun, code.issuedAt)).rejects.toThrow()
    expect((await oauth.codes.find(next.hash))?.consumedAt).toBeUndefined()
    await expect(rejecting.connections.begin(begun)).rejects.toThrow()
    expect(await oauth.connections.find(next.connectionId)).toBeUndefined()

    await expect(rejecting.connections.revoke(connection.id, code.issuedAt, 'code_replayed')).rejects.toThrow()
    expect((await oauth.connections.find(connection.id))?.revokedAt).toBeUndefined()
  })

  it('appends no audit entry of a change of the authorization server whose condition does not hold', async () => {
    const { oauth } = database.control
    const entered: string[] = []
    const audited = oauth.audited(() => async (_, change) => {
      entered.push(change.kind)
      throw new Error('Nothing changed.')
    })
    const { code, connection, accessToken } = await begin()
    const again = { connection, accessToken, refreshToken: undefined }
    expect(await audited.consents.approve(hashOf('unknown'), code)).toBe(false)
    expect(await audited.consents.remove(hashOf('unknown'))).toBe(false)
    expect(await audited.codes.redeem(code.hash, again, code.issuedAt)).toBe(false)
    expect(await audited.connections.revoke('con_unknown', code.issuedAt, 'code_replayed')).toBe(false)
    expect(entered).toEqual([])
  })

  const rotationOf = (presented: string, connectionId: string, generation: number, name: string) => {
    const now = database.clock.now()
    const token = { connectionId, issuedAt: now, expiresAt: now + HOUR_MS }
    return {
      presented,
      connectionId,
      accessToken: { ...token, hash: hashOf(`access ${name} of ${connectionId}`) },
      refreshToken: { ...token, hash: hashOf(`refresh ${name} of ${connectionId}`), generation, consumedAt: undefined },
      now,
      consumedSince: undefined,
    }
  }
})

/** One more handle serves all tests. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
