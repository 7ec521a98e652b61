import { AlertId, ProductName } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorsOf } from './errors.ts'
import { PEOPLE_ONLY } from './operation.ts'
import { defineRead } from './read.ts'
import { defineWrite } from './write.ts'

const about = { name: 'shop_get', path: '/api/v1/shop', title: 'Shop', description: 'Of the shop.' } as const
const output = z.object({ name: z.string() })

describe('the definition of an operation', () => {
  it('accepts every credential of an account unless it names others', () => {
    const declared = { ...about, scope: 'products:read', product: 'none', role: null, query: {}, output } as const
    const run = async () => ({ data: { name: 'Shop' } })
    expect([...defineRead({ ...declared, run }).allowedPrincipals]).toEqual([
      'account_token',
      'oauth_connection',
      'session',
    ])
    expect([...defineRead({ ...declared, allowedPrincipals: PEOPLE_ONLY, run }).allowedPrincipals]).toEqual(['session'])
  })

  it('gives an operation a product in its call only if the definition declares where a request names one', () => {
    defineRead({
      ...about,
      scope: 'products:read',
      product: 'query',
      role: 'viewer',
      query: {},
      output,
      run: async ({ product }) => ({ data: { name: product.name } }),
    })
    defineRead({
      ...about,
      scope: 'products:read',
      product: 'none',
      role: null,
      query: {},
      output,
      // @ts-expect-error no product is touched
      run: async ({ product }) => ({ data: { name: product.name } }),
    })
    defineWrite({
      ...about,
      activity: 'Shop created',
      method: 'POST',
      scope: 'products:write',
      product: 'none',
      role: null,
      body: z.strictObject({ name: ProductName }),
      output,
      examples: [{ body: { name: 'Shop' } }],
      plan: async ({ account }, { name }) => ({
        summary: `Create “${name}” for ${account}.`,
        changes: [],
        revision: null,
        commit: async () => ({ result: { name }, subject: name }),
      }),
    })
  })

  it('does not compile with a product but no role, or with a role but no product', () => {
    const run = async () => ({ data: { name: 'Shop' } })
    // @ts-expect-error a product needs a role
    defineRead({ ...about, scope: 'products:read', product: 'path', role: null, query: {}, output, run })
    // @ts-expect-error without a product there is no role
    defineRead({ ...about, scope: 'products:read', product: 'none', role: 'viewer', query: {}, output, run })
  })

  it('does not compile for a write without the sentence of the activity list, or without an example', () => {
    const write = { ...about, method: 'DELETE', scope: 'products:write', product: 'none', role: null, output } as const
    const activity = 'Shop deleted'
    const plan = () => Promise.reject(new Error('nobody calls it'))
    defineWrite({ ...write, activity, examples: [{}], plan })
    // @ts-expect-error the activity list needs a sentence
    defineWrite({ ...write, examples: [{}], plan })
    // @ts-expect-error the tests need an example
    defineWrite({ ...write, activity, plan })
    // @ts-expect-error one example is needed at least
    defineWrite({ ...write, activity, examples: [], plan })
    const [path, params] = ['/api/v1/shop/{alert}', { alert: AlertId }]
    defineWrite({ ...write, path, activity, params, examples: [{ path: { alert: 'alert' } }], plan })
    // @ts-expect-error an example names what the path does
    defineWrite({ ...write, path, activity, params, examples: [{}], plan })
    const body = z.strictObject({ name: ProductName })
    // @ts-expect-error an example has a body of the right shape
    defineWrite({ ...write, activity, body, examples: [{ body: { title: 'Shop' } }], plan })
  })

  it('lists the error codes of the kind of an operation, of what it touches, and its own, each once', () => {
    const params = z.object({ id: z.string() })
    const allowedPrincipals = new Set(['session', 'account_token'] as const)
    const people = new Set(['session'] as const)
    const read = { kind: 'read', product: 'none', errors: [], allowedPrincipals } as const
    expect(errorsOf({ ...read, params: z.object({}) })).not.toContain('not_found')
    expect(errorsOf({ ...read, params })).toContain('not_found')
    const own = { kind: 'write', product: 'path', params, errors: ['not_found', 'quota_exceeded'] } as const
    const write = errorsOf({ ...own, allowedPrincipals })
    expect(write).toEqual([...new Set(write)])
    expect(write).toEqual(expect.arrayContaining(['role_forbidden', 'quota_exceeded', 'idempotency_conflict']))
    expect(write).not.toContain('reauthentication_required')
    expect(write).toContain('approval_declined')
    expect(errorsOf({ ...own, allowedPrincipals: people })).not.toContain('approval_declined')
  })
})
