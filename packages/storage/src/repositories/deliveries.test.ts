import {
  type AccountId,
  type Delivery,
  type DeliverySource,
  type Message,
  type ProductId,
  type StoredRecipient,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductOf } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { observedOnSqlite } from '../test-support/observed-sqlite.ts'
import { rawSql } from '../test-support/raw-sql.ts'
import { deliveryReader } from './deliveries.ts'

const MESSAGE: Message = {
  language: 'en',
  subject: 'Weekly report',
  heading: 'Example',
  sections: [],
  reason: 'Somebody entered your address.',
  data: { type: 'report' },
}
const WEBHOOK: StoredRecipient = { kind: 'webhook', format: 'slack', sealed_url: 'sealed' }

describeEachDialect('deliveries', (database) => {
  const { clock, ids } = database
  let product: ProductId
  let owner: AccountId
  beforeEach(async () => {
    clock.advance(1000)
    const seeded = await seedProduct(database)
    product = seeded.product
    owner = seeded.people.owner.account.id
  })

  const made = (change: Partial<Delivery> = {}): Delivery => ({
    id: ids.delivery(),
    source: ids.report(),
    subject: { product },
    occurrence: timestamp(clock.now()),
    recipient: WEBHOOK,
    message: MESSAGE,
    created_at: timestamp(clock.now()),
    ...change,
  })
  const email = (address: string): StoredRecipient => ({ kind: 'email', address })
  const enqueue = (...deliveries: readonly Delivery[]) => database.store.deliveries.enqueue(deliveries)

  it('shows the newest occurrence of each source, and of no approval', async () => {
    const [source, other, approvals] = [ids.report(), ids.report(), ids.report()]
    await enqueue(made({ source, rejection: 'Too many.' }), made({ source: other, rejection: 'Too many.' }))
    clock.advance(1)
    const both = ['a@example.com', 'b@example.com'].map((address) => made({ source, recipient: email(address) }))
    await enqueue(...both, made({ source: approvals, occurrence: 'approval apr_1' }))
    clock.advance(1)
    await enqueue(made({ source, occurrence: 'approval apr_1' }))
    const last = await database.store.deliveries.last([source, other, approvals, ids.report()])
    expect([...last].map(([of, { state, recipients, at }]) => [of, state, recipients, at])).toEqual([
      [source, 'waiting', 2, both[0]?.created_at],
      [other, 'failed', 1, expect.any(String)],
    ])
    expect(await database.store.deliveries.last([])).toEqual(new Map())
    const many = [...Array.from({ length: 600 }, () => ids.report()), source]
    expect([...(await database.store.deliveries.last(many)).keys()]).toEqual([source])
  })

  it('sends a message again in the turn of its account, before the many new messages of another', async () => {
    const other = (await seedProduct(database)).product
    const again = made({ subject: { product: other } })
    await enqueue(again)
    const take = async (limit: number) => {
      const now = timestamp(clock.now())
      return (await database.store.deliveries.take(now, timestamp(clock.now() + 60_000), limit)).map(({ id }) => id)
    }
    await take(1000)
    await database.store.deliveries.retry(again.id, timestamp(clock.now()), 'status 500')
    clock.advance(1)
    await enqueue(...Array.from({ length: 10 }, () => made()))
    const taken = await take(2)
    expect(taken).toHaveLength(2)
    expect(taken).toContain(again.id)
  })

  it('keeps no message of what is not sent again', async () => {
    const [rejected, delivered, failed, waiting] = [made({ rejection: 'Too many.' }), made(), made(), made()]
    await enqueue(rejected, delivered, failed, waiting)
    await database.store.deliveries.delivered(delivered.id, timestamp(clock.now()))
    await database.store.deliveries.failed(failed.id, timestamp(clock.now()), 'status 410')
    await database.store.deliveries.retry(waiting.id, timestamp(clock.now()), 'status 500')
    const rows = await rawSql(
      database.config,
      `select id from deliveries where message <> '' and product_id = '${product}'`,
    )
    expect(rows).toEqual([{ id: waiting.id }])
  })

  it('counts what waits of all products of an owner, of their account, and of nobody else', async () => {
    const second = await seedProductOf(database, { id: owner })
    const other = await seedProduct(database)
    const sent = made()
    await enqueue(made(), sent, made({ subject: { product: second } }), made({ subject: { account: owner } }))
    await enqueue(made({ subject: { product: other.product } }), made({ rejection: 'Too many.' }))
    await database.store.deliveries.delivered(sent.id, timestamp(clock.now()))
    expect(await database.store.deliveries.countUnsent({ product })).toBe(3)
    expect(await database.store.deliveries.countUnsent({ product: second })).toBe(3)
    expect(await database.store.deliveries.countUnsent({ account: owner })).toBe(3)
    expect(await database.store.deliveries.countUnsent({ product: other.product })).toBe(1)
  })

  it.runIf(database.dialect === 'sqlite')('reads no earlier occurrence to show the last one', async () => {
    const source: DeliverySource = ids.report()
    for (let n = 0; n < 20; n++) {
      clock.advance(1)
      await enqueue(made({ source, rejection: 'Too many.' }), made({ source, recipient: email('a@example.com') }))
    }
    const { result, rows } = await observedOnSqlite(database.config, (on) => deliveryReader(on).last([source]))
    expect(result.get(source)?.recipients).toBe(2)
    expect(rows).toBe(2)
  })

  it.runIf(database.dialect === 'sqlite')('counts only what was enqueued recently', async () => {
    for (const subject of [{ product }, { account: owner }]) {
      const since = timestamp(clock.now())
      const { plans } = await observedOnSqlite(database.config, (on) => deliveryReader(on).countOf(subject, since))
      expect(plans.join('\n')).toContain('created_at>?')
    }
  })
})
