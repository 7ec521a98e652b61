import { describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

describe('footfall member set-role', () => {
  const { footfall, json } = commandLine()
  const product = async () => {
    await footfall('account create --email ada@example.com --name Ada')
    return (await json('product create --account ada@example.com --name Site')).product.id
  }
  const roles = async (id: string): Promise<readonly string[]> =>
    (await json(`member list --product ${id}`)).members.map(({ role }: { role: string }) => role)

  it('does not leave a product without an owner', async () => {
    const id = await product()
    const { code, err } = await footfall(`member set-role --product ${id} --email ada@example.com --role admin`)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('A product needs an owner') })
    expect(await roles(id)).toEqual(['owner'])
  })

  it('finds the product by its name in any case, unless several have it', async () => {
    const id = await product()
    expect((await json('member list --product SITE')).members).toHaveLength(1)
    expect((await footfall('member set-role --product site --email ada@example.com --role admin')).err).toContain(
      'A product needs an owner',
    )
    await json('product create --account ada@example.com --name site')
    expect((await json('member list --product Site')).members).toEqual(
      (await json(`member list --product ${id}`)).members,
    )
    expect(await footfall('member list --product SITE')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Several products are named “SITE”'),
    })
  })

  it('reports that nothing changes, and names an unknown member, product or role', async () => {
    const id = await product()
    const set = (args: string) => footfall(`member set-role ${args}`)
    expect(await set(`--product ${id} --email ADA@example.com --role owner`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has the role owner already'),
    })
    expect(await set(`--product ${id} --email bob@example.com --role owner`)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`bob@example.com is not a member of ${id}`),
    })
    expect(await set('--product prd_x --email ada@example.com --role owner')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The product prd_x does not exist'),
    })
    expect(await set(`--product ${id} --email ada@example.com --role king`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('owner, admin, editor, viewer'),
    })
  })
})
