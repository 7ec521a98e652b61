import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS, timestamp } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import {
  describeEachDialect,
  runSql,
  type SeededProduct,
  seedProduct,
  seedProductKey,
  seedToken,
} from '@footfall/testkit'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFootfallRouter } from './footfall/index.ts'

const engine = testEngine()

const OFFICE = '203.0.113.0/24'

describeEachDialect('credentials and the address that connects', (database) => {
  let seeded: SeededProduct
  let direct: { url: string; close(): Promise<void> }
  let proxied: { url: string; close(): Promise<void> }
  const used: unknown[] = []

  beforeAll(async () => {
    seeded = await seedProduct(database)
    const parts = {
      ...servicesOn(database),
      ...(await engine.services(database)),
      usage: { used: (...use: unknown[]) => used.push(use) },
      log: { error() {}, warn() {} },
      newRequestId: () => 'req_1',
    }
    const listen = async (trustedProxies: number) => {
      const app = express().set('query parser', false).set('trust proxy', trustedProxies)
      app.use(createFootfallRouter(parts))
      const server = createServer(app)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
    }
    direct = await listen(0)
    proxied = await listen(1)
  })
  afterAll(() => Promise.all([direct.close(), proxied.close()]))

  const setNetworks = (table: string, id: string, networks: readonly string[]) =>
    runSql(database.config, `update ${table} set allowed_networks = '${JSON.stringify(networks)}' where id = '${id}'`)
  const tokenIn = async (...networks: string[]) => {
    const seededToken = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
    await setNetworks('account_tokens', seededToken.token.id, networks)
    return seededToken.secret
  }
  const get = async (at: { url: string }, secret: string, headers: Record<string, string> = {}, path = '/products') => {
    const response = await fetch(`${at.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${secret}`, ...headers },
    })
    const body = (await response.json()) as { code?: string }
    return { status: response.status, code: body.code, headers: response.headers }
  }
  const NOT_ACCEPTED = { status: 403, code: 'credential_not_accepted' }

  it('ignores the address in headers of a client without a trusted proxy', async () => {
    const secret = await tokenIn(OFFICE)
    for (const name of [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'true-client-ip',
      'cf-connecting-ip',
      'x-client-ip',
    ])
      expect(await get(direct, secret, { [name]: '203.0.113.7' }), name).toMatchObject(NOT_ACCEPTED)
    expect((await get(direct, await tokenIn('127.0.0.0/8'))).status).toBe(200)
  })

  it('behind a trusted proxy, the address that it names counts, and none that the client puts before it', async () => {
    const secret = await tokenIn(OFFICE, '2001:db8:0:1::/64')
    const from = (address: string) => get(proxied, secret, { 'x-forwarded-for': address })
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:0:1::9', '198.51.100.1, 203.0.113.7'])
      expect((await from(address)).status, address).toBe(200)
    for (const address of ['198.51.100.1', '203.0.113.7, 198.51.100.1', '2001:db8:0:2::9', 'unknown', '203.0.113'])
      expect(await from(address), address).toMatchObject(NOT_ACCEPTED)
    // Without the header, the proxy itself is what connected.
    expect(await get(proxied, secret)).toMatchObject(NOT_ACCEPTED)
  })

  it('a key of any kind is rejected from elsewhere on its route, and so is a token where events are collected', async () => {
    const stats = `/stats/realtime?product=${seeded.product}`
    const api = await seedProductKey(database, seeded.product, { scopes: ['analytics:read'] })
    await setNetworks('product_keys', api.key.id, [OFFICE])
    expect(await get(direct, api.secret, {}, stats)).toMatchObject(NOT_ACCEPTED)
    for (const [kind, path] of [
      ['payment', '/api/v1/payments'],
      ['crawler_intake', '/api/v1/crawls'],
      ['ingest', '/api/events'],
    ] as const) {
      const key = await seedProductKey(database, seeded.product, { kind })
      await setNetworks('product_keys', key.key.id, [OFFICE])
      const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
      const response = await fetch(direct.url + path, { method: 'POST', headers, body: '{}' })
      expect(response.status, kind).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'credential_not_accepted' })
      await setNetworks('product_keys', key.key.id, ['127.0.0.1/32'])
      const inside = await fetch(direct.url + path, { method: 'POST', headers, body: '{}' })
      expect(inside.status, kind).toBe(400)
    }
    const headers = { authorization: `Bearer ${await tokenIn(OFFICE)}`, 'content-type': 'application/json' }
    expect((await fetch(`${direct.url}/api/event`, { method: 'POST', headers, body: '{}' })).status).toBe(403)
  })

  it('a rejected address does not count as use of the credential, and an unknown secret gets the same response from everywhere', async () => {
    const secret = await tokenIn(OFFICE)
    used.length = 0
    await get(direct, secret)
    expect(used).toEqual([])
    const unknown = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    expect(await get(direct, unknown)).toMatchObject({ status: 401, code: 'invalid_token' })
    expect(await get(direct, await tokenIn())).toMatchObject({ status: 200 })
    expect(used).toEqual([
      ['token', expect.any(String), '127.0.0.1'],
      ['token', expect.any(String), '127.0.0.1', { operation: 'service_products_list', scopes: ['products:read'] }],
    ])
  })

  it('every answer names when the credential ends, if it does', async () => {
    const { account } = seeded.people.owner
    const expires_at = timestamp(database.clock.now() + 400 * DAY_MS)
    const ending = await seedToken(database, account, { scopes: ['products:read'], expires_at })
    const key = await seedProductKey(database, seeded.product, { scopes: ['analytics:read'], expires_at })
    const header = async (secret: string, path?: string) =>
      (await get(direct, secret, {}, path)).headers.get('footfall-token-expires')
    expect(await header(ending.secret)).toBe(expires_at)
    expect(await header(ending.secret, `/stats/realtime?product=${seeded.product}`)).toBe(expires_at)
    expect(await header(key.secret, `/products/${seeded.product}/funnels`)).toBe(expires_at)
    expect(await header(await tokenIn())).toBeNull()
    expect(await header('garbage')).toBeNull()
  })
})
