import {
  InvalidRequest,
  PayloadTooLarge,
  type ProductKey,
  Role,
  SHARE_SECTIONS,
  type ShareSection,
} from '@footfall/core-domain'
import { type Principal, roleAtLeast, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProductKey, type SeededToken } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { DECLARED } from '../registry.ts'
import {
  type By,
  type Called,
  type CallingScenario,
  type Input,
  MISSING_IDS,
  scenarioOn,
  servicesOn,
} from '../test-support/index.ts'
import { execute } from './execute.ts'

/** Rejected as input of every operation, so that a caller who is allowed is not answered with a report. */
const SURPRISE: Input = { query: { surprise: '1' } }
const UNKNOWN_PRODUCTS = ['prd_doesNotExist', 'not-an-id', "prd_' OR '1'='1", '__proto__', '😀'.repeat(50)]

describeEachDialect('access', (database) => {
  let on: CallingScenario
  let other: CallingScenario
  let people: Record<Role, Principal>
  let keys: Record<'api' | 'revoked' | 'payment' | 'crawler_intake', SeededProductKey>
  const lacking = new Map<string, SeededToken>()
  const withOnly = new Map<string, SeededToken>()
  beforeAll(async () => {
    on = await scenarioOn(database)
    other = await scenarioOn(database)
    const entries = await Promise.all(Role.options.map(async (role) => [role, await on.person(role)] as const))
    people = Object.fromEntries(entries) as Record<Role, Principal>
    const both: ProductKey['scopes'] = ['analytics:read', 'funnels:read']
    keys = {
      api: await on.key({ scopes: both }),
      revoked: await on.key({ scopes: both, status: 'revoked' }),
      payment: await on.key({ kind: 'payment' }),
      crawler_intake: await on.key({ kind: 'crawler_intake' }),
    }
    for (const scope of SCOPES) {
      lacking.set(scope, await on.token({ scopes: SCOPES.filter((name) => name !== scope) }))
      withOnly.set(scope, await on.token({ scopes: [scope] }))
    }
  })
  const of = (tokens: Map<string, SeededToken>, scope: string): SeededToken => {
    const token = tokens.get(scope)
    if (token === undefined) throw new Error(`no token for ${scope}`)
    return token
  }
  const allowed = { code: 'invalid_request', fields: expect.arrayContaining(['surprise']) }

  describe.each(DECLARED.map((operation) => [operation.name, operation] as const))('access to %s', (_, operation) => {
    const ids = Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, MISSING_IDS[name]]))
    const ask = (by: By, { product, query = {} }: Input = {}): Promise<Called> =>
      on.call(by, operation, { path: ids, query, ...(product === undefined ? {} : { product }) })
    const opensTo = (kind: Principal['kind']) => operation.allowedPrincipals.has(kind)

    if (opensTo('account_token')) {
      it('accepts a token with the scope of the operation and rejects one with every other scope', async () => {
        expect(await ask(of(withOnly, operation.scope), SURPRISE)).toMatchObject(allowed)
        expect((await ask(of(lacking, operation.scope), SURPRISE)).code).toBe('insufficient_scope')
      })
    } else {
      it('rejects an account token with every scope', async () => {
        expect((await ask(on.owner, SURPRISE)).code).toBe('credential_not_accepted')
      })
    }

    if (opensTo('website_key')) {
      it('accepts a Website API key of the product with the scope of the operation and rejects every other key', async () => {
        expect(await ask(keys.api.secret, SURPRISE)).toMatchObject(allowed)
        const scopes = (['analytics:read', 'funnels:read'] as const).filter((name) => name !== operation.scope)
        const { secret } = await on.key({ scopes })
        expect((await ask(secret, SURPRISE)).code).toBe('insufficient_scope')
        expect((await ask(keys.api.secret, { ...SURPRISE, product: other.product })).code).toBe('not_found')
      })
    } else {
      it('rejects a Website API key', async () => {
        expect((await ask(keys.api.secret, SURPRISE)).code).toBe('credential_not_accepted')
      })
    }

    const { sharedAs } = operation
    if (sharedAs === undefined) {
      it('rejects a shared link that shows every section', async () => {
        expect((await ask(on.link(SHARE_SECTIONS), SURPRISE)).code).toBe('credential_not_accepted')
      })
    } else {
      it('accepts a shared link of the product that shows the section and rejects every other link', async () => {
        expect(await ask(on.link([sharedAs as ShareSection]), SURPRISE)).toMatchObject(allowed)
        const others = SHARE_SECTIONS.filter((section) => section !== sharedAs)
        expect((await ask(on.link(others), SURPRISE)).code).toBe('credential_not_accepted')
        const elsewhere = { ...SURPRISE, product: other.product }
        expect((await ask(on.link(SHARE_SECTIONS), elsewhere)).code).toBe('not_found')
      })
    }

    it('rejects keys that send events and revoked keys', async () => {
      expect((await ask(keys.payment.secret, SURPRISE)).code).toBe('credential_not_accepted')
      expect((await ask(keys.crawler_intake.secret, SURPRISE)).code).toBe('credential_not_accepted')
      expect((await ask(keys.revoked.secret, SURPRISE)).code).toBe('invalid_token')
    })

    it('accepts a person and names an unknown parameter', async () => {
      expect(await ask(people.owner, SURPRISE)).toMatchObject(allowed)
    })

    if (operation.product === 'none') return

    it('rejects a role that is too low before it reads the input', async () => {
      for (const role of Role.options) {
        const answer = await ask(people[role], SURPRISE)
        const suffices = roleAtLeast(role, operation.role ?? 'viewer')
        if (suffices) expect({ role, ...answer }).toMatchObject({ role, ...allowed })
        else expect({ role, code: answer.code }).toEqual({ role, code: 'role_forbidden' })
      }
    })

    it('returns the same error for a product outside the selection, of another account, and one that does not exist', async () => {
      const narrow = await on.token({
        scopes: SCOPES.filter((scope) => scope !== 'products:write'),
        products: { mode: 'selected', ids: [on.product] },
      })
      const by = opensTo('account_token') ? narrow : people.owner
      const answers = await Promise.all(
        [other.product, ...UNKNOWN_PRODUCTS].map((product) => ask(by, { ...SURPRISE, product })),
      )
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(answers[0]?.code).toBe('not_found')
    })

    if (operation.product === 'query')
      it('requires a product in the query', async () => {
        expect(await ask(people.owner, { product: '' })).toMatchObject({ code: 'invalid_request', fields: ['product'] })
      })

    if (operation.kind === 'write')
      it('reads the body only for a caller who may call it', async () => {
        let reads = 0
        const body = () => {
          reads++
          throw new PayloadTooLarge(1)
        }
        const origin = { channel: 'dashboard', address: undefined, requestId: undefined } as const
        const code = async (by: Principal, product: string, undecodable?: InvalidRequest) => {
          const raw = { path: { ...ids, product }, query: {}, body, undecodable }
          const answer = execute(operation, by, raw, servicesOn(database), { confirm: true, key: undefined }, origin)
          return answer.then(
            () => 'executed',
            (error) => error.code,
          )
        }
        if (!roleAtLeast('viewer', operation.role ?? 'viewer'))
          expect(await code(people.viewer, on.product)).toBe('role_forbidden')
        expect(await code(people.owner, other.product)).toBe('not_found')
        const undecodable = new InvalidRequest([{ path: 'query', message: 'is not valid UTF-8' }])
        expect(await code(people.owner, on.product, undecodable)).toBe('invalid_request')
        expect(reads).toBe(0)
        expect(await code(people.owner, on.product)).toBe('payload_too_large')
      })
  })
})
