import { type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { TimeZone, timestamp } from '@footfall/core-domain'
import { OPERATIONS } from '@footfall/operations'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { LEGACY, serve } from '../test-support.ts'
import { serveSuite } from '../test-support-suite.ts'

const KIB = 1024
const DECODE = { br: brotliDecompressSync, gzip: gunzipSync }

describe('the list of all tools over HTTP/1.1', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let token: string

  beforeAll(async () => {
    const { people } = await seedProduct(database)
    token = (await seedToken(database, people.owner.account, { scopes: SCOPES })).secret
  })

  /** A list as it travels: `fetch` would decode it. */
  const list = (encoding: string, id: number | string = 1, method = 'tools/list', query = '') =>
    new Promise<{ headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'mcp-protocol-version': LEGACY,
        'accept-encoding': encoding,
      }
      request(`${served.url}/api/mcp${query}`, { method: 'POST', headers }, async (res) => {
        const chunks: Buffer[] = []
        for await (const chunk of res) chunks.push(chunk)
        resolve({ headers: res.headers, body: Buffer.concat(chunks) })
      })
        .once('error', reject)
        .end(JSON.stringify({ jsonrpc: '2.0', id, method }))
    })

  it.each(['br', 'gzip'] as const)('the list is the same in %s, and at most 15 KiB in brotli', async (encoding) => {
    for (const id of [0, 1, 7]) {
      const { headers, body } = await list(encoding, id)
      expect({ coding: headers['content-encoding'], vary: headers.vary }).toMatchObject({
        coding: encoding,
        vary: expect.stringContaining('Accept-Encoding'),
      })
      if (encoding === 'br') expect(body.byteLength).toBeLessThanOrEqual(15 * KIB)
      const message = JSON.parse(DECODE[encoding](body).toString())
      expect(message.id).toBe(id)
      expect(message.result.tools).toHaveLength(OPERATIONS.length)
    }
  })

  it('the list is whole with any request id, and for a client that accepts no content coding', async () => {
    for (const id of ['a text', 123_456, -1]) {
      const { body } = await list('br', id)
      expect(JSON.parse(brotliDecompressSync(body).toString()).id).toBe(id)
    }
    const { headers, body } = await list('identity')
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body.toString()).result.tools).toHaveLength(OPERATIONS.length)
  })

  it('a list of text answers is at most 62 kB, and at most 11 KiB in brotli', async () => {
    const { body: plain } = await list('identity', 1, 'tools/list', '?answers=text')
    const { body: compressed } = await list('br', 1, 'tools/list', '?answers=text')
    expect(JSON.parse(plain.toString()).result.tools).toHaveLength(OPERATIONS.length)
    expect(plain.byteLength).toBeLessThanOrEqual(62_000)
    expect(compressed.byteLength).toBeLessThanOrEqual(11 * KIB)
    expect(plain.byteLength).toBeGreaterThan(30_000)
  })

  it('does not compress short answers', async () => {
    expect((await list('br', 1, 'ping')).headers['content-encoding']).toBeUndefined()
  })
})

describe('an answer with a new secret', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()

  it('an answer with a new secret is not compressed, but its replay and every other answer of that size is', async () => {
    const { people } = await seedProduct(database)
    const ids = Array.from({ length: 20 }, () => database.ids.product())
    const created_at = timestamp(database.clock.now())
    const [account, timezone] = [people.owner.account.id, TimeZone.parse('UTC')]
    await database.store.transaction(async ({ store }) => {
      for (const id of ids) {
        const owner = { member: database.ids.member(), account }
        await store.products.insert({ id, name: 'Another', timezone, created_at }, owner)
      }
    })
    const token = (await seedToken(database, people.owner.account, { scopes: SCOPES })).secret
    const served = await serve({ ...servicesOn(database), ...(await engine.services(database)) })
    const given = {
      name: 'Long',
      scopes: SCOPES.filter((scope) => scope !== 'products:write'),
      products: { mode: 'selected', ids },
    }
    const confirmed = { ...given, confirm: true, idempotency_key: 'secret' }
    const headers = { 'service-confirm': 'true', 'idempotency-key': 'over-rest' }
    try {
      for (const create of [
        () => served.call('service_tokens_create', confirmed, token),
        () => served.rest('POST', '/api/v1/access-tokens', given, token, headers),
      ]) {
        const [first, replay] = [await create(), await create()]
        expect(JSON.stringify(first.body)).toContain('jt_')
        expect(JSON.stringify(first.body).length).toBeGreaterThan(KIB)
        // `fetch` keeps the header of what it decoded.
        expect(first.headers.get('content-encoding')).toBeNull()
        expect(first.headers.get('vary') ?? '').not.toContain('Accept-Encoding')
        expect(replay.headers.get('content-encoding')).not.toBeNull()
      }
      const { headers: compressed } = await served.call('service_tokens_list', {}, token)
      expect(compressed.get('content-encoding')).not.toBeNull()
    } finally {
      await served.close()
    }
  })
})
