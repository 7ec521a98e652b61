import { scenarioOn, servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connections, LEGACY, MODERN, type Served, serve } from '../test-support.ts'

const RENAME = 'service_products_update'
const LIMITS = { read_only: false, toolsets: null, preview_first: true, approval: false }

const engine = testEngine()

describeEachDialect('preview first over MCP and REST', (database) => {
  let served: Served
  const { oauth, assertStillActive, connect } = connections(database)
  beforeAll(async () => {
    const parts = { ...servicesOn(database), ...(await engine.services(database)), oauth, assertStillActive }
    served = await serve(parts)
  })
  afterAll(() => served.close())

  const prepared = async () => {
    const on = await scenarioOn(database)
    const { secret } = await on.token({ scopes: [...SCOPES], limits: LIMITS })
    const given = { product: on.product, name: 'Lumen' }
    const call = async (more: object = {}, token = secret, era: typeof MODERN | typeof LEGACY = MODERN) => {
      const { status, body } = await served.call(RENAME, { ...given, ...more }, token, { era })
      expect({ status, error: body.error }).toEqual({ status: 200 })
      return body.result.structuredContent
    }
    const rest = (headers: Record<string, string> = {}) =>
      served.rest('PATCH', `/api/v1/products/${on.product}`, { name: 'Lumen' }, secret, headers)
    return { on, secret, given, call, rest }
  }
  const confirmed = (key: string) => ({ confirm: true, idempotency_key: key })
  const headers = (key: string) => ({ 'service-confirm': 'true', 'idempotency-key': key })

  it('gives the proof of a preview to tokens and connections in both eras, with the arguments to send', async () => {
    const { on, call, secret } = await prepared()
    const connection = connect(on.people.owner.account.id, ['settings:write'], [on.product], LIMITS)
    for (const token of [secret, connection])
      for (const era of [MODERN, LEGACY] as const) {
        const { meta } = await call({}, token, era)
        expect(meta.confirm.preview).toMatch(/^pv2\./)
        expect(meta.confirm.arguments).toEqual({ ...confirmed(expect.any(String)), preview: meta.confirm.preview })
        expect(meta.confirm.instructions).toContain('ten minutes')
        const done = await call({ ...confirmed(`${era}`), preview: meta.confirm.preview }, token, era)
        expect(done.data).toMatchObject({ state: 'executed' })
      }
    expect((await call({}, on.owner.secret)).meta.confirm).not.toHaveProperty('preview')
  })

  it('gives the proof of a preview over REST, with the headers to send', async () => {
    const { on, rest } = await prepared()
    const { body } = await rest()
    const { preview } = body.meta.confirm
    expect(body.meta.confirm).toMatchObject({
      headers: { 'Service-Confirm': 'true', 'Idempotency-Key': expect.any(String), 'Service-Preview': preview },
      instructions: expect.stringContaining('ten minutes'),
    })
    const done = await rest({ ...headers('k'), 'service-preview': preview })
    expect([done.status, done.body.data.state]).toEqual([200, 'executed'])
    const replayed = await rest(headers('k'))
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect((await database.store.products.find(on.product))?.name).toBe('Lumen')
  })

  it('rejects a confirmation without a preview, by the name that each channel uses', async () => {
    const { call, rest } = await prepared()
    expect(await call(confirmed('k'))).toMatchObject({ code: 'invalid_request', errors: [{ path: 'preview' }] })
    const rejected = await rest(headers('k'))
    const errors = [{ path: 'Service-Preview', message: expect.stringContaining('meta.confirm.preview') }]
    expect(rejected).toMatchObject({ status: 400, body: { code: 'invalid_request', errors } })
  })

  it('rejects a preview without a confirmation, so that nobody believes to have confirmed', async () => {
    const { call, rest } = await prepared()
    const { preview } = (await rest()).body.meta.confirm
    expect(await call({ preview })).toMatchObject({ code: 'invalid_request', errors: [{ path: 'preview' }] })
    for (const confirm of [{}, { 'service-confirm': 'false' }])
      expect(await rest({ ...confirm, 'service-preview': preview })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'Service-Preview' }] },
      })
  })

  it('confirms over one channel what was previewed over the other, under one record', async () => {
    const { call, rest } = await prepared()
    const { preview } = (await rest()).body.meta.confirm
    const done = await call({ ...confirmed('k'), preview })
    expect(done.data.state).toBe('executed')
    const replayed = await rest({ ...headers('k'), 'service-preview': preview })
    expect(replayed.body).toMatchObject({ data: done.data, meta: { idempotency: { replayed: true } } })
    const { meta } = await call()
    expect((await rest({ ...headers('l'), 'service-preview': meta.confirm.preview })).status).toBe(200)
  })

  it('requires no preview from a client that asks its person', async () => {
    const { secret, given, on } = await prepared()
    const ask = async (params: Record<string, unknown> = {}) =>
      (await served.call(RENAME, given, secret, { params, capabilities: { elicitation: {} } })).body.result
    const { requestState } = await ask()
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
    const done = await ask({ requestState, inputResponses })
    expect(done.structuredContent.data.state).toBe('executed')
    expect((await database.store.products.find(on.product))?.name).toBe('Lumen')
  })
})
