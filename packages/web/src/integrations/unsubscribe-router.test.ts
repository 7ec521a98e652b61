import { type ReportId, timestamp, UTC } from '@footfall/core-domain'
import { requestIds } from '@footfall/http-primitives'
import { unsubscribeTokens } from '@footfall/operations'
import { describeEachDialect, seedProduct, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, expect, it } from 'vitest'
import { unsubscribeRouter } from './unsubscribe-router.ts'

describeEachDialect('the page that unsubscribes', (database) => {
  const { clock, random, ids } = database
  const tokens = unsubscribeTokens({ key: new Uint8Array(32).fill(3), random })
  const address = 'reader@example.com'
  let id: ReportId
  let product: Awaited<ReturnType<typeof seedProduct>>['product']
  const server = testServer()
  let base: string

  beforeAll(async () => {
    product = (await seedProduct(database)).product
    id = ids.report()
    const at = timestamp(clock.now())
    await database.store.transaction((tx) =>
      tx.store.scheduledReports.insert({
        id,
        subject: { product },
        name: 'Weekly <b>',
        schedule: { every: 'week', weekday: 1, hour: 8 },
        timezone: UTC,
        target: { kind: 'email', addresses: [address] },
        due_at: at,
        requested_at: undefined,
        created_at: at,
        revision: 1,
        updated_at: at,
      }),
    )
    const app = express()
    const log = { error: () => {}, warn: () => {} }
    app.use(requestIds(() => 'req_1'))
    app.use(unsubscribeRouter({ store: database.store, clock, random, tokens, log }))
    server.handle(app)
    base = `${server.origin}/unsubscribe`
  })

  const link = (of = address) => `${base}/${tokens.issue({ source: id, address: of })}`
  const ended = (of: string, source = id) =>
    database.store.emailOptOuts.among(source, [of]).then((found) => found.has(of))
  const post = (url: string, body = 'List-Unsubscribe=One-Click') =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      body,
    })

  it('changes nothing when a link of an email is opened, since programs open links too', async () => {
    const answer = await fetch(link())
    expect(answer.status).toBe(200)
    const page = await answer.text()
    expect(page).toContain('Weekly &lt;b&gt;')
    expect(page).toContain(address)
    expect(await ended(address)).toBe(false)
  })

  it('ends emails of a report for one address by the POST of a mail provider, without a cookie and from any origin', async () => {
    const answer = await post(link())
    expect(answer.status).toBe(200)
    expect(await ended(address)).toBe(true)
    expect(await ended('other@example.com')).toBe(false)
    expect(await ended(address, ids.report())).toBe(false)
    expect((await post(link())).status).toBe(200)
    const entries = await database.store.audit.list({ product, limit: 10 })
    expect(entries.filter(({ operation }) => operation === 'unsubscribe')).toMatchObject([
      { actor: { kind: 'anonymous' }, subject: id },
    ])
  })

  it('ends emails of every report and alert if the reader requests it', async () => {
    expect((await post(link('all@example.com'), 'from=all')).status).toBe(200)
    expect(await ended('all@example.com', ids.report())).toBe(true)
  })

  it('stops an email that waits for another attempt too, but no email to others', async () => {
    const at = timestamp(clock.now())
    const other = ids.report()
    const waiting = (source: ReportId, to: string) => ({
      ...{ id: ids.delivery(), source, subject: { product }, occurrence: at, created_at: at },
      recipient: { kind: 'email' as const, address: to },
      message: {
        language: 'en' as const,
        subject: 'S',
        heading: 'H',
        sections: [],
        reason: 'R',
        data: { type: 'report' },
      },
    })
    const [own, ofOther] = ['waits@example.com', 'stays@example.com']
    await database.store.transaction((tx) =>
      tx.store.deliveries.enqueue([waiting(id, own), waiting(other, own), waiting(id, ofOther)]),
    )
    const take = async () => {
      const taken = await database.store.transaction((tx) => tx.store.deliveries.take(at, at, 100))
      return taken.flatMap(({ source, recipient }) => (recipient.kind === 'email' ? [[source, recipient.address]] : []))
    }
    expect(await take()).toHaveLength(3)
    await post(link(own))
    expect(await take()).toEqual(
      expect.arrayContaining([
        [other, own],
        [id, ofOther],
      ]),
    )
    expect(await take()).toHaveLength(2)
    await post(link(own), 'from=all')
    expect(await take()).toEqual([[id, ofOther]])
  })

  it('accepts the multipart form of a mail provider', async () => {
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    expect((await fetch(link('multi@example.com'), { method: 'POST', body })).status).toBe(200)
    expect(await ended('multi@example.com')).toBe(true)
  })

  it('returns 404 for a link that this service did not issue', async () => {
    const other = unsubscribeTokens({ key: new Uint8Array(32).fill(4), random }).issue({ source: id, address })
    const cut = link().slice(0, -2)
    for (const url of [`${base}/${other}`, cut, `${base}/x`, `${base}/${'a'.repeat(3000)}`]) {
      expect((await fetch(url)).status).toBe(404)
      expect((await post(url)).status).toBe(404)
    }
  })
})
