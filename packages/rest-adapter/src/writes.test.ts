import { OPERATIONS, Preview, type WriteOperation } from '@footfall/operations'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, seedToken, snapshot } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { type Sent, type Stage, stage, type WriteScenario, writeScenarios } from './test-support-writes.ts'

const WRITES = OPERATIONS.filter((operation): operation is WriteOperation => operation.kind === 'write')
const NO_QUOTA = { products: 0, tokens: 0, keys: 0, funnels: 0, members: 0 }

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('every write over REST', (database) => {
  let served: Served
  /** The same service, with every quota used up. */
  let full: Served
  const scenarios = writeScenarios(() => served)

  beforeAll(async () => {
    const parts = { ...servicesOf(database), ...(await engine.services(database)) }
    served = await serve(parts)
    full = await serve({ ...parts, quotas: NO_QUOTA })
  })
  afterAll(() => Promise.all([served.close(), full.close()]))

  it('covers the 18 writes of the interface', () => {
    expect(WRITES).toHaveLength(18)
    expect(Object.keys(scenarios).sort()).toEqual(WRITES.map(({ name }) => name).sort())
  })

  describe.each(WRITES.map((operation) => [operation.name, operation] as const))('%s', (tool, operation) => {
    const scenario = scenarios[tool] as WriteScenario
    const send = (
      on: Stage,
      { path, body }: Sent,
      headers: Record<string, string> = {},
      to = served,
    ): Promise<Answered> =>
      to.send(scenario.method, path, body === undefined ? undefined : JSON.stringify(body), {
        authorization: `Bearer ${on.owner.secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      })
    const confirm = (on: Stage, sent: Sent, key: string, to = served) =>
      send(on, sent, { 'service-confirm': 'true', 'idempotency-key': key }, to)

    it('previews without a trace: the database is the same row for row', async () => {
      const on = await stage(database)
      const { good } = await scenario.prepare(on)
      const before = await snapshot(database)
      const { status, body, headers } = await send(on, good)
      expect({ status, body }).toMatchObject({ status: 200, body: { data: { state: 'previewed', operation: tool } } })
      expect(Preview.parse(body.data).summary.length).toBeGreaterThan(10)
      expect(body.data.changes.length).toBeGreaterThan(0)
      expect(body.meta.confirm.headers).toHaveProperty('Service-Confirm', 'true')
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(await snapshot(database)).toEqual(before)
    })

    it('executes once when confirmed, and replays the same data under the same key', async () => {
      const on = await stage(database)
      const { good } = await scenario.prepare(on)
      const first = await confirm(on, good, 'intent')
      expect({ status: first.status, body: first.body }).toMatchObject({ status: scenario.creates ? 201 : 200 })
      const { secret, ...shown } = first.body.data
      expect(shown).toMatchObject({ state: 'executed', operation: tool })
      operation.output.parse(shown.result)
      expect(first.body.meta.idempotency).toEqual({ key: 'intent', replayed: false, expires_at: expect.any(String) })
      const after = await snapshot(database)

      // A token that revoked itself cannot come back; every other caller can.
      const again = await confirm(on, good, 'intent')
      expect(again.status).toBe(first.status)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.body.data).toEqual(shown)
      expect(again.body.meta.idempotency).toEqual({ ...first.body.meta.idempotency, replayed: true })
      expect(await snapshot(database)).toEqual(after)
      if (secret !== undefined) {
        expect(shown.secret_returned_once).toBe(true)
        expect(JSON.stringify(after)).not.toContain(secret)
      }
    })

    it('leaves an audit entry that says who, what, where from and under which key', async () => {
      const on = await stage(database)
      const { good } = await scenario.prepare(on)
      await confirm(on, good, 'audited')
      const [entry, ...more] = await database.store.audit.list({
        credential: on.owner.token.id,
        idempotency_key: 'audited',
        limit: 10,
      })
      expect(more).toEqual([])
      expect(entry).toMatchObject({
        operation: tool,
        channel: 'rest',
        actor: { kind: 'account_token', credential: on.owner.token.id, account: on.seeded.people.owner.account.id },
      })
      expect(entry?.changes.length).toBeGreaterThan(0)
    })

    it('refuses the key for other arguments, and changes nothing', async () => {
      const on = await stage(database)
      const { good, other } = await scenario.prepare(on)
      await confirm(on, good, 'used')
      const before = await snapshot(database)
      expect(await confirm(on, other, 'used')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
      expect(await snapshot(database)).toEqual(before)
    })

    it('refused at execution, records nothing and leaves the key free', async () => {
      const on = await stage(database)
      const { good, refused, code, withoutQuota } = await scenario.prepare(on)
      const before = await snapshot(database)
      expect(await confirm(on, refused, 'free', withoutQuota ? full : served)).toMatchObject({ body: { code } })
      expect(await send(on, refused, {}, withoutQuota ? full : served)).toMatchObject({ body: { code } })
      expect(await snapshot(database)).toEqual(before)
      expect((await confirm(on, good, 'free')).status).toBe(scenario.creates ? 201 : 200)
    })

    it.each([
      ['no key', {}],
      ['an empty key', { 'idempotency-key': '' }],
      ['a key of 256 characters', { 'idempotency-key': 'k'.repeat(256) }],
      ['a key with a space', { 'idempotency-key': 'a b' }],
      ['a key beyond ASCII', { 'idempotency-key': 'sch\u00fcssel' }],
    ])('confirmed with %s is refused', async (_, headers) => {
      const on = await stage(database)
      const { good } = await scenario.prepare(on)
      expect(await send(on, good, { 'service-confirm': 'true', ...headers })).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_required' },
      })
    })

    it('takes a key of 255 characters, and no half-hearted confirmation', async () => {
      const on = await stage(database)
      const { good } = await scenario.prepare(on)
      expect(await send(on, good, { 'service-confirm': 'yes', 'idempotency-key': 'k' })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'Service-Confirm' }] },
      })
      expect((await confirm(on, good, 'k'.repeat(255))).status).toBe(scenario.creates ? 201 : 200)
    })

    it('needs its scope, whatever else the token may do', async () => {
      const on = await stage(database)
      const { good } = await scenario.prepare(on)
      const { scope } = operation
      const others = SCOPES.filter((name) => name !== scope)
      const owner = await seedToken(database, on.seeded.people.owner.account, { scopes: others })
      expect(await confirm({ ...on, owner }, good, 'k')).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope' },
      })
    })

    if (operation.product === 'path') {
      it('needs its role, and a product within the selection', async () => {
        const on = await stage(database)
        const { good } = await scenario.prepare(on)
        const viewer = await seedToken(database, on.seeded.people.viewer.account, { scopes: [...SCOPES] })
        expect(await confirm({ ...on, owner: viewer }, good, 'k')).toMatchObject({
          status: 403,
          body: { code: 'role_forbidden' },
        })
        const elsewhere = await stage(database)
        const narrow = await seedToken(database, on.seeded.people.owner.account, {
          scopes: SCOPES.filter((name) => name !== 'products:write'),
          products: { mode: 'selected', ids: [elsewhere.product] },
        })
        expect(await confirm({ ...on, owner: narrow }, good, 'k')).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
      })
    }

    if (operation.body !== undefined) {
      it.each([
        ['nothing', undefined, 'body'],
        ['a list', [], ''],
        ['a text', 'x', ''],
        ['an unknown field', { surprise: 1 }, 'surprise'],
      ])('with %s for a body is refused by name', async (_, body, path) => {
        const on = await stage(database)
        const { good } = await scenario.prepare(on)
        const changed = path === 'surprise' ? { ...(good.body as object), surprise: 1 } : body
        const answer = await send(on, { path: good.path, ...(changed === undefined ? {} : { body: changed }) })
        expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'invalid_request' })
        expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
      })

      it('is the same request whatever the order of its keys and its white space', async () => {
        const on = await stage(database)
        const { good } = await scenario.prepare(on)
        await confirm(on, good, 'ordered')
        const reversed = JSON.stringify(Object.fromEntries(Object.entries(good.body as object).reverse()), undefined, 4)
        const again = await served.send(scenario.method, good.path, reversed, {
          authorization: `Bearer ${on.owner.secret}`,
          'content-type': 'application/json; charset=utf-8',
          'service-confirm': 'true',
          'idempotency-key': 'ordered',
        })
        expect(again.headers.get('idempotent-replayed')).toBe('true')
      })
    }
  })
})
