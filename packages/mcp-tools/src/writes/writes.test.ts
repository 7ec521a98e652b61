import { Preview } from '@footfall/kernel'
import { OPERATIONS, PROBLEMS, type WriteOperation } from '@footfall/operations'
import {
  type CallingScenario,
  type Input,
  rejectedInput,
  scenarioOn,
  servicesOn,
  testEngine,
  toolInputs,
} from '@footfall/operations/test-support'
import { OAUTH_SCOPES, SCOPES } from '@footfall/scopes-policy'
import { deleteRows, describeEachDialect, seedToken, snapshot } from '@footfall/testkit'
import Ajv from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOOTFALL_TOOLS } from '../footfall/tools.ts'
import { connections, LEGACY, MODERN, type Served, serve } from '../test-support.ts'
import { unsaid } from '../text/test-support-said.ts'
import { outputSchema } from '../tools/json-schema.ts'
import { argumentsOf, routeOf } from './test-support-writes.ts'

const WRITES = OPERATIONS.filter((operation): operation is WriteOperation => operation.kind === 'write')
const NO_QUOTA = { products: 0, tokens: 0, keys: 0, sharedLinks: 0, funnels: 0, members: 0 }

const engine = testEngine()

describeEachDialect('every tool that writes', (database) => {
  let served: Served
  /** The same service, with every quota used up. */
  let full: Served
  const { oauth, assertStillActive, connect, revoke } = connections(database)
  const ajv = new Ajv({ strict: false, validateFormats: false })

  beforeAll(async () => {
    const parts = { ...servicesOn(database), ...(await engine.services(database)), oauth, assertStillActive }
    served = await serve(parts)
    full = await serve({ ...parts, quotas: NO_QUOTA })
  })
  afterAll(() => Promise.all([served.close(), full.close()]))

  describe.each(WRITES.map((operation) => [operation.name, operation] as const))('%s', (tool, operation) => {
    const validates = ajv.compile(outputSchema(operation, PROBLEMS, FOOTFALL_TOOLS))
    const grantable = OAUTH_SCOPES.includes(operation.scope)
    const prepared = async () => {
      const on = await scenarioOn(database)
      const sent = await toolInputs(operation, on)
      return {
        on,
        sent,
        good: argumentsOf(operation, on, sent.good),
        other: argumentsOf(operation, on, sent.other),
      }
    }
    afterAll(() => deleteRows(database))
    let lastText = ''
    const call = async (
      on: CallingScenario,
      given: Record<string, unknown>,
      era: typeof MODERN | typeof LEGACY = MODERN,
      to = served,
    ) => {
      const { status, body } = await to.call(tool, given, on.owner.secret, { era })
      expect({ status, error: body.error }).toEqual({ status: 200 })
      const { structuredContent } = body.result
      expect(validates(structuredContent), ajv.errorsText(validates.errors)).toBe(true)
      const { text } = body.result.content[0]
      lastText = text
      if (body.result.isError) expect(text).toContain(`(${structuredContent.code}, ${structuredContent.status})`)
      else expect(unsaid(text, structuredContent, new Set())).toEqual([])
      expect(body.result.isError).toBe('code' in structuredContent ? true : undefined)
      return structuredContent
    }
    const confirmed = (given: Record<string, unknown>, key: string) => ({
      ...given,
      confirm: true,
      idempotency_key: key,
    })
    const toRest = (on: CallingScenario, input: Input, headers = {}) =>
      served.rest(operation.method, routeOf(operation, on, input), input.body, on.owner.secret, headers)
    const overRest = (on: CallingScenario, input: Input, key: string) =>
      toRest(on, input, { 'service-confirm': 'true', 'idempotency-key': key })

    it('previews without a trace, in both eras, and says which arguments confirm the change', async () => {
      const { on, good } = await prepared()
      const before = await snapshot(database)
      for (const era of [MODERN, LEGACY] as const) {
        const { data, meta } = await call(on, good, era)
        expect(data).toMatchObject({ state: 'previewed', operation: tool })
        expect(Preview.parse(data).summary.length).toBeGreaterThan(10)
        expect(meta.confirm.arguments).toEqual({ confirm: true, idempotency_key: expect.any(String) })
      }
      expect(await call(on, { ...good, confirm: false, idempotency_key: 'k' })).toMatchObject({
        data: { state: 'previewed' },
      })
      expect(await snapshot(database)).toEqual(before)
    })

    it('previews the same change as REST', async () => {
      const { on, good, sent } = await prepared()
      const rest = await toRest(on, sent.good)
      expect((await call(on, good)).data).toEqual(rest.body.data)
    })

    it('executes once when confirmed, replays under the key, and has the secret only in the first response', async () => {
      const { on, good } = await prepared()
      const first = await call(on, confirmed(good, 'intent'))
      const { secret, ...shown } = first.data
      if (secret !== undefined) expect(lastText.split(secret)).toHaveLength(2)
      expect(shown).toMatchObject({ state: 'executed', operation: tool })
      operation.output.parse(shown.result)
      expect(first.meta.idempotency).toEqual({ key: 'intent', replayed: false, expires_at: expect.any(String) })
      const after = await snapshot(database)
      for (const era of [MODERN, LEGACY] as const) {
        const again = await call(on, confirmed(good, 'intent'), era)
        expect(again.data).toEqual(shown)
        expect(again.meta.idempotency.replayed).toBe(true)
        if (secret !== undefined) expect(lastText).not.toContain(secret)
      }
      expect(await snapshot(database)).toEqual(after)
      if (secret !== undefined) expect(JSON.stringify(after)).not.toContain(secret)
    })

    it('shares its records with REST, in both directions', async () => {
      const { on, good, other, sent } = await prepared()
      const first = await overRest(on, sent.good, 'over-rest')
      expect(first.status).toBe(operation.creates ? 201 : 200)
      const { secret: _, ...shown } = first.body.data
      const replay = await call(on, confirmed(good, 'over-rest'))
      expect({ data: replay.data, replayed: replay.meta.idempotency.replayed }).toEqual({ data: shown, replayed: true })

      const second = await call(on, confirmed(other, 'over-mcp'))
      const { secret: __, ...shownThen } = second.data
      const back = await overRest(on, sent.other, 'over-mcp')
      expect(back.headers.get('idempotent-replayed')).toBe('true')
      expect(back.body.data).toEqual(shownThen)
      expect(await call(on, confirmed(other, 'over-rest'))).toMatchObject({ code: 'idempotency_conflict' })
    })

    it('appends an audit entry that names the MCP channel', async () => {
      const { on, good } = await prepared()
      await call(on, confirmed(good, 'audited'))
      const entries = await database.store.audit.list({
        credential: on.owner.token.id,
        idempotency_key: 'audited',
        limit: 10,
      })
      expect(entries).toMatchObject([{ operation: tool, channel: 'mcp' }])
    })

    it('rejects the key for other arguments, and changes nothing', async () => {
      const { on, good, other } = await prepared()
      await call(on, confirmed(good, 'used'))
      const before = await snapshot(database)
      expect(await call(on, confirmed(other, 'used'))).toMatchObject({ code: 'idempotency_conflict', status: 409 })
      expect(await snapshot(database)).toEqual(before)
    })

    it('records nothing and leaves the key free if the execution is rejected', async () => {
      const { on, sent, good } = await prepared()
      const { code, withoutQuota, ...input } = await rejectedInput(operation, sent, on)
      const rejected = argumentsOf(operation, on, input)
      const at = withoutQuota ? full : served
      const before = await snapshot(database)
      expect(await call(on, confirmed(rejected, 'free'), MODERN, at)).toMatchObject({ code })
      expect(await call(on, rejected, MODERN, at)).toMatchObject({ code })
      expect(await snapshot(database)).toEqual(before)
      expect(await call(on, confirmed(good, 'free'))).toMatchObject({ data: { state: 'executed' } })
    })

    it.each([
      ['no key', undefined],
      ['an empty key', ''],
      ['a key of 256 characters', 'k'.repeat(256)],
      ['a key with a space', 'a b'],
      ['a number for a key', 7],
    ])('rejects a confirmation with %s', async (_, key) => {
      const { on, good } = await prepared()
      expect(await call(on, { ...good, confirm: true, idempotency_key: key })).toMatchObject({
        code: 'idempotency_key_required',
      })
    })

    it('rejects an incomplete confirmation and unknown arguments by name', async () => {
      const { on, good } = await prepared()
      expect(await call(on, { ...good, confirm: 'yes', idempotency_key: 'k' })).toMatchObject({
        code: 'invalid_request',
        errors: [{ path: 'confirm' }],
      })
      expect(await call(on, { ...good, surprise: 1 })).toMatchObject({
        code: 'invalid_request',
        errors: [{ path: 'surprise', message: 'is not a known field' }],
      })
    })

    it('names each required identifier that is missing', async () => {
      const { on, good } = await prepared()
      for (const name of Object.keys(operation.params.shape)) {
        const { [name]: _, ...rest } = good
        expect(await call(on, rest)).toMatchObject({
          code: 'invalid_request',
          errors: [{ path: name, message: 'is required' }],
        })
      }
    })

    it('requires its scope, whatever else the token may do', async () => {
      const { on, good } = await prepared()
      const { secret } = await seedToken(database, on.people.owner.account, {
        scopes: SCOPES.filter((name) => name !== operation.scope),
      })
      const before = await snapshot(database)
      const { status, headers, body } = await served.call(tool, confirmed(good, 'k'), secret)
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' })
      const challenge = headers.get('www-authenticate')
      expect(challenge).toContain('resource_metadata=')
      // A client asks for a scope that a challenge names; where OAuth cannot grant it, it would ask in circles.
      if (grantable) expect(challenge).toContain(`scope="${OAUTH_SCOPES.join(' ')}"`)
      else expect(challenge).not.toContain(' scope=')
      expect(await snapshot(database)).toEqual(before)
    })

    it(
      grantable
        ? 'executes for a connection until it is revoked'
        : 'rejects a connection, which cannot be granted the scope',
      async () => {
        const { on, good, other } = await prepared()
        const secret = connect(on.people.owner.account.id, OAUTH_SCOPES, [on.product])
        const { status, headers, body } = await served.call(tool, confirmed(good, 'k'), secret)
        if (!grantable) {
          expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' })
          expect(headers.get('www-authenticate')).toMatch(
            /^Bearer error="insufficient_scope", resource_metadata="[^"]+"$/,
          )
          return
        }
        expect(status).toBe(200)
        expect(body.result.structuredContent).toMatchObject({ data: { state: 'executed' } })
        revoke(secret)
        const after = await served.call(tool, confirmed(other, 'l'), secret)
        expect(after.status).toBe(401)
        expect(after.headers.get('www-authenticate')).toContain('error="invalid_token"')
      },
    )

    if (operation.product === 'path')
      it('reports a role that is too low, and a product outside the selection, in tool errors', async () => {
        const { on, good } = await prepared()
        const viewer = await seedToken(database, on.people.viewer.account, { scopes: [...SCOPES] })
        expect(await call({ ...on, owner: viewer }, confirmed(good, 'k'))).toMatchObject({ code: 'role_forbidden' })
        const elsewhere = await scenarioOn(database)
        const narrow = await seedToken(database, on.people.owner.account, {
          scopes: SCOPES.filter((name) => name !== 'products:write'),
          products: { mode: 'selected', ids: [elsewhere.product] },
        })
        expect(await call({ ...on, owner: narrow }, confirmed(good, 'k'))).toMatchObject({ code: 'not_found' })
      })
  })
})
