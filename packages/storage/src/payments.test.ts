import { timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('the payment ledger', (database) => {
  const at = (ms = 0) => timestamp(database.clock.now() + ms)

  it('lets exactly one of several claim an id at the same time', async () => {
    const { product } = await seedProduct(database)
    const ledgers = [database.control, database.open(), database.open(), database.control]
    const answers = await Promise.all(ledgers.map(({ payments }) => payments.claim(product, 'p1', 'f', at())))
    const states = answers.map(({ state }) => state).sort()
    expect(states).toEqual(['claimed', 'unfinished', 'unfinished', 'unfinished'])
  })

  it('knows a completed payment with the same content as recorded', async () => {
    const { product } = await seedProduct(database)
    const { payments } = database.control
    expect(await payments.claim(product, 'p1', 'f', at())).toEqual({ state: 'claimed' })
    await payments.complete(product, 'p1')
    expect(await payments.claim(product, 'p1', 'f', at())).toEqual({ state: 'recorded' })
  })

  it('knows another content under a known id as different, completed or not', async () => {
    const { product } = await seedProduct(database)
    const { payments } = database.control
    await payments.claim(product, 'p1', 'f', at())
    expect(await payments.claim(product, 'p1', 'g', at())).toEqual({ state: 'different' })
    await payments.complete(product, 'p1')
    expect(await payments.claim(product, 'p1', 'g', at())).toEqual({ state: 'different' })
  })

  it('tells when an unfinished claim was made', async () => {
    const { product } = await seedProduct(database)
    await database.control.payments.claim(product, 'p1', 'f', at())
    const again = await database.control.payments.claim(product, 'p1', 'f', at(60_000))
    expect(again).toEqual({ state: 'unfinished', claimed_at: at() })
  })

  it('keeps products apart, and takes any text as an id', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const id = `'; delete from payment_ledger; --`
    const { payments } = database.control
    expect(await payments.claim(one.product, id, 'f', at())).toEqual({ state: 'claimed' })
    expect(await payments.claim(other.product, id, 'f', at())).toEqual({ state: 'claimed' })
    await payments.complete(one.product, id)
    expect(await payments.claim(other.product, id, 'f', at())).toMatchObject({ state: 'unfinished' })
  })
})
