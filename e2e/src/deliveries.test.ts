import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startClickHouseHttp, startOwnPostgres } from '@footfall/testkit'
import { type ReceivedRequest, smtpReceiver, webhookReceiver } from '@footfall/testkit/receivers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FirstProduct, firstProduct } from './first-product.ts'
import { freePort, jsonOf, type ServerProcess, startServer, temporaryDirectory, until } from './server-process.ts'

const WEEKLY = { every: 'week', weekday: 1, hour: 8 }
/** What one server takes at a time. */
const BATCH = 10
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

describe('reports and alerts of two servers on one PostgreSQL', () => {
  const closing: (() => Promise<unknown>)[] = []
  const servers: ServerProcess[] = []
  let smtp: Awaited<ReturnType<typeof smtpReceiver>>
  let hooks: Awaited<ReturnType<typeof webhookReceiver>>
  let database: string
  let origin: string
  let first: FirstProduct
  /** Emails whose content has arrived, and what the receiver waits for before it accepts them. */
  let arrived = 0
  let accepting: Promise<void> = Promise.resolve()

  beforeAll(async () => {
    const [postgres, clickhouse] = await Promise.all([startOwnPostgres(), startClickHouseHttp()])
    smtp = await smtpReceiver(async () => {
      arrived++
      await accepting
      return undefined
    })
    hooks = await webhookReceiver((res) => void res.writeHead(204).end(), 'localhost')
    const directories = [await temporaryDirectory(), await temporaryDirectory()]
    const ports = [await freePort(), await freePort()]
    closing.push(smtp.close, hooks.close, postgres.stop, clickhouse.stop, ...directories.map(({ remove }) => remove))
    const authority = join(directories[0]?.path ?? '', 'authority.pem')
    await writeFile(authority, hooks.certificate)
    database = postgres.url
    origin = `http://127.0.0.1:${ports[0]}`
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    const env = {
      BASE_URL: origin,
      ALLOWED_HOSTS: ports.map((port) => `127.0.0.1:${port}`).join(','),
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: clickhouse.url,
      SESSION_SECRET: 's'.repeat(48),
      TRUST_PROXY: '1',
      RATE_LIMIT_WRITES: '0',
      REPLICAS: addresses.join(','),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'footfall@stats.example',
      WEBHOOK_PRIVATE_HOSTS: hooks.host,
      NODE_EXTRA_CA_CERTS: authority,
    }
    const start = (i: number) =>
      startServer({
        dataDir: directories[i]?.path ?? '',
        port: ports[i] ?? 0,
        env: { ...env, REPLICA_URL: addresses[i] ?? '' },
      })
    servers.push(...(await Promise.all([start(0), start(1)])))
    first = await firstProduct(origin, url(0), ['products:read'], url(1))
    // It makes an access token, and the service notifies the person by email. The tests count only what comes after.
    await until('the email about the new token', async () => smtp.received.length === 1)
    smtp.received.splice(0)
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    for (const close of closing) await close()
  })

  const url = (i: number) => servers[i]?.url ?? ''
  /** Asks as the person who signed up, of the second server, which no test ends. */
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url(1)}/api/v1/products/${first.product}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: first.cookie, origin },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answered = await jsonOf(answer)
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answered)}`)
    return answered.data
  }
  const webhook = () => ({ kind: 'webhook', format: 'generic', url: hooks.url })
  const newReport = (target: object) => ask('POST', '/reports', { name: 'Weekly', schedule: WEEKLY, target })
  const sendNow = (id: string) => ask('POST', `/reports/${id}/send`)
  const isDelivered = async (kind: 'reports' | 'alerts', id: string, times: number) => {
    const listed: { id: string; last_delivery: { state: string; recipients: number } | null }[] = await ask(
      'GET',
      `/${kind}`,
    )
    const last = listed.find((one) => one.id === id)?.last_delivery
    return last?.state === 'delivered' && last.recipients === times
  }

  it('two servers send a report by email once, and none to an address that unsubscribed with one click', async () => {
    const { result } = await newReport({ kind: 'email', addresses: ['a@example.com', 'b@example.com'] })
    await sendNow(result.id)
    await until('two emails', async () => smtp.received.length === 2 && (await isDelivered('reports', result.id, 2)))
    const [email] = smtp.received.filter(({ to }) => JSON.stringify(to).includes('a@example.com'))
    expect(email?.subject).toContain('Shop')
    expect(email?.messageId).toMatch(/^<dlv_\w+@stats\.example>$/)
    const header = email?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line.replaceAll(/\s/g, '')
    const ended = await fetch(/<(.+)>/.exec(header ?? '')?.[1] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(ended.status).toBe(200)
    await sendNow(result.id)
    await until('the second email', async () => isDelivered('reports', result.id, 1))
    const to = smtp.received.map(({ to }) => JSON.stringify(to).match(/[ab]@example\.com/)?.[0])
    expect(to.toSorted()).toEqual(['a@example.com', 'b@example.com', 'b@example.com'])
  })

  it('two servers send a report to a webhook over TLS, with a signature under the secret that was shown', async () => {
    const { result, secret } = await newReport(webhook())
    await sendNow(result.id)
    await until('the webhook', async () => hooks.received.length === 1 && (await isDelivered('reports', result.id, 1)))
    const [request] = hooks.received
    expect(request && isSigned(request, secret)).toBe(true)
    expect(request && isSigned(request, `${secret}x`)).toBe(false)
    const body = JSON.parse(request?.body ?? '')
    expect(body).toMatchObject({ type: 'report', products: [{ product: { id: first.product } }] })
    expect(request?.headers['footfall-delivery']).toBe(body.id)
  })

  it('two servers notify a webhook once that a goal reached its number, and send a test of the alert', async () => {
    const { events: _, revision, updated_at: __, ...settings } = await ask('GET', '/events')
    const goal = { name: 'Signup', kind: 'custom', goal: true, revenue: false }
    await ask('PUT', '/events', { ...settings, events: [goal], revision })
    for (let i = 1; i <= 12; i++) {
      const sent = await fetch(`${url(i % 2)}/api/event`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': BROWSER, 'x-forwarded-for': `203.0.113.${i}` },
        body: JSON.stringify({ product: first.product, name: 'Signup', url: 'https://shop.example/' }),
      })
      expect(sent.status).toBe(202)
    }
    await until('the conversions', async () => {
      const answer = await fetch(`${url(1)}/api/v1/stats/goals?product=${first.product}&period=today`, {
        headers: { cookie: first.cookie },
      })
      return JSON.stringify(await jsonOf(answer)).includes('"conversions":12')
    })
    hooks.received.splice(0)
    const { result, secret } = await ask('POST', '/alerts', {
      name: 'Ten',
      rule: { kind: 'goal', goal: 'Signup', count: 10 },
      target: webhook(),
    })
    await until('the alert', async () => hooks.received.length === 1 && (await isDelivered('alerts', result.id, 1)))
    await ask('POST', `/alerts/${result.id}/test`)
    await until('the test', async () => hooks.received.length === 2)
    const notified = hooks.received.map((request) => ({
      signed: isSigned(request, secret),
      ...JSON.parse(request.body),
    }))
    expect(notified).toMatchObject([
      { type: 'alert_started', signed: true, alert: { id: result.id }, value: 12 },
      { type: 'alert_test', signed: true, alert: { id: result.id } },
    ])
  })

  it('two servers lose no email when one of them is killed while it sends, and repeat emails only under the same id', async () => {
    smtp.received.splice(0)
    const reports: string[] = []
    for (let r = 0; r < 3; r++) {
      const addresses = Array.from({ length: 20 }, (_, i) => `reader${r}-${i}@example.com`)
      reports.push((await newReport({ kind: 'email', addresses })).result.id)
    }
    arrived = 0
    const held = Promise.withResolvers<void>()
    accepting = held.promise
    for (const id of reports) await sendNow(id)
    // Each has its batch under way, and nothing is accepted.
    await until('both servers sending', async () => arrived === 2 * BATCH && (await unended()) === 60)
    await servers[0]?.end('SIGKILL')
    held.resolve()
    await until('what the second server had', async () => (await unended()) === BATCH)
    await leaseOver()
    await until('all reports', async () =>
      (await Promise.all(reports.map((id) => isDelivered('reports', id, 20)))).every(Boolean),
    )
    const ids = new Map<string, Set<string>>()
    for (const { to, messageId } of smtp.received) {
      const address = /reader\d-\d+@example\.com/.exec(JSON.stringify(to))?.[0] ?? ''
      ids.set(address, (ids.get(address) ?? new Set<string>()).add(messageId ?? ''))
    }
    expect(ids.size).toBe(60)
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([])
    expect(smtp.received).toHaveLength(60 + BATCH)
  })

  const sql = async (statement: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const unended = async () =>
    Number((await sql('select count(*) as n from deliveries where ended_at is null')).rows[0].n)
  /** As five minutes later: the lease of the killed server has run out. */
  const leaseOver = () => sql('update deliveries set due_at = created_at where ended_at is null')
})

/** As docs/reports.md describes the signature. */
function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['footfall-signature'])) ?? []
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
}
