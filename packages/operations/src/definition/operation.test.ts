import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineAccountRead, defineProductRead } from './operation.ts'

const words = { path: '/api/v1/shop', title: 'Shop', description: 'Of the shop.', query: {}, output: z.object({}) }
const run = async () => ({ data: {} })

describe('an operation', () => {
  it('of the service takes its access from the table, and machines may call it where it is a tool', () => {
    const tool = defineAccountRead({ ...words, name: 'service_account_get', run })
    expect(tool.access).toEqual({ scope: 'account:read', role: null })
    expect([...tool.openTo]).toEqual(['account_token', 'oauth_connection', 'session'])
    const ofPeople = defineProductRead({ ...words, name: 'dashboard_overview', product: 'path', run })
    expect([...ofPeople.openTo]).toEqual(['session'])
  })

  it('of a host says its access itself, and machines may call it', () => {
    const access = { scope: 'products:read', role: 'viewer' } as const
    const own = defineProductRead({ ...words, name: 'shop_get', access, product: 'path', run })
    expect(own).toMatchObject({ name: 'shop_get', access })
    expect([...own.openTo]).toEqual(['account_token', 'oauth_connection', 'session'])
  })

  it('of no name in the table and without an access does not compile', () => {
    // @ts-expect-error nobody said who may call it
    expect(() => defineAccountRead({ ...words, name: 'shop_get', run }).access.scope).toThrow()
    // @ts-expect-error the table says who may call this one
    defineAccountRead({ ...words, name: 'service_account_get', access: { scope: 'no:such', role: null }, run })
  })
})
