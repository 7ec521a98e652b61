import { hashSecret, mintSecret, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedToken } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('the use of credentials', (database) => {
  it('records the last use of tokens and keys in batches, and keeps the latest time', async () => {
    const { product, people } = await seedProduct(database)
    const { token, secret } = await seedToken(database, people.owner.account, { scopes: [] })
    const { stored } = mintSecret('website_key', database.random)
    const key = {
      id: database.ids.productKey(),
      name: 'Key',
      kind: 'api' as const,
      scopes: [],
      prefix: stored.prefix,
      status: 'active' as const,
      created_at: token.created_at,
      last_used_at: null,
      allowed_networks: [],
      last_used_network: null,
      last_used_operation: null,
      revision: 1,
      updated_at: token.created_at,
    }
    await database.store.productKeys.insert(product, key, stored, undefined)

    const [early, late] = [timestamp(database.clock.now()), timestamp(database.clock.now() + 1)]
    await database.control.lastUses.record([
      { kind: 'token', id: token.id, at: late },
      { kind: 'key', id: key.id, at: early },
    ])
    await database.control.lastUses.record([
      { kind: 'token', id: token.id, at: early },
      { kind: 'key', id: key.id, at: late },
      { kind: 'token', id: 'tok_unknown', at: late },
    ])
    const used = await database.store.tokens.findByHash(hashSecret(secret))
    // Use does not change the token: its revision stays.
    expect(used?.token).toEqual({ ...token, last_used_at: late })
    expect((await database.store.productKeys.findByHash(stored.secret_hash))?.key.last_used_at).toBe(late)
  })

  it('records the last use of credentials when two writers name them in opposite order', async () => {
    const { people } = await seedProduct(database)
    const tokens = []
    for (let i = 0; i < 10; i++) tokens.push(await seedToken(database, people.owner.account, { scopes: [] }))
    const at = timestamp(database.clock.now())
    const used = tokens.map(({ token }) => ({ kind: 'token' as const, id: token.id, at }))
    await Promise.all([
      database.control.lastUses.record(used),
      database.open().lastUses.record([...used].reverse()),
      database.control.lastUses.record([]),
    ])
    const listed = await database.store.tokens.listForAccount(people.owner.account.id)
    expect(listed.every(({ last_used_at }) => last_used_at === at)).toBe(true)
  })
})
