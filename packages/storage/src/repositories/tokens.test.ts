import { AlreadyExists, HOUR_MS, hashSecret, mintSecret, NotFound, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedAccount, seedProduct, seedToken } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { walk } from '../test-support/walk.ts'

describeEachDialect('account tokens', (database) => {
  it('finds a token with its account and lineage by the hash of its secret', async () => {
    const { product, people } = await seedProduct(database)
    const { id } = people.owner.account
    const { token, secret } = await seedToken(
      database,
      { id },
      {
        scopes: ['products:read', 'analytics:read'],
        products: { mode: 'selected', ids: [product] },
        expires_at: timestamp(database.clock.now() + HOUR_MS),
      },
    )
    expect(await database.store.tokens.findByHash(hashSecret(secret))).toEqual({
      token,
      account: id,
      accountStatus: 'active',
      lineage: [token.id],
    })
    expect(await database.store.tokens.findByHash(hashSecret(`${secret}x`))).toBeUndefined()
    expect(await database.store.tokens.findByHash(secret)).toBeUndefined()
  })

  it('reports a token as expired exactly from `expires_at`', async () => {
    const account = await seedAccount(database)
    const expiresAt = database.clock.now() + HOUR_MS
    const { secret } = await seedToken(database, account, { scopes: [], expires_at: timestamp(expiresAt) })
    const status = async () => (await database.store.tokens.findByHash(hashSecret(secret)))?.token.status
    database.clock.set(expiresAt - 1)
    expect(await status()).toBe('active')
    database.clock.set(expiresAt)
    expect(await status()).toBe('expired')
    expect((await database.store.tokens.listForAccount(account.id))[0]?.status).toBe('expired')
  })

  it('keeps a revoked or disabled token in that status after it expires', async () => {
    const account = await seedAccount(database)
    const expires_at = timestamp(database.clock.now())
    for (const status of ['revoked', 'disabled'] as const) {
      const { secret } = await seedToken(database, account, { scopes: [], expires_at, status })
      expect((await database.store.tokens.findByHash(hashSecret(secret)))?.token.status).toBe(status)
    }
  })

  it('lists a token with all its descendants and no other tokens', async () => {
    const account = await seedAccount(database)
    const make = async (parent?: Awaited<ReturnType<typeof seedToken>>) => {
      database.clock.advance(1)
      return await seedToken(database, account, { scopes: [], ...(parent && { parent: parent.token }) })
    }
    const root = await make()
    const child = await make(root)
    const grandchild = await make(child)
    const sibling = await make(root)
    const stranger = await make()

    const subtree = async (of: typeof root) =>
      (await database.store.tokens.listSubtree(of.token.id, { limit: 10 })).rows.map(({ id }) => id)
    expect(await subtree(root)).toEqual([root, child, grandchild, sibling].map(({ token }) => token.id))
    expect(await subtree(child)).toEqual([child.token.id, grandchild.token.id])
    expect(await subtree(sibling)).toEqual([sibling.token.id])
    expect(await subtree(stranger)).toEqual([stranger.token.id])
    expect((await database.store.tokens.listSubtree(database.ids.token(), { limit: 10 })).rows).toEqual([])

    const found = await database.store.tokens.findByHash(hashSecret(grandchild.secret))
    expect(found?.lineage).toEqual([root, child, grandchild].map(({ token }) => token.id))
    expect(found?.token).toMatchObject({ depth: 2, parent_id: child.token.id })
    const all = await database.store.tokens.listForAccount(account.id)
    expect(all.map(({ id }) => id)).toEqual([root, child, grandchild, sibling, stranger].map(({ token }) => token.id))
  })

  it('lists the descendants of a token without those of a token whose id begins with the same text', async () => {
    const account = await seedAccount(database)
    const base = await seedToken(database, account, { scopes: [] })
    const { stored } = mintSecret('account_token', database.random)
    const longer = { ...base.token, id: `${base.token.id}0` as typeof base.token.id }
    await database.store.tokens.insert(account.id, longer, stored)
    const { rows } = await database.store.tokens.listSubtree(base.token.id, { limit: 10 })
    expect(rows.map(({ id }) => id)).toEqual([base.token.id])
  })

  it.each([1, 2, 5, 10])('pages through tokens %i at a time, once each', async (limit) => {
    const account = await seedAccount(database)
    const root = await seedToken(database, account, { scopes: [] })
    for (let i = 0; i < 9; i++) await seedToken(database, account, { scopes: [], parent: root.token })
    const pages = await walk((page) => database.store.tokens.listSubtree(root.token.id, page), limit)
    expect(pages).toHaveLength(Math.ceil(10 / limit))
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(10)
  })

  it('rejects a token with a used secret or a missing parent', async () => {
    const account = await seedAccount(database)
    const { token, secret } = await seedToken(database, account, { scopes: [] })
    const stored = { secret_hash: hashSecret(secret), prefix: token.prefix }
    const duplicate = { ...token, id: database.ids.token() }
    await expect(database.store.tokens.insert(account.id, duplicate, stored)).rejects.toThrow(AlreadyExists)
    const orphan = { ...duplicate, parent_id: database.ids.token(), depth: 1 }
    const fresh = mintSecret('account_token', database.random).stored
    await expect(database.store.tokens.insert(account.id, orphan, fresh)).rejects.toThrow(NotFound)
  })

  it('stores a token without its secret', async () => {
    const account = await seedAccount(database)
    const { secret } = await seedToken(database, account, { scopes: ['tokens:read'] })
    const record = await database.store.tokens.findByHash(hashSecret(secret))
    expect(JSON.stringify(record)).not.toContain(secret)
  })
})
