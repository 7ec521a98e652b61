import { stillActive } from '@footfall/operations'
import { approveChangeFor, scenarioOn, servicesOn, sessionsOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connections, LEGACY, MODERN, type Served, serve } from '../test-support.ts'

const RENAME = 'service_products_update'
const LIMITS = { read_only: false, toolsets: null, preview_first: false, approval: true }

const engine = testEngine()

describeEachDialect('approval over MCP and REST', (database) => {
  let served: Served
  const { oauth, connect, revoke } = connections(database)
  const assertStillActive: ReturnType<typeof stillActive> = (principal, reader) =>
    stillActive({ oauth, sessions: sessionsOn(database) })(principal, reader)
  beforeAll(async () => {
    const parts = { ...servicesOn(database), ...(await engine.services(database)), oauth, assertStillActive }
    served = await serve(parts)
  })
  afterAll(() => served.close())

  const prepared = async () => {
    const services = { ...servicesOn(database), oauth, assertStillActive }
    const on = await scenarioOn(database, { services })
    const { secret } = await on.token({ scopes: [...SCOPES], limits: LIMITS })
    const connection = connect(on.people.owner.account.id, ['settings:write'], [on.product], LIMITS)
    const call = async (token: string, key: string, era: typeof MODERN | typeof LEGACY = MODERN) => {
      const given = { product: on.product, name: `Lumen ${key}`, confirm: true, idempotency_key: key }
      const { status, body } = await served.call(RENAME, given, token, { era })
      expect({ status, error: body.error }).toEqual({ status: 200 })
      return body.result
    }
    return { on, secret, connection, call }
  }

  it('says in text and data, in both eras, that a change waits, and replays its result once it is approved', async () => {
    const { on, secret, connection, call } = await prepared()
    for (const token of [secret, connection])
      for (const era of [MODERN, LEGACY] as const) {
        const key = `${token.slice(0, 3)}-${era}`
        const asked = await call(token, key, era)
        expect(asked.isError).toBeUndefined()
        const { approval } = asked.structuredContent.data
        expect(asked.structuredContent.data).toEqual({ state: 'awaiting_approval', operation: RENAME, approval })
        for (const said of [
          approval.id,
          approval.link,
          approval.expires_at,
          'awaiting_approval',
          'same idempotency_key',
        ])
          expect(asked.content[0].text).toContain(said)
        expect((await call(token, key, era)).structuredContent.data).toEqual(asked.structuredContent.data)
        await approveChangeFor(on, approval.id)
        const { data, meta } = (await call(token, key, era)).structuredContent
        expect([data.state, data.result.name, meta.idempotency.replayed]).toEqual(['executed', `Lumen ${key}`, true])
      }
  })

  it('answers 202 over REST for the same change under the same key, and says when it was declined', async () => {
    const { on, secret, call } = await prepared()
    const { data } = (await call(secret, 'both')).structuredContent
    const headers = { 'service-confirm': 'true', 'idempotency-key': 'both' }
    const path = `/api/v1/products/${on.product}`
    const rest = () => served.rest('PATCH', path, { name: 'Lumen both' }, secret, headers)
    const { status, body } = await rest()
    expect([status, body.data]).toEqual([202, data])
    await approveChangeFor(on, data.approval.id, 'decline')
    expect((await rest()).body).toMatchObject({ status: 409, code: 'approval_declined' })
    const declined = await call(secret, 'both')
    expect(declined).toMatchObject({ isError: true, structuredContent: { code: 'approval_declined' } })
  })

  it('executes nothing for a connection that was revoked while its change waited', async () => {
    const { on, connection, call } = await prepared()
    const { data } = (await call(connection, 'k')).structuredContent
    revoke(connection)
    const decided = await approveChangeFor(on, data.approval.id)
    expect(decided.data.result).toMatchObject({ state: 'declined', decision: { by: null } })
    expect((await database.store.products.findOwned(on.product))?.product.name).toBe('Example')
  })
})
