import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { connections, LEGACY, MODERN, ownerToken } from '../test-support.ts'
import { serveSuite } from '../test-support-suite.ts'
import { APP_META, APP_MIME_TYPE, APP_PAGES } from './pages.ts'

describe.each([MODERN, LEGACY] as const)('pages of MCP Apps in revision %s', (era) => {
  const database = testDatabase('sqlite')
  const { oauth, assertStillActive } = connections(database)
  const served = serveSuite(database, { oauth, assertStillActive })
  let seeded: SeededProduct

  beforeAll(async () => {
    seeded = await seedProduct(database)
  })

  it('lists the pages to a credential of any scope, and serves each as HTML for the sandbox of a host', async () => {
    for (const scopes of [SCOPES, ['account:read']] as const) {
      const token = await ownerToken(database, seeded, scopes)
      const { body } = await served.ask('resources/list', {}, token, { era })
      for (const { uri, name, title, description, html } of APP_PAGES) {
        const expected = { uri, name, title, description, mimeType: APP_MIME_TYPE, _meta: APP_META }
        expect(body.result.resources).toContainEqual(expected)
        const read = await served.ask('resources/read', { uri }, token, { era, headers: { 'mcp-name': uri } })
        expect(read.body.result.contents).toEqual([{ uri, mimeType: APP_MIME_TYPE, text: html(), _meta: APP_META }])
      }
    }
  })

  it('declares the extension for MCP Apps', async () => {
    const token = await ownerToken(database, seeded, ['account:read'])
    const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const { body } =
      era === MODERN
        ? await served.ask('server/discover', {}, token, { era })
        : await served.ask('initialize', params, token, { era })
    expect(body.result.capabilities.extensions).toEqual({ 'io.modelcontextprotocol/ui': {} })
  })

  it('gives each preview a separate key for its card, with which approving twice changes once', async () => {
    const token = await ownerToken(database, seeded)
    const given = { product: seeded.product, name: 'From a card' }
    const call = async (more: object = {}) =>
      (await served.call('service_products_update', { ...given, ...more }, token, { era })).body.result
    const [first, second] = [await call(), await call()]
    const key = first._meta['footfall/idempotency_key']
    expect(key).toMatch(/^card_[0-9A-Za-z]{24}$/)
    expect(second._meta['footfall/idempotency_key']).not.toBe(key)
    expect(JSON.stringify([first.structuredContent, first.content])).not.toContain(key)

    const confirmed = { confirm: true, idempotency_key: key }
    expect((await call(confirmed)).structuredContent).toMatchObject({ meta: { idempotency: { key, replayed: false } } })
    expect((await call(confirmed)).structuredContent).toMatchObject({ meta: { idempotency: { key, replayed: true } } })
  })

  it('gives a card the detail of an error without the instructions for a model', async () => {
    const token = await ownerToken(database, seeded)
    const given = { product: seeded.product, name: 'Late', revision: 99, confirm: true, idempotency_key: `late-${era}` }
    const { structuredContent, _meta } = (await served.call('service_products_update', given, token, { era })).body
      .result
    expect(structuredContent).toMatchObject({
      code: 'revision_conflict',
      detail: expect.stringContaining('idempotency_key'),
    })
    expect(_meta['footfall/detail']).toMatch(/^\S.*revision/)
    expect(_meta['footfall/detail']).not.toContain('idempotency_key')
  })

  it('gives neither a read nor an executed change a key', async () => {
    const token = await ownerToken(database, seeded)
    const read = await served.call('service_products_get', { product: seeded.product }, token, { era })
    const executed = await served.call(
      'service_products_update',
      { product: seeded.product, name: 'At once', confirm: true, idempotency_key: `at-once-${era}` },
      token,
      { era },
    )
    for (const { body } of [read, executed])
      expect(body.result._meta ?? {}).not.toHaveProperty(['footfall/idempotency_key'])
  })
})
