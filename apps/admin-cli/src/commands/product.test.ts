import { describe, expect, it } from 'vitest'
import { commandLine, NOW } from '../test-support/command-line.ts'

describe('footfall product', () => {
  const { footfall, json } = commandLine()
  const account = () => json('account create --email ada@example.com --name Ada')
  const create = 'product create --account ada@example.com'

  it('creates a product whose owner is the account, and lists it', async () => {
    const { account: ada } = await account()
    const { product } = await json(`${create} --name Shop --timezone Europe/Berlin --domain Shop.example.`)
    expect(product).toEqual({
      id: expect.stringMatching(/^prd_/),
      name: 'Shop',
      timezone: 'Europe/Berlin',
      created_at: NOW,
      revision: 1,
      updated_at: NOW,
    })
    expect(await json('product list')).toEqual({ products: [product] })
    const token = `token create --account ada@example.com --name x --scopes products:read --products ${product.id}`
    expect((await footfall(token)).code).toBe(0)
    const { entries } = await json('audit')
    expect(entries).toContainEqual(
      expect.objectContaining({
        operation: 'product create',
        subject: product.id,
        channel: 'cli',
        summary: `Create the product ${product.id}, “Shop”, for the account ${ada.id}.`,
        changes: expect.arrayContaining([{ path: 'domain', from: null, to: 'shop.example' }]),
      }),
    )
  })

  it('tracks days in UTC without --timezone', async () => {
    await account()
    expect((await json(`${create} --name Shop`)).product.timezone).toBe('UTC')
  })

  it.each([
    ['a time zone', '--timezone', '--name Shop --timezone Mars/Olympus', 2],
    ['a hostname', '--domain', '--name Shop --domain https://shop.example/', 2],
    ['an account', 'bob@example.com', '--name Shop --account bob@example.com', 1],
  ])(
    'creates no product and names what is wrong if %s does not exist or is malformed',
    async (_, named, args, code) => {
      await account()
      const { code: got, err } = await footfall(`${create} ${args}`)
      expect({ code: got, err }).toEqual({ code, err: expect.stringContaining(named) })
      expect(await json('product list')).toEqual({ products: [] })
    },
  )
})
