import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { hashSecret, timestamp } from '@footfall/core-domain'
import { describeEachDialect, runSql } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { queryStats } from '../features/analytics/query.ts'
import { getProduct } from '../features/products/get.ts'
import { updateProduct } from '../features/products/update.ts'
import { type CallingScenario, scenarioOn, servicesOn } from '../test-support/index.ts'
import { authenticate } from './authenticate.ts'

const SQLITE_PROCESS = `
  const { DatabaseSync } = require('node:sqlite')
  const [path, sql] = process.argv.slice(1)
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
`

describeEachDialect('access that another process takes away', (database) => {
  const change = async (sql: string) => {
    const { config } = database
    if ('sqlite' in config) execFileSync(process.execPath, ['-e', SQLITE_PROCESS, config.sqlite.path, sql])
    else await runSql(config, sql)
  }
  const rename = { body: { name: 'Renamed' } }
  const at = '2026-01-01T00:00:00.000Z'
  const admin = (on: CallingScenario) => on.people.admin
  const CHANGES = [
    [
      'a revoked token',
      'invalid_token',
      (_on, token) => `update account_tokens set status = 'revoked' where id = '${token}'`,
    ],
    [
      'a token that ended',
      'invalid_token',
      (_on, token) => `update account_tokens set expires_at = '${at}' where id = '${token}'`,
    ],
    [
      'a replaced token',
      'invalid_token',
      (_on, token) => `update account_tokens set secret_hash = '${hashSecret(token)}' where id = '${token}'`,
    ],
    ['a removed token', 'invalid_token', (_on, token) => `delete from account_tokens where id = '${token}'`],
    [
      'a token without the scope',
      'insufficient_scope',
      (_on, token) => `update account_tokens set scopes = '[]' where id = '${token}'`,
    ],
    [
      'a token without the product',
      'not_found',
      (_on, token) =>
        `update account_tokens set product_mode = 'selected', product_ids = '["prd_other"]' where id = '${token}'`,
    ],
    [
      'the token of a disabled account',
      'invalid_token',
      (on) => `update accounts set disabled_at = '${at}' where id = '${admin(on).account.id}'`,
    ],
    [
      'the token of a removed member',
      'not_found',
      (on) => `delete from members where account_id = '${admin(on).account.id}'`,
    ],
    [
      'the token of a member with a lower role',
      'role_forbidden',
      (on) => `update members set role = 'viewer' where account_id = '${admin(on).account.id}'`,
    ],
    ['the token of a product that is deleted', 'not_found', (on) => `delete from products where id = '${on.product}'`],
    [
      'a token that its parent took with it',
      'invalid_token',
      (_on, token) => `update account_tokens set status = 'disabled' where id = '${token}'`,
    ],
    [
      'a token that a person limited to other tools',
      'credential_not_accepted',
      (_on, token) => `update account_tokens set toolsets = '["team"]' where id = '${token}'`,
    ],
    [
      'the token of a deleted account',
      'invalid_token',
      (on) => `delete from accounts where id = '${admin(on).account.id}'`,
    ],
  ] satisfies [string, string, (on: CallingScenario, token: string) => string][]

  it.each(CHANGES)(
    'rejects %s on the next request, even for a read that was answered before (%s)',
    async (_, code, sql) => {
      const on = await scenarioOn(database)
      const token = await on.token({ role: 'admin', scopes: ['products:read', 'settings:write'] })
      // The second answer comes from the cache, where there is one.
      for (let asked = 0; asked < 2; asked++) expect(await on.call(token, getProduct)).toHaveProperty('data.id')
      expect(await on.preview(token, updateProduct, rename)).toHaveProperty('data.state', 'previewed')
      await change(sql(on, token.token.id))
      const rejected = await on.preview(token, updateProduct, rename)
      expect(rejected.code).toBe(code)
      const read = await on.call(token, getProduct)
      if (code === 'role_forbidden') expect(read).toHaveProperty('data.role', 'viewer')
      else expect(read.code).toBe(code)
    },
  )

  it('checks the role again in the transaction of a write, whatever was read with its credential', async () => {
    const on = await scenarioOn(database)
    const token = await on.token({ role: 'admin', scopes: ['settings:write'] })
    const read = await authenticate(token.secret, servicesOn(database), { product: on.product })
    expect(read).toHaveProperty('lookedUp.found.product.role', 'admin')
    await change(`update members set role = 'viewer' where account_id = '${admin(on).account.id}'`)
    expect((await on.confirm(read, updateProduct, rename)).code).toBe('role_forbidden')
  })

  it('reads no product with a credential if the request names none, or something that is not an id', async () => {
    const on = await scenarioOn(database)
    const token = await on.token({ role: 'admin', scopes: ['settings:write'] })
    for (const named of [undefined, '', 'shop.example', 'prd_', 7, ['prd_1'], "prd_' OR '1'='1", '😀'])
      expect(await authenticate(token.secret, servicesOn(database), { product: named })).not.toHaveProperty('lookedUp')
    const missing = await authenticate(token.secret, servicesOn(database), { product: 'prd_doesNotExist' })
    expect(missing).toMatchObject({ lookedUp: { id: 'prd_doesNotExist', found: undefined } })
  })

  it('rejects an expired token on the next request, even for a read that was answered before', async () => {
    const on = await scenarioOn(database)
    const token = await on.token({ scopes: ['products:read'], expires_at: timestamp(database.clock.now() + 1_000) })
    for (let asked = 0; asked < 2; asked++) expect(await on.call(token, getProduct)).toHaveProperty('data.id')
    database.clock.advance(999)
    expect(await on.call(token, getProduct)).toHaveProperty('data.id')
    database.clock.advance(1)
    expect((await on.call(token, getProduct)).code).toBe('invalid_token')
  })

  it('shows the new name of a product that another process renamed', async () => {
    const on = await scenarioOn(database)
    const name = async () => (await on.call(on.owner, getProduct)).data.name
    await name()
    await change(`update products set name = 'Elsewhere' where id = '${on.product}'`)
    expect(await name()).toBe('Elsewhere')
  })

  describe('a product key that another process takes away', () => {
    it.each([
      ['a revoked key', (id: string) => `update product_keys set status = 'revoked' where id = '${id}'`],
      ['a removed key', (id: string) => `delete from product_keys where id = '${id}'`],
    ])('rejects %s on the next request', async (_, sql) => {
      const on = await scenarioOn(database)
      const key = await on.key({ scopes: ['analytics:read'] })
      const ask = () => on.call(key.secret, queryStats, { query: { metric: 'nothing' } })
      for (let asked = 0; asked < 2; asked++) expect((await ask()).code).toBe('invalid_request')
      await change(sql(key.key.id))
      expect((await ask()).code).toBe('invalid_token')
    })
  })
})
