import { timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductKey } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('the payment ledger', (database) => {
  const stage = async () => {
    const { product, people } = await seedProduct(database)
    const { key } = await seedProductKey(database, product, { kind: 'payment', account: people.admin.account.id })
    return { product, people, key: key.id }
  }
  const at = (ms = 0) => timestamp(database.clock.now() + ms)

  it('lets one of several concurrent requests claim a payment id', async () => {
    const { product, key } = await stage()
    const ledgers = [database.control, database.open(), database.open(), database.control]
    const answers = await Promise.all(ledgers.map(({ payments }) => payments.claim(product, 'p1', 'f', at(), key)))
    const states = answers.map(({ state }) => state).sort()
    expect(states).toEqual(['claimed', 'unfinished', 'unfinished', 'unfinished'])
  })

  it('reports a completed payment with the same content as recorded', async () => {
    const { product, key } = await stage()
    const { payments } = database.control
    expect(await payments.claim(product, 'p1', 'f', at(), key)).toEqual({ state: 'claimed' })
    await payments.complete(product, 'p1')
    expect(await payments.claim(product, 'p1', 'f', at(), key)).toEqual({ state: 'recorded' })
  })

  it('reports other content under a used payment id as different, completed or not', async () => {
    const { product, key } = await stage()
    const { payments } = database.control
    await payments.claim(product, 'p1', 'f', at(), key)
    expect(await payments.claim(product, 'p1', 'g', at(), key)).toEqual({ state: 'different' })
    await payments.complete(product, 'p1')
    expect(await payments.claim(product, 'p1', 'g', at(), key)).toEqual({ state: 'different' })
  })

  it('returns when an unfinished payment was claimed', async () => {
    const { product, key } = await stage()
    await database.control.payments.claim(product, 'p1', 'f', at(), key)
    const again = await database.control.payments.claim(product, 'p1', 'f', at(60_000), key)
    expect(again).toEqual({ state: 'unfinished', claimed_at: at() })
  })

  it('separates the payment ids of products, and accepts any text as an id', async () => {
    const [one, other] = [await stage(), await stage()]
    const id = `'; delete from payment_ledger; --`
    const { payments } = database.control
    expect(await payments.claim(one.product, id, 'f', at(), one.key)).toEqual({ state: 'claimed' })
    expect(await payments.claim(other.product, id, 'f', at(), other.key)).toEqual({ state: 'claimed' })
    await payments.complete(one.product, id)
    expect(await payments.claim(other.product, id, 'f', at(), other.key)).toMatchObject({ state: 'unfinished' })
  })

  it('claims no payment for a key that is revoked, unknown or of another product, even for a used id', async () => {
    const [one, other] = [await stage(), await stage()]
    const { payments } = database.control
    const ended = { state: 'key_ended' }
    expect(await payments.claim(one.product, 'p1', 'f', at(), other.key)).toEqual(ended)
    expect(await payments.claim(one.product, 'p1', 'f', at(), database.ids.productKey())).toEqual(ended)
    expect(await payments.claim(one.product, 'p1', 'f', at(), one.key)).toEqual({ state: 'claimed' })
    await database.store.productKeys.revoke(one.product, one.key, at())
    for (const id of ['p1', 'p2']) expect(await payments.claim(one.product, id, 'f', at(), one.key)).toEqual(ended)
  })

  it('claims no payment for a key whose issuer is disabled, until the issuer is enabled again', async () => {
    const { product, people, key } = await stage()
    const { payments } = database.control
    const { accounts } = database.store
    await accounts.setStatus(people.admin.account.id, 'disabled', at())
    expect(await payments.claim(product, 'p1', 'f', at(), key)).toEqual({ state: 'key_ended' })
    await accounts.setStatus(people.admin.account.id, 'active', at())
    expect(await payments.claim(product, 'p1', 'f', at(), key)).toEqual({ state: 'claimed' })
  })

  it('waits for a transaction that ends the key, and then claims no payment', async () => {
    const { product, people, key } = await stage()
    const { store, payments } = database.control
    const claiming = await store.transaction(async ({ store: { productKeys } }) => {
      await productKeys.disableIssuedBy(product, people.admin.account.id, 'member_removed', at())
      const claim = payments.claim(product, 'p1', 'f', at(), key)
      // Long enough for a claim that does not wait.
      for (let i = 0; i < 20; i++) await productKeys.count(product)
      return { claim }
    })
    expect(await claiming.claim).toEqual({ state: 'key_ended' })
  })
})
