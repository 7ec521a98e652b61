import { mintSecret, type ProductId, type ProductKey, timestamp } from '@footfall/core-domain'
import { OPERATIONS, type Operation, type ReadOperation } from '@footfall/operations'
import { roleAtLeast, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { type Answered, type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'

const READS = OPERATIONS.filter((operation): operation is ReadOperation => operation.kind === 'read')

/** What an operation needs besides the product to be answered at all. */
const NEEDED: Readonly<Record<string, string>> = {
  service_analytics_query: 'metric=visitors&from=2026-11-01&to=2026-11-20',
}

function address(operation: Operation, product: string, query = ''): string {
  const parameters = [operation.product === 'query' ? `product=${product}` : '', NEEDED[operation.name] ?? '', query]
  return `${operation.path.replace('{product}', product)}?${parameters.filter((part) => part !== '').join('&')}`
}

const withoutId = ({ status, body }: Answered) => ({ status, body: { ...body, request_id: undefined } })

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('every read operation over REST', (database) => {
  let served: Served
  let seeded: SeededProduct
  let other: SeededProduct

  beforeAll(async () => {
    seeded = await seedProduct(database)
    other = await seedProduct(database, { name: 'Other' })
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)) })
  })
  afterAll(() => served.close())

  const ask = (operation: Operation, token: string | undefined, product: string = seeded.product, query = '') =>
    served.get(address(operation, product, query), token)
  const ownerToken = async (scopes: readonly string[], products?: readonly ProductId[]) =>
    (
      await seedToken(database, seeded.people.owner.account, {
        scopes,
        ...(products ? { products: { mode: 'selected', ids: [...products] } } : {}),
      })
    ).secret

  it('covers the 25 reads of the interface', () => {
    expect(READS.map(({ name }) => name)).toHaveLength(25)
    expect(new Set(READS.map(({ path }) => path)).size).toBe(25)
  })

  describe.each(READS.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
    const scope = operation.scope

    it('answers a token with exactly its scope, in the documented shape, and lets nobody store the answer', async () => {
      const { status, headers, body } = await ask(operation, await ownerToken([scope]))
      expect({ status, body }).toMatchObject({ status: 200 })
      operation.output.parse(body.data)
      operation.meta?.parse(body.meta)
      if (operation.paged && Array.isArray(body.data)) expect(body.page).toMatchObject({ limit: 50 })
      expect(headers.get('request-id')).toMatch(/^req_/)
      expect(headers.get('cache-control')).toBe('private, no-store')
    })

    it('refuses a token with every scope but its own, and says which it needs', async () => {
      const { status, headers, body } = await ask(operation, await ownerToken(SCOPES.filter((name) => name !== scope)))
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' })
      expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
    })

    it('challenges a request without a credential, without an error code', async () => {
      const { status, headers, body } = await ask(operation, undefined)
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_token' })
      expect(headers.get('www-authenticate')).toBe('Bearer')
    })

    it.each([
      ['unknown', () => Promise.resolve(mintSecret('account_token', database.random).secret.reveal())],
      ['malformed', () => Promise.resolve('jt_short')],
      ['expired', () => tokenWith({ expires_at: timestamp(database.clock.now()) })],
      ['disabled', () => tokenWith({ status: 'disabled' })],
      ['revoked', () => tokenWith({ status: 'revoked' })],
    ] as const)('refuses a token that is %s', async (_state, token) => {
      const { status, headers, body } = await ask(operation, await token())
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_token' })
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    })

    it('refuses an unknown query parameter by its name', async () => {
      const { status, body } = await ask(operation, await ownerToken([scope]), seeded.product, 'surprise=1')
      expect({ status, code: body.code, errors: body.errors }).toEqual({
        status: 400,
        code: 'invalid_request',
        errors: [{ path: 'surprise', message: 'is not a known field' }],
      })
    })

    it('refuses a method nobody serves, with those that are', async () => {
      const { status, headers, body } = await served.send('PROPFIND', address(operation, seeded.product), undefined)
      expect({ status, code: body.code }).toEqual({ status: 405, code: 'method_not_allowed' })
      expect(headers.get('allow')).toContain('GET')
    })

    it('is in the OpenAPI document under its tool name', () => {
      const paths = openApiDocument('https://stats.example').paths ?? {}
      expect(paths[operation.path]?.get?.operationId).toBe(operation.name)
    })

    if (operation.product !== 'none') {
      it('answers a product outside the selection, of another account, or missing, with the same 404', async () => {
        const token = await ownerToken([scope], [seeded.product])
        const elsewhere = await seedToken(database, other.people.owner.account, { scopes: [scope] })
        const answers = await Promise.all([
          ask(operation, token, other.product),
          ask(operation, elsewhere.secret, seeded.product),
          ask(operation, token, 'prd_doesNotExist'),
          ask(operation, token, 'not-an-id'),
          ask(operation, token, encodeURIComponent("prd_' OR '1'='1")),
          ask(operation, token, '__proto__'),
        ])
        for (const answer of answers) expect(withoutId(answer)).toEqual(withoutId(answers[0] as Answered))
        expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
      })

      it('judges the role before the input', async () => {
        const least = operation.role ?? 'viewer'
        for (const role of ['owner', 'admin', 'editor', 'viewer'] as const) {
          const { secret } = await seedToken(database, seeded.people[role].account, { scopes: [scope] })
          const allowed = roleAtLeast(role, least)
          const { status, body } = await ask(operation, secret, seeded.product, allowed ? '' : 'limit=1&limit=%FF')
          expect({ role, status, code: body.code }).toEqual(
            allowed ? { role, status: 200, code: undefined } : { role, status: 403, code: 'role_forbidden' },
          )
        }
      })

      if (operation.product === 'query')
        it('asks for the product when it is missing', async () => {
          const { status, body } = await served.get(
            `${operation.path}?${NEEDED[operation.name] ?? ''}`,
            await ownerToken([scope]),
          )
          expect({ status, errors: body.errors }).toEqual({
            status: 400,
            errors: [{ path: 'product', message: 'is required' }],
          })
        })
    }

    const keyScope =
      ['analytics:read', 'funnels:read'].includes(scope) && operation.name !== 'service_analytics_crawlers'
    it(
      keyScope
        ? 'answers a Website API key of its product with the scope, and no other key'
        : 'refuses every Website API key',
      async () => {
        const both: ProductKey['scopes'] = ['analytics:read', 'funnels:read']
        const withKey = async (options: Parameters<typeof seedProductKey>[2], product?: ProductId) =>
          ask(operation, (await seedProductKey(database, seeded.product, options)).secret, product)
        const answers = {
          mine: await withKey({ scopes: both }),
          withoutScope: await withKey({ scopes: both.filter((name) => name !== scope) }),
          otherProduct: await withKey({ scopes: both }, other.product),
          payment: await withKey({ kind: 'payment' }),
          crawlerIntake: await withKey({ kind: 'crawler_intake' }),
          revoked: await withKey({ scopes: both, status: 'revoked' }),
        }
        const codes = Object.fromEntries(
          Object.entries(answers).map(([name, { body }]) => [name, body.code ?? 'answered']),
        )
        expect(codes).toEqual(
          keyScope
            ? {
                mine: 'answered',
                withoutScope: 'insufficient_scope',
                otherProduct: 'not_found',
                payment: 'credential_not_accepted',
                crawlerIntake: 'credential_not_accepted',
                revoked: 'invalid_token',
              }
            : {
                mine: 'credential_not_accepted',
                withoutScope: 'credential_not_accepted',
                otherProduct: 'credential_not_accepted',
                payment: 'credential_not_accepted',
                crawlerIntake: 'credential_not_accepted',
                revoked: 'invalid_token',
              },
        )
      },
    )
  })

  async function tokenWith(change: { expires_at?: ReturnType<typeof timestamp>; status?: 'disabled' | 'revoked' }) {
    return (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES], ...change })).secret
  }

  it('answers one credential in the header, whatever cookie comes along', async () => {
    const [operation] = READS
    if (operation === undefined) throw new Error('no operation')
    const { body } = await served.get(address(operation, seeded.product), undefined, {
      authorization: 'Basic eDp5',
      cookie: 'session=whatever',
    })
    expect(body.code).toBe('invalid_token')
  })
})
