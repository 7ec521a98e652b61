import { timestamp } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect, seedConnection } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { listConnections } from './list.ts'
import { revokeConnection } from './revoke.ts'

const cursorOf = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url')

describeEachDialect('connections', (database) => {
  let on: CallingScenario
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database, { name: 'Shop' })
    owner = await on.person('owner')
  })

  const connect = (options?: Parameters<typeof seedConnection>[3], products = [on.product]) =>
    seedConnection(database, on.people.owner.account.id, products, options)
  const list = (query = {}, by = owner) => on.call(by, listConnections, { query })
  const revoke = (connection_id: string) => on.call(owner, revokeConnection, { path: { connection_id } })
  const revokedAt = async (id: Awaited<ReturnType<typeof connect>>) =>
    (await database.control.oauth.connections.find(id))?.revokedAt

  it('lists connections newest first, with client name, redirect hosts, scopes and products', async () => {
    const elsewhere = await scenarioOn(database)
    const first = await connect({}, [on.product, elsewhere.product])
    database.clock.advance(1_000)
    const limits = { read_only: true, toolsets: ['analytics' as const], preview_first: true, approval: false }
    const second = await connect(
      { clientName: '<b>Bücher</b>', redirectUri: 'http://127.0.0.1:7777/cb?x=1', limits },
      [],
    )
    const { data } = await list()
    expect(data.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect(data[1]).toEqual({
      id: first,
      client: { id: 'https://agent.example/client.json', name: 'Agent', verified: false },
      redirect_hosts: ['agent.example'],
      scopes: ['products:read', 'analytics:read'],
      products: [{ id: on.product, name: 'Shop' }],
      read_only: false,
      toolsets: null,
      preview_first: false,
      approval: false,
      status: 'active',
      created_at: expect.any(String),
      expires_at: expect.any(String),
      last_used_at: null,
    })
    const client = { name: '<b>Bücher</b>' }
    expect(data[0]).toMatchObject({ client, redirect_hosts: ['127.0.0.1:7777'], products: [], ...limits })
  })

  it('pages through connections without repeating or skipping any', async () => {
    const made = []
    for (let i = 0; i < 5; i++) made.push(await connect())
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const { data, page } = await list({ limit: 2, cursor })
      seen.push(...data.map(({ id }: { id: string }) => id))
      cursor = page?.next_cursor ?? null
    } while (cursor !== null)
    expect(seen).toEqual(made.sort().reverse())
  })

  it('lists no product of which the account is no longer a member', async () => {
    const { account, member } = on.people.viewer
    await seedConnection(database, account.id, [on.product])
    const viewer = await on.person('viewer')
    const products = async () => (await list({}, viewer)).data[0].products
    expect(await products()).toEqual([{ id: on.product, name: 'Shop' }])
    await database.store.members.remove(on.product, member)
    expect(await products()).toEqual([])
  })

  it('lists when a connection was last used and that it has expired', async () => {
    const id = await connect({ lifeMs: 500 })
    const at = timestamp(database.clock.now())
    await database.control.lastUses.record([{ kind: 'connection', id, at }])
    database.clock.advance(1_000)
    expect((await list()).data[0]).toMatchObject({ status: 'expired', last_used_at: at })
    expect((await revoke(id)).data.result).toMatchObject({ status: 'expired' })
  })

  it('revokes a connection after a preview, with an audit entry', async () => {
    const id = await connect()
    const preview = await on.preview(owner, revokeConnection, { path: { connection_id: id } })
    expect(preview.data).toMatchObject({ state: 'previewed', changes: [{ path: 'status', to: 'revoked' }] })
    expect(await revokedAt(id)).toBeUndefined()
    expect((await revoke(id)).data.result).toMatchObject({ id, status: 'revoked' })
    expect(await revokedAt(id)).toBe(database.clock.now())
    expect((await list()).data[0].status).toBe('revoked')
    const [entry] = await database.store.audit.list({ account: on.people.owner.account.id, limit: 1 })
    expect(entry).toMatchObject({ operation: 'dashboard_connections_revoke', subject: id, channel: 'dashboard' })
    expect((await revoke(id)).data.state).toBe('executed')
  })

  it('neither lists nor revokes connections of another account, or unknown ones', async () => {
    const id = await seedConnection(database, on.people.admin.account.id, [on.product])
    expect((await list()).data).toEqual([])
    for (const other of [id, 'con_nobody', 'x', "con_' OR '1'='1"]) expect((await revoke(other)).code).toBe('not_found')
    expect(await revokedAt(id)).toBeUndefined()
  })

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 'words' }, 'limit'],
    [{ cursor: 'AAAA' }, 'cursor'],
    [{ status: 'active' }, 'status'],
  ])('rejects a list of connections with %j and names the parameter', async (query, field) => {
    expect(await list(query)).toMatchObject({ code: 'invalid_request', fields: [field] })
  })

  it.each([
    { created_at: '2026-99-99T99:99:99.999Z', id: 'con_a' },
    { created_at: '2026-11-20T12:00:00.000Z', id: 'a\u0000' },
  ])('rejects a cursor whose position was changed to %j', async (position) => {
    await connect()
    await connect()
    const [, mark] = ((await list({ limit: 1 })).page?.next_cursor ?? '').split('.')
    const cursor = `${cursorOf(position)}.${mark}`
    expect(await list({ cursor })).toMatchObject({ code: 'invalid_request', fields: ['cursor'] })
  })
})
