import { OPERATIONS, type WriteOperation } from '@footfall/operations'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedToken, snapshot } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'

const WRITES = OPERATIONS.filter((operation): operation is WriteOperation => operation.kind === 'write')
/** Identifiers of the right shape that nothing has. */
const NOBODY: Record<string, string> = {
  member: 'mbr_nobody',
  funnel_id: 'fnl_nobody',
  key_id: 'key_nobody',
  token_id: 'tok_nobody',
}
const TOO_LARGE = JSON.stringify({ name: 'x'.repeat(256 * 1024) })

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('the order of checks of every write over REST', (database) => {
  let served: Served
  let seeded: SeededProduct
  let other: SeededProduct

  beforeAll(async () => {
    seeded = await seedProduct(database)
    other = await seedProduct(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)) })
  })
  afterAll(() => served.close())

  const token = async (role: 'owner' | 'viewer', scopes: readonly string[]) =>
    (await seedToken(database, seeded.people[role].account, { scopes: [...scopes] })).secret

  describe.each(WRITES.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
    const path = (product: string) =>
      operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ({ product, ...NOBODY })[name] ?? '')
    const send = (secret: string, product: string, body: string | undefined, headers: Record<string, string> = {}) =>
      served.send(operation.method, path(product), body, {
        ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      })
    /** Everything that is wrong with a request besides who sends it. */
    const wrongInput: [string, string | undefined, Record<string, string>][] = [
      ['a body that is too large', TOO_LARGE, {}],
      ['a body that is not JSON', '{', {}],
      ['a body of another media type', 'x', { 'content-type': 'text/plain' }],
      ['a confirmation that says neither yes nor no', '{}', { 'service-confirm': 'maybe' }],
      ['a confirmation without a key', '{}', { 'service-confirm': 'true' }],
    ]

    it.each(wrongInput)('tells of %s only to those who may call it', async (_, body, headers) => {
      const { scope, role } = operation
      const all = await token('owner', SCOPES)
      const lacking = await token(
        'owner',
        SCOPES.filter((name) => name !== scope),
      )
      const answers: [string, number, string][] = [
        ['', 401, 'invalid_token'],
        [lacking, 403, 'insufficient_scope'],
      ]
      for (const [secret, status, code] of answers)
        expect(await send(secret, seeded.product, body, headers)).toMatchObject({ status, body: { code } })
      if (operation.product === 'none') return
      expect(await send(all, other.product, body, headers)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      if (role === 'viewer') return
      const viewer = await token('viewer', SCOPES)
      expect(await send(viewer, seeded.product, body, headers)).toMatchObject({
        status: 403,
        body: { code: 'role_forbidden' },
      })
    })

    it('tells those who may call it what is wrong with the input', async () => {
      const all = await token('owner', SCOPES)
      const answers = await Promise.all(
        wrongInput.slice(0, 4).map(([, body, headers]) => send(all, seeded.product, body, headers)),
      )
      expect(answers.map(({ status }) => status)).toEqual([413, 400, 415, 400])
      expect(answers[3]?.body.errors).toContainEqual({
        path: 'Service-Confirm',
        message: 'must be true, or absent for a preview',
      })
    })

    if (operation.body === undefined)
      it('takes no body, and refuses fields of one by name', async () => {
        const all = await token('owner', SCOPES)
        const before = await snapshot(database)
        const confirmed = { 'service-confirm': 'true', 'idempotency-key': 'k' }
        expect(await send(all, seeded.product, '{"surprise":1,"more":2}', confirmed)).toMatchObject({
          status: 400,
          body: { errors: [{ path: 'surprise' }, { path: 'more' }] },
        })
        expect(await snapshot(database)).toEqual(before)
        const [empty, none] = [await send(all, seeded.product, '{}'), await send(all, seeded.product, undefined)]
        expect(empty.status).toBe(none.status)
        expect(empty.status).not.toBe(400)
      })
  })
})
