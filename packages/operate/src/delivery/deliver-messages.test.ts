import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Delivery, type DeliveryId, type StoredRecipient, timestamp } from '@footfall/core-domain'
import { unsubscribeTokens, webhookSealer } from '@footfall/operations'
import { committingStore, describeEachDialect, seedProduct } from '@footfall/testkit'
import { smtpReceiver, type WebhookReceiver, webhookReceiver } from '@footfall/testkit/receivers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reportMessage } from '../test-support/messages.ts'
import { deliverMessages, type Senders } from './deliver-messages.ts'
import { NotDelivered } from './not-delivered.ts'
import { emailSender } from './send-email.ts'
import { sendWebhook, type WebhookOptions } from './send-webhook.ts'
import { signature } from './signature.ts'

const KEY = new Uint8Array(32).fill(7)
const HOUR_MS = 3_600_000

describeEachDialect('the delivery of messages', (database) => {
  const { random, clock, ids } = database
  const sealer = webhookSealer({ key: KEY, random })
  const tokens = unsubscribeTokens({ key: KEY, random })
  const closing: (() => Promise<void>)[] = []
  const logged: unknown[] = []
  const log = { warn: (...entry: unknown[]) => logged.push(entry) }
  let product: Awaited<ReturnType<typeof seedProduct>>['product']
  let source: Delivery['source']

  beforeEach(async () => {
    logged.splice(0)
    clock.advance(48 * HOUR_MS)
    product = (await seedProduct(database)).product
    source = ids.report()
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await database.store.transaction((tx) => tx.store.deliveries.cancel(source))
  })

  const enqueue = async (recipient: StoredRecipient, count = 1, of = product): Promise<readonly DeliveryId[]> => {
    const deliveries = Array.from(
      { length: count },
      (_, i): Delivery => ({
        id: ids.delivery(),
        source,
        subject: { product: of },
        occurrence: `${i}`,
        recipient,
        message: reportMessage(),
        created_at: timestamp(clock.now()),
      }),
    )
    await database.store.transaction((tx) => tx.store.deliveries.enqueue(deliveries))
    return deliveries.map(({ id }) => id)
  }
  const webhook = (url: string, format: 'generic' | 'slack' | 'discord' = 'generic'): StoredRecipient => ({
    kind: 'webhook',
    format,
    sealed_url: sealer.seal(url, `${source} url`),
    ...(format === 'generic' && { sealed_secret: sealer.seal('whs_test', `${source} secret`) }),
  })
  const receiver = async (...given: Parameters<typeof webhookReceiver>): Promise<WebhookReceiver> => {
    const made = await webhookReceiver(...given)
    closing.push(made.close)
    return made
  }
  const smtp = async (...given: Parameters<typeof smtpReceiver>) => {
    const made = await smtpReceiver(...given)
    closing.push(made.close)
    return made
  }
  const sendersOf = (options: Partial<WebhookOptions> = {}, smtpUrl?: string): Senders => ({
    email: emailSender({
      mail: smtpUrl === undefined ? undefined : { smtpUrl, from: 'Footfall <f@a.example>', domain: 'a.example' },
      unsubscribeUrl: (from, address) => `https://stats.example/unsubscribe/${tokens.issue({ source: from, address })}`,
    }),
    webhook: (delivery) => sendWebhook(delivery, { sealer, clock, privateHosts: new Set(), ...options }),
  })
  const trusting = ({ host, certificate, resolver }: WebhookReceiver): Partial<WebhookOptions> => ({
    privateHosts: new Set([host]),
    certificateAuthorities: certificate,
    resolver,
  })
  const deliver = (senders: Senders, store = database.store) => deliverMessages({ store, senders, clock, log })
  const last = async () => (await database.store.deliveries.last([source])).get(source)

  it('posts a report to a webhook over TLS, signed so that its receiver can verify it', async () => {
    const hook = await receiver((res) => res.writeHead(204).end())
    const [id] = await enqueue(webhook(hook.url))
    await deliver(sendersOf(trusting(hook)))
    const [request] = hook.received
    expect(request).toMatchObject({ method: 'POST', url: '/services/T0/B0/x' })
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ id, type: 'report', report: { id: 'rpt_1' } })
    expect(request?.headers['footfall-delivery']).toBe(id)
    const header = String(request?.headers['footfall-signature'])
    const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')))
    expect(Number(t)).toBe(Math.floor(clock.now() / 1000))
    expect(v1).toBe(createHmac('sha256', 'whs_test').update(`${t}.${request?.body}`).digest('hex'))
    expect(await last()).toMatchObject({ state: 'delivered', recipients: 1, delivered: 1, problem: null })
    await deliver(sendersOf(trusting(hook)))
    expect(hook.received).toHaveLength(1)
  })

  it('signs so that the example in the documentation accepts it, and nothing that was changed or recorded', async () => {
    const page = await readFile(new URL('../../../../docs/reports.md', import.meta.url), 'utf8')
    const [, code = ''] = page.match(/```js\n([\s\S]*?)```/) ?? []
    const { isFromFootfall } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const now = clock.now()
    const header = signature('whs_test', '{"id":"dlv_1"}', now)
    expect(isFromFootfall('{"id":"dlv_1"}', header, 'whs_test', now)).toBe(true)
    expect(isFromFootfall('{"id":"dlv_2"}', header, 'whs_test', now)).toBe(false)
    expect(isFromFootfall('{"id":"dlv_1"}', header, 'whs_other', now)).toBe(false)
    expect(isFromFootfall('{"id":"dlv_1"}', header, 'whs_test', now + 301_000)).toBe(false)
    for (const wrong of ['', 't=1', `${header}0`, header.replace('v1', 'v0')])
      expect(isFromFootfall('{"id":"dlv_1"}', wrong, 'whs_test', now)).toBe(false)
  })

  it('retries a webhook that returns 500, with the same id and body, until it accepts', async () => {
    let status = 500
    const hook = await receiver((res) => res.writeHead(status).end())
    await enqueue(webhook(hook.url))
    await deliver(sendersOf(trusting(hook)))
    expect(await last()).toMatchObject({ state: 'waiting', problem: 'The webhook answered with status 500.' })
    await deliver(sendersOf(trusting(hook)))
    expect(hook.received).toHaveLength(1)
    status = 200
    clock.advance(60_000)
    await deliver(sendersOf(trusting(hook)))
    expect(hook.received.map(({ body }) => body)).toEqual([hook.received[0]?.body, hook.received[0]?.body])
    expect(await last()).toMatchObject({ state: 'delivered', problem: null })
  })

  it('sends new messages before failed ones, so that webhooks that do not respond hold up nobody', async () => {
    const sent: string[] = []
    const failing: Senders = {
      email: async ({ address }) => void sent.push(address),
      webhook: () => Promise.reject(new NotDelivered('The webhook did not answer in time.', 'later')),
    }
    await enqueue(webhook('https://slow.example/'), 30)
    for (let i = 0; i < 3; i++) await deliver(failing)
    clock.advance(60_000)
    await enqueue({ kind: 'email', address: 'reader@a.example' })
    await deliver(failing)
    expect(sent).toEqual(['reader@a.example'])
  })

  it('sends messages of the products in turn, so that a product with many waiting webhooks delays no other product', async () => {
    const sent: string[] = []
    const senders: Senders = { email: async ({ address }) => void sent.push(address), webhook: async () => {} }
    await enqueue(webhook('https://slow.example/'), 50)
    clock.advance(1_000)
    const { product: other } = await seedProduct(database)
    await enqueue({ kind: 'email', address: 'reader@other.example' }, 1, other)
    await deliver(senders)
    expect(sent).toEqual(['reader@other.example'])
  })

  it('stops retrying a webhook after a day, and shows why it failed', async () => {
    const hook = await receiver((res) => res.writeHead(503).end())
    await enqueue(webhook(hook.url))
    const started = clock.now()
    for (let i = 0; i < 60 && (await last())?.state === 'waiting'; i++) {
      await deliver(sendersOf(trusting(hook)))
      clock.advance(HOUR_MS)
    }
    expect(await last()).toMatchObject({ state: 'failed', problem: 'The webhook answered with status 503.' })
    expect(clock.now() - started).toBeLessThan(27 * HOUR_MS)
    expect(hook.received.length).toBeGreaterThan(8)
  })

  it('does not follow a redirect of a webhook', async () => {
    const target = await receiver((res) => res.writeHead(200).end())
    const hook = await receiver((res) => res.writeHead(307, { location: target.url }).end())
    await enqueue(webhook(hook.url))
    await deliver(sendersOf(trusting(hook)))
    expect(target.received).toEqual([])
    expect((await last())?.problem).toContain('redirect')
  })

  it('sends nothing to a webhook whose name leads to a private address', async () => {
    const hook = await receiver((res) => res.writeHead(200).end())
    await enqueue(webhook('https://hooks.example/services/T0/B0/x'))
    await deliver(sendersOf({ ...trusting(hook), privateHosts: new Set() }))
    expect(hook.received).toEqual([])
    expect((await last())?.problem).toContain('not on the public Internet')
  })

  it.each([
    ['https://hooks.example.com:6379/', 'a port other than 443 and 8443'],
    ['https://localhost./', 'not on the public Internet'],
  ])('sends nothing to the webhook %s, although it was saved before a rule against it', async (url, words) => {
    const resolver = () => Promise.reject(new Error('No name may be looked up.'))
    await enqueue(webhook(url))
    await deliver(sendersOf({ privateHosts: new Set(), resolver }))
    expect((await last())?.problem).toContain(words)
  })

  it('sends nothing to a webhook with an untrusted certificate', async () => {
    const hook = await receiver((res) => res.writeHead(200).end())
    await enqueue(webhook(hook.url))
    await deliver(sendersOf({ ...trusting(hook), certificateAuthorities: undefined }))
    expect(hook.received).toEqual([])
    expect(await last()).toMatchObject({ state: 'waiting', problem: 'The webhook could not be reached.' })
  })

  it('posts to a webhook at an IP address if its certificate is for that address', async () => {
    const hook = await receiver((res) => res.writeHead(204).end(), '127.0.0.1')
    await enqueue(webhook(hook.url))
    await deliver(sendersOf(trusting(hook)))
    expect(hook.received).toHaveLength(1)
    expect(await last()).toMatchObject({ state: 'delivered' })
  })

  it('sends nothing to a webhook at an IP address with a certificate for localhost', async () => {
    const hook = await receiver((res) => res.writeHead(204).end(), 'localhost')
    const host = hook.host.replace('localhost', '127.0.0.1')
    await enqueue(webhook(`https://${host}/`))
    await deliver(sendersOf({ ...trusting(hook), privateHosts: new Set([host]) }))
    expect(hook.received).toEqual([])
    expect(await last()).toMatchObject({ state: 'waiting', problem: 'The webhook could not be reached.' })
  })

  it('stops waiting for a webhook that does not respond, and retries it', async () => {
    const hook = await receiver(() => {})
    await enqueue(webhook(hook.url))
    await deliver(sendersOf({ ...trusting(hook), timeoutMs: 100 }))
    expect((await last())?.problem).toBe('The webhook did not answer in time.')
  })

  it('accepts the status of a webhook that responds with 10 MB, without reading them', async () => {
    let written = 0
    const hook = await receiver((res) => {
      res.writeHead(200)
      const more = () => {
        while (written < 10_000_000 && !res.destroyed) {
          written += 65_536
          if (!res.write(Buffer.alloc(65_536))) return res.once('drain', more)
        }
        return res.end()
      }
      more()
    })
    await enqueue(webhook(hook.url))
    await deliver(sendersOf(trusting(hook)))
    expect(await last()).toMatchObject({ state: 'delivered' })
    expect(written).toBeLessThan(10_000_000)
  })

  it('keeps the address of a webhook out of the log and the shown problem', async () => {
    const hook = await receiver((res) => res.writeHead(500).end('https://hooks.example/services/T0/B0/x whs_test'))
    await enqueue(webhook(hook.url))
    await deliver(sendersOf(trusting(hook)))
    expect(JSON.stringify([logged, await last()])).not.toMatch(/T0|whs_test/)
  })

  it('sends an email as text and HTML, with one-click unsubscribing and an id that identifies a repeat', async () => {
    const server = await smtp()
    const [id] = await enqueue({ kind: 'email', address: 'reader@example.com' })
    await deliver(sendersOf({}, server.url))
    const [mail] = server.received
    expect(mail?.subject).toBe('Weekly report of Shop: 1,234 visitors (+12%)')
    expect(mail?.messageId).toBe(`<${id}@a.example>`)
    expect(mail?.text).toContain('Visitors')
    expect(mail?.html).toContain('<h1')
    expect(mail?.headers.get('footfall-delivery')).toBe(id)
    const raw = (server.raw[0] ?? '').replaceAll(/\r\n(?=[ \t])/g, '')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const token = raw.match(/List-Unsubscribe: <https:\/\/stats\.example\/unsubscribe\/([^>]+)>/)?.[1] ?? ''
    expect(tokens.open(token)).toEqual({ source, address: 'reader@example.com' })
    expect(mail?.text).toContain('https://stats.example/unsubscribe/')
  })

  it('retries an email that the server rejects, and does not store the link that the server quotes', async () => {
    let quoted = ''
    const server = await smtp(() => quoted)
    const senders = sendersOf({}, server.url)
    await enqueue({ kind: 'email', address: 'reader@example.com' })
    const email: Senders['email'] = (delivery) => senders.email(delivery)
    quoted = 'try again later'
    await deliver({ ...senders, email })
    expect(await last()).toMatchObject({ state: 'waiting', problem: expect.stringContaining('try again later') })
    quoted = undefined as never
    clock.advance(60_000)
    await deliver(senders)
    expect(await last()).toMatchObject({ state: 'delivered' })
    expect(server.received).toHaveLength(1)
  })

  it('reports that no SMTP server is set up', async () => {
    await enqueue({ kind: 'email', address: 'reader@example.com' })
    await deliver(sendersOf())
    expect((await last())?.problem).toContain('SMTP_URL')
  })

  it('sends each message once from two replicas that deliver at the same time', async () => {
    const sent: string[] = []
    const senders: Senders = {
      email: async ({ id }) => void sent.push(id),
      webhook: async () => {},
    }
    const enqueued = await enqueue({ kind: 'email', address: 'reader@example.com' }, 30)
    const replicas = [database.store, committingStore(database.open().store)]
    for (let i = 0; i < 4; i++)
      await Promise.all(replicas.map((store) => deliver(senders, store as typeof database.store)))
    expect([...sent].sort()).toEqual([...enqueued].sort())
  })

  it('sends a message again, under the same id, when its sender died before recording it', async () => {
    const sent: string[] = []
    const [id] = await enqueue({ kind: 'email', address: 'reader@example.com' })
    const dying: Senders = {
      email({ id: sentId }) {
        sent.push(sentId)
        return new Promise(() => {})
      },
      webhook: async () => {},
    }
    void deliver(dying)
    await expect.poll(() => sent.length).toBe(1)
    const alive: Senders = { ...dying, email: async ({ id: sentId }) => void sent.push(sentId) }
    await deliver(alive)
    expect(sent).toEqual([id])
    clock.advance(5 * 60_000)
    await deliver(alive)
    expect(sent).toEqual([id, id])
    expect(await last()).toMatchObject({ state: 'delivered' })
  })
})
