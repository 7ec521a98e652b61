import { type AccountToken, NotFound, timestamp } from '@footfall/core-domain'
import {
  describeEachDialect,
  type SeededProduct,
  seedProduct,
  seedProductKey,
  seedToken,
  seedTrust,
} from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { observedOnSqlite } from '../test-support/observed-sqlite.ts'
import { productKeyReader } from './product-keys.ts'
import { tokenReader, tokenRepository } from './tokens.ts'

const REASON = 'The token above was revoked.'

describeEachDialect('revoking a token', (database) => {
  let seeded: SeededProduct
  const now = () => timestamp(database.clock.now())
  const later = () => timestamp(database.clock.now() + 3_600_000)
  const child = async (parent?: AccountToken, options: { expires_at?: ReturnType<typeof timestamp> } = {}) =>
    (await seedToken(database, seeded.people.owner.account, { scopes: [], ...options, ...(parent && { parent }) }))
      .token
  const keyOf = async (issuer?: AccountToken) =>
    (await seedProductKey(database, seeded.product, issuer ? { issuer: issuer.id } : {})).key
  const token = async ({ id }: AccountToken) => (await database.store.tokens.find(id))?.token
  const key = ({ id }: { id: Awaited<ReturnType<typeof keyOf>>['id'] }) =>
    database.store.productKeys.find(seeded.product, id)

  beforeEach(async () => {
    seeded = await seedProduct(database)
  })

  it('disables all descendants of a revoked token and the keys they issued, in one step', async () => {
    const chain = [await child()]
    for (let depth = 1; depth <= 8; depth++) chain.push(await child(chain.at(-1)))
    const keys = []
    for (const link of chain) keys.push(await keyOf(link))
    const [root] = chain
    if (!root) throw new Error('no root')
    expect(await database.store.tokens.dependents(root.id)).toEqual({ tokens: 8, keys: 9 })

    database.clock.advance(1)
    expect(await database.store.tokens.revoke(root.id, REASON, now())).toEqual({ tokens: 8, keys: 9 })
    expect(await token(root)).toEqual({ ...root, status: 'revoked', revision: 2, updated_at: now() })
    for (const link of chain.slice(1))
      expect(await token(link)).toEqual({
        ...link,
        status: 'disabled',
        disabled_reason: REASON,
        revision: 2,
        updated_at: now(),
      })
    for (const one of keys)
      expect(await key(one)).toEqual({
        ...one,
        status: 'disabled',
        disabled_reason: 'token_ended',
        revision: 2,
        updated_at: now(),
      })
    expect(await database.store.tokens.dependents(root.id)).toEqual({ tokens: 0, keys: 0 })
    expect(await database.store.tokens.count(seeded.people.owner.account.id)).toBe(0)
    expect(await database.store.productKeys.count(seeded.product)).toBe(0)
  })

  it.runIf(database.dialect === 'sqlite')(
    'counts the descendants of a token without reading those of others',
    async () => {
      const root = await child()
      const { plans } = await observedOnSqlite(database.config, (on) =>
        tokenReader(on, database.clock).dependents(root.id),
      )
      const ofTokens = plans.filter((plan) => plan.includes('SEARCH account_tokens'))
      expect(ofTokens).not.toEqual([])
      for (const plan of ofTokens) expect(plan).not.toMatch(/SCAN account_tokens|account_tokens_by_end/)
    },
  )

  it.runIf(database.dialect === 'sqlite')(
    'counts active tokens and keys without reading what was revoked',
    async () => {
      const { id } = seeded.people.owner.account
      const tokens = await observedOnSqlite(database.config, (on) => tokenReader(on, database.clock).count(id))
      expect(tokens.plans.join('\n')).toContain('account_tokens_by_status (account_id=? AND status=? AND expires_at>?)')
      const listed = await observedOnSqlite(database.config, (on) =>
        tokenReader(on, database.clock).listActive({ account: id }, 500),
      )
      expect(listed.plans.join('\n')).toContain('account_tokens_by_status (account_id=? AND status=? AND expires_at>?)')
      const keys = await observedOnSqlite(database.config, (on) =>
        productKeyReader(on, database.clock).count(seeded.product),
      )
      expect(keys.plans.join('\n')).toContain('product_keys_by_status (product_id=? AND status=?)')
    },
  )

  it.runIf(database.dialect === 'sqlite')(
    'reads no descendants of a token that expired, when it counts them or ends them',
    async () => {
      const root = await child()
      const { result, plans } = await observedOnSqlite(database.config, (on) =>
        tokenRepository(on, database.clock).revoke(root.id, REASON, now()),
      )
      expect(result).toEqual({ tokens: 0, keys: 0 })
      const ofTokens = plans.join('\n').match(/(SEARCH|SCAN) account_tokens .*/g) ?? []
      expect(ofTokens).toContain(
        'SEARCH account_tokens USING INDEX account_tokens_by_status (account_id=? AND status=? AND expires_at>?)',
      )
      for (const plan of ofTokens) expect(plan).toMatch(/expires_at[=>]\?|\(id=\?\)/)
    },
  )

  it.runIf(database.dialect === 'sqlite')(
    'ends hundreds of tokens of a trust, with what they issued, in a few statements',
    async () => {
      const root = await child()
      const trust = await seedTrust(database, root)
      for (let i = 0; i < 100; i++) {
        const made = { ...root, id: database.ids.token(), parent_id: root.id, depth: 1, expires_at: later() }
        const secret = { secret_hash: made.id, prefix: 'jt_xxxxx' }
        await database.store.tokens.insert(seeded.people.owner.account.id, made, secret, trust.id)
        if (i === 0) await keyOf(await child(made))
      }
      const { result, plans } = await observedOnSqlite(database.config, (on) =>
        tokenRepository(on, database.clock).revokeMadeBy(trust.id, REASON, now()),
      )
      expect(result).toBe(100)
      expect(plans.length).toBeLessThan(10)
    },
  )

  it('ends the tokens of a trust and all below them, and no others', async () => {
    const root = await child()
    const trust = await seedTrust(database, root)
    const made = { ...root, id: database.ids.token(), parent_id: root.id, depth: 1, expires_at: later() }
    const secret = { secret_hash: made.id, prefix: 'jt_xxxxx' }
    await database.store.tokens.insert(seeded.people.owner.account.id, made, secret, trust.id)
    const below = await child(made)
    const lowest = await child(below)
    const [key, sibling] = [await keyOf(lowest), await child(root)]
    expect(await database.store.tokens.revokeMadeBy(trust.id, REASON, now())).toBe(1)
    expect((await token(made))?.status).toBe('revoked')
    for (const one of [below, lowest])
      expect(await token(one)).toMatchObject({ status: 'disabled', disabled_reason: REASON })
    expect(await database.store.productKeys.find(seeded.product, key.id)).toMatchObject({ status: 'disabled' })
    for (const one of [root, sibling]) expect((await token(one))?.status).toBe('active')
    expect(await database.store.tokens.revokeMadeBy(trust.id, REASON, now())).toBe(0)
  })

  it('lists what is active however much ended before', async () => {
    const { id: account } = seeded.people.owner.account
    const ended = [await child(), await child()]
    const endedKeys = [await keyOf(), await keyOf()]
    database.clock.advance(1)
    const root = await child()
    const below = await child(root)
    const lasting = await keyOf()
    for (const { id } of ended) await database.store.tokens.revoke(id, REASON, now())
    for (const { id } of endedKeys) await database.store.productKeys.revoke(seeded.product, id, now())
    const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id).sort()
    expect(idsOf(await database.store.tokens.listActive({ account }, 2))).toEqual(idsOf([root, below]))
    expect(idsOf(await database.store.tokens.listActive({ root: root.id }, 2))).toEqual(idsOf([root, below]))
    expect(idsOf(await database.store.tokens.listActive({ root: below.id }, 2))).toEqual([below.id])
    expect(idsOf(await database.store.productKeys.listActive(seeded.product, 1))).toEqual([lasting.id])
  })

  it('leaves parent and sibling tokens of a revoked token active, and keys made by people', async () => {
    const root = await child()
    const [revoked, sibling, stranger] = [await child(root), await child(root), await child()]
    const others = [await keyOf(root), await keyOf(sibling), await keyOf(stranger), await keyOf()]
    await keyOf(revoked)
    expect(await database.store.tokens.revoke(revoked.id, REASON, now())).toEqual({ tokens: 0, keys: 1 })
    for (const other of [root, sibling, stranger]) expect(await token(other)).toEqual(other)
    for (const other of others) expect(await key(other)).toEqual(other)
    expect(await database.store.tokens.count(seeded.people.owner.account.id)).toBe(3)
    expect(await database.store.productKeys.count(seeded.product)).toBe(4)
  })

  it('matches an underscore in a token id literally when it revokes descendants', async () => {
    const revoked = await child()
    const similar = { ...(await child()), id: revoked.id.replace('tok_', 'tokX') as AccountToken['id'] }
    await database.store.tokens.insert(seeded.people.owner.account.id, similar, {
      secret_hash: similar.id,
      prefix: 'jt_xxxxx',
    })
    const below = await child(similar)
    await database.store.tokens.revoke(revoked.id, REASON, now())
    expect([(await token(similar))?.status, (await token(below))?.status]).toEqual(['active', 'active'])
  })

  it('leaves tokens that had ended before a revocation unchanged, and does not count them', async () => {
    const root = await child()
    const [ended, expired] = [await child(root), await child(root, { expires_at: now() })]
    await database.store.tokens.revoke(ended.id, 'first', now())
    const before = await token(ended)
    expect(await database.store.tokens.dependents(root.id)).toEqual({ tokens: 0, keys: 0 })
    expect(await database.store.tokens.revoke(root.id, REASON, now())).toEqual({ tokens: 0, keys: 0 })
    expect(await token(ended)).toEqual(before)
    expect((await token(expired))?.status).toBe('disabled')
    const again = await token(root)
    await database.store.tokens.revoke(root.id, REASON, now())
    expect(await token(root)).toEqual(again)
  })

  it('revokes a disabled token permanently and removes its disabled reason', async () => {
    const root = await child()
    const below = await child(root)
    await database.store.tokens.revoke(root.id, REASON, now())
    await database.store.tokens.revoke(below.id, 'own', now())
    expect(await token(below)).toEqual({ ...below, status: 'revoked', revision: 3 })
  })

  it('leaves no active token below a revoked token, even if one is made at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const root = await child()
      const issue = database.open().store.transaction(async ({ store }) => {
        if ((await store.tokens.find(root.id))?.token.status !== 'active') throw new NotFound()
        return (await seedToken({ ...database, store }, seeded.people.owner.account, { scopes: [], parent: root }))
          .token
      })
      const [issued] = await Promise.allSettled([
        issue,
        database.store.transaction(({ store }) => store.tokens.revoke(root.id, REASON, now())),
      ])
      expect((await token(root))?.status).toBe('revoked')
      if (issued.status === 'fulfilled') expect((await token(issued.value))?.status).toBe('disabled')
    }
  })

  it('rejects revoking a token that does not exist', async () => {
    const nobody = database.ids.token()
    await expect(database.store.tokens.revoke(nobody, REASON, now())).rejects.toThrow(NotFound)
    await expect(database.store.tokens.dependents(nobody)).rejects.toThrow(NotFound)
    expect(await database.store.tokens.find(nobody)).toBeUndefined()
  })
})
