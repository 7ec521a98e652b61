import type { ProductId } from '@footfall/core-domain'
import { OPERATIONS, type Operation, PROBLEMS, type ReadOperation } from '@footfall/operations'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { OAUTH_SCOPES, roleAtLeast, SCOPES, type Scope } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedToken } from '@footfall/testkit'
import Ajv from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOOTFALL_TOOLS } from '../footfall/tools.ts'
import { BASE_URL, connections, LEGACY, MODERN, type Served, serve } from '../test-support.ts'
import { unsaid } from '../text/test-support-said.ts'
import { outputSchema } from '../tools/json-schema.ts'

const READS = OPERATIONS.filter((operation): operation is ReadOperation => operation.kind === 'read')
const METADATA = `resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource/api/mcp"`

/** What a read needs in addition to its product to be answered at all. */
const NEEDED: Readonly<Record<string, Record<string, unknown>>> = {
  service_analytics_query: { metric: 'visitors', from: '2026-11-01', to: '2026-11-20', dimension: 'page', limit: 5 },
}

const engine = testEngine()

describeEachDialect('every tool that reads', (database) => {
  let served: Served
  let seeded: SeededProduct
  let other: SeededProduct
  const { oauth, assertStillActive, connect } = connections(database)
  const ajv = new Ajv({ strict: false, validateFormats: false })

  beforeAll(async () => {
    seeded = await seedProduct(database)
    other = await seedProduct(database, { name: 'Other' })
    served = await serve({
      ...servicesOn(database),
      ...(await engine.services(database)),
      oauth,
      assertStillActive,
    })
  })
  afterAll(() => served.close())

  const given = (operation: Operation, product: string = seeded.product) => ({
    ...(operation.product === 'none' ? {} : { product }),
    ...NEEDED[operation.name],
  })
  const restPath = (operation: Operation) => {
    const query = new URLSearchParams(operation.product === 'query' ? { product: seeded.product } : {})
    for (const [name, value] of Object.entries(NEEDED[operation.name] ?? {})) query.set(name, String(value))
    return `${operation.path.replace('{product}', seeded.product)}?${query}`
  }
  const token = async (scopes: readonly Scope[], products?: readonly ProductId[]) =>
    (
      await seedToken(database, seeded.people.owner.account, {
        scopes,
        ...(products ? { products: { mode: 'selected', ids: [...products] } } : {}),
      })
    ).secret
  const connection = (scopes: readonly Scope[], products = [seeded.product]) =>
    connect(seeded.people.owner.account.id, scopes, products)

  describe.each(READS.map((operation) => [operation.name, operation] as const))('%s', (tool, operation) => {
    const { scope } = operation
    const grantable = OAUTH_SCOPES.includes(scope)
    const others = SCOPES.filter((name) => name !== scope)
    const validates = ajv.compile(outputSchema(operation, PROBLEMS, FOOTFALL_TOOLS))

    it('returns exactly what REST returns, in both eras', async () => {
      const secret = await token([scope])
      const { body: rest } = await served.rest('GET', restPath(operation), undefined, secret)
      for (const era of [MODERN, LEGACY] as const) {
        const { status, body } = await served.call(tool, given(operation), secret, { era })
        expect({ status, error: body.error, isError: body.result.isError }).toEqual({ status: 200 })
        expect(partsOf(body.result.structuredContent)).toEqual(partsOf(rest))
        expect(unsaid(body.result.content[0].text, body.result.structuredContent.data)).toEqual([])
        expect(validates(body.result.structuredContent), ajv.errorsText(validates.errors)).toBe(true)
      }
    })

    it('rejects a token without its scope with HTTP 403, and names all grantable scopes', async () => {
      const { status, headers, body } = await served.call(tool, given(operation), await token(others))
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' })
      expect(headers.get('www-authenticate')).toBe(
        grantable
          ? `Bearer error="insufficient_scope", scope="${OAUTH_SCOPES.join(' ')}", ${METADATA}`
          : `Bearer error="insufficient_scope", ${METADATA}`,
      )
    })

    it(
      grantable
        ? 'answers a connection with the scope, and challenges one without it, naming the scopes that it has'
        : 'rejects a connection, which cannot be granted the scope, with HTTP 403 and a challenge without a scope',
      async () => {
        if (grantable) {
          const allowed = await served.call(tool, given(operation), connection([scope]))
          expect(allowed.body.result).not.toHaveProperty('isError')
          const held = OAUTH_SCOPES.filter((name) => name !== scope).slice(0, 2)
          const { status, headers } = await served.call(tool, given(operation), connection(held))
          expect(status).toBe(403)
          const asked = SCOPES.filter((name) => name === scope || held.includes(name)).join(' ')
          expect(headers.get('www-authenticate')).toBe(
            `Bearer error="insufficient_scope", scope="${asked}", ${METADATA}`,
          )
        } else {
          const { status, headers, body } = await served.call(tool, given(operation), connection(OAUTH_SCOPES))
          expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' })
          expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", ${METADATA}`)
          expect(body.detail).toContain(`${scope}. OAuth cannot grant it`)
        }
      },
    )

    it('rejects an unknown argument by its name', async () => {
      const { status, body } = await served.call(tool, { ...given(operation), surprise: 1 }, await token([scope]))
      expect(status).toBe(200)
      expect(body.result).toMatchObject({
        isError: true,
        structuredContent: {
          code: 'invalid_request',
          status: 400,
          errors: [{ path: 'surprise', message: 'is not a known field' }],
        },
      })
      expect(validates(body.result.structuredContent), ajv.errorsText(validates.errors)).toBe(true)
      expect(body.result.content[0].text).toContain('Invalid request (invalid_request, 400)')
      expect(body.result.content[0].text).toContain('- surprise: is not a known field')
    })

    it('accepts no argument confirm, since nothing is changed', async () => {
      const { body } = await served.call(tool, { ...given(operation), confirm: true }, await token([scope]))
      expect(body.result.structuredContent.errors).toEqual([{ path: 'confirm', message: 'is not a known field' }])
    })

    if (operation.product !== 'none') {
      it('returns the same tool error for a product outside the selection, of another account, or unknown', async () => {
        const narrow = await token([scope], [seeded.product])
        const elsewhere = (await seedToken(database, other.people.owner.account, { scopes: [scope] })).secret
        const answers = await Promise.all([
          served.call(tool, given(operation, other.product), narrow),
          served.call(tool, given(operation), elsewhere),
          served.call(tool, given(operation, 'prd_doesNotExist'), narrow),
          served.call(tool, given(operation, "prd_' OR '1'='1"), narrow),
          ...(grantable ? [served.call(tool, given(operation, other.product), connection([scope]))] : []),
        ])
        const problems = answers.map(({ body }) => ({ ...body.result.structuredContent, request_id: undefined }))
        const [hidden, , missing, injected] = problems
        expect([missing, injected]).toEqual([hidden, hidden])
        // Other credentials may see other candidates.
        const withoutCandidates = ({ errors: _, ...problem }: Record<string, unknown>) => problem
        for (const problem of problems) expect(withoutCandidates(problem)).toEqual(withoutCandidates(hidden))
        expect(answers[0]?.body.result).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } })
      })

      it('says what a product that is not text must be', async () => {
        const narrow = await token([scope], [seeded.product])
        for (const product of [7, null, { $ne: null }]) {
          const { body } = await served.call(tool, { ...given(operation), product }, narrow)
          expect(body.result.structuredContent).toMatchObject({
            code: 'invalid_request',
            errors: [{ path: 'product', message: 'must be a string' }],
          })
        }
      })

      it('uses the only product of the credential by default, and requires one if it has access to none', async () => {
        const only = await served.call(tool, { ...NEEDED[tool] }, await token([scope], [seeded.product]))
        expect(only.body.result).not.toHaveProperty('isError')
        const none = await served.call(tool, { ...NEEDED[tool] }, await token([scope], [other.product]))
        expect(none.body.result.structuredContent.errors).toEqual([{ path: 'product', message: 'is required' }])
      })

      it('reports a role that is too low in a tool error, since more scopes would not help', async () => {
        const least = operation.role ?? 'viewer'
        for (const role of ['owner', 'admin', 'editor', 'viewer'] as const) {
          const { secret } = await seedToken(database, seeded.people[role].account, { scopes: [scope] })
          const allowed = roleAtLeast(role, least)
          const { status, headers, body } = await served.call(
            tool,
            { ...given(operation), ...(allowed ? {} : { surprise: 1 }) },
            secret,
          )
          expect({ role, status, challenge: headers.get('www-authenticate') }).toEqual({
            role,
            status: 200,
            challenge: null,
          })
          const { code, detail = '' } = body.result.structuredContent
          expect(code).toBe(allowed ? undefined : 'role_forbidden')
          expect(detail.split('More scopes would not help.')).toHaveLength(allowed ? 1 : 2)
        }
      })
    }
  })

  /** The three parts of an answer, and proof that there is no fourth. */
  function partsOf({ data, meta, page, ...more }: Record<string, unknown>): unknown {
    expect(more).toEqual({})
    return { data, meta, page }
  }
})
