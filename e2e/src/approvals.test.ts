import { DIALECTS } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FirstProduct, firstProduct } from './first-product.ts'
import { jsonOf, type ServerProcess, startServer, temporaryDirectory } from './server-process.ts'
import { type TemporaryStores, temporaryStores } from './temporary-stores.ts'

const WRITES = 200
/** Kills on each database, spread over the writes: `KILLS=50` finds rarer faults. */
const KILLS = Number(process.env.KILLS ?? 5)
const WORKERS = 6
const UNLIMITED = {
  RATE_LIMIT_REQUESTS: '0',
  RATE_LIMIT_WRITES: '0',
  QUOTA_FUNNELS: '1000000',
}

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  readonly body: any
}

const LOST: Answer = { status: 0, body: undefined }

describe.each(DIALECTS)('changes that wait for approval on %s', (dialect) => {
  let stores: TemporaryStores
  let env: Record<string, string>
  let server: ServerProcess
  let origin: string
  let first: FirstProduct
  let token: string

  beforeAll(async () => {
    stores = await temporaryStores(dialect)
    env = { ...UNLIMITED, ...stores.env }
    server = await startServer({ dataDir: stores.dataDir, env: { ...env, BASE_URL: 'http://localhost:3000' } })
    origin = 'http://localhost:3000'
    env = { ...env, BASE_URL: origin }
    first = await firstProduct(origin, server.url, ['funnels:read', 'funnels:write'])
    const scopes = ['funnels:read', 'funnels:write']
    const issued = await decide('/api/v1/access-tokens', {
      name: 'Agent',
      scopes,
      products: { mode: 'all' },
      approval: true,
    })
    token = issued.body.data.secret
  })
  afterAll(async () => {
    await server?.end()
    await stores?.remove()
  })

  const send = async (url: string, headers: Record<string, string>, body: object): Promise<Answer> => {
    try {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }
      const response = await fetch(url, init)
      return { status: response.status, body: await jsonOf(response) }
    } catch {
      return LOST
    }
  }
  /** A confirmed write by the agent. */
  const ask = (key: string, at = server.url) => {
    const steps = [
      { kind: 'page', match: '/' },
      { kind: 'event', match: 'Signup' },
    ]
    const headers = { authorization: `Bearer ${token}`, 'service-confirm': 'true', 'idempotency-key': key }
    return send(`${at}/api/v1/products/${first.product}/funnels`, headers, { name: key, steps, window_minutes: 60 })
  }
  /** What a person who is signed in sends. */
  const decide = (path: string, body: object = {}, at = server.url) =>
    send(at + path, { cookie: first.cookie, origin }, body)

  /** Asks, approves, and asks again; stops when the service ends. */
  async function write(key: string, approveAt = server.url): Promise<Answer> {
    const asked = await ask(key)
    if (asked.status !== 202) return asked
    const { approval } = asked.body.data
    // Two people at once, one of whom is too late.
    const paths = [`/api/v1/approvals/${approval.id}/approve`, `/api/v1/approvals/${approval.id}/approve`]
    await Promise.all(paths.map((path) => decide(path, {}, approveAt)))
    return ask(key)
  }

  async function names(): Promise<string[]> {
    const found: string[] = []
    let cursor = ''
    do {
      const response = await fetch(`${server.url}/api/v1/products/${first.product}/funnels?limit=200${cursor}`, {
        headers: { authorization: `Bearer ${first.token}` },
      })
      const { data, page } = await jsonOf(response)
      found.push(...data.map(({ name }: { name: string }) => name))
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
    } while (cursor !== '')
    return found
  }

  it(`each of ${WRITES} approved changes has one effect when the service is killed ${KILLS} times between request, approval, execution and replay`, async () => {
    const keys = Array.from({ length: WRITES }, (_, at) => `approved-${at}`)
    const waiting = [...keys]
    let done = 0
    let lost = 0
    let untilKill = Math.floor(WRITES / KILLS / 2)
    let killed = 0
    while (done < WRITES) {
      const { promise: moment, resolve: kill } = Promise.withResolvers<void>()
      let isDead = false
      const worker = async () => {
        for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
          const answer = isDead ? LOST : await write(key)
          if (answer.status === 201) {
            done++
            if (--untilKill === 0) kill()
            continue
          }
          // Asked again first after the restart, as a client does that lost a response: 20 changes of a credential may wait.
          waiting.unshift(key)
          if (answer.status === 0) lost++
          if (isDead) return
          if (answer.status !== 0 && answer.status !== 503) throw new Error(`${key}: ${JSON.stringify(answer)}`)
          if (answer.status === 0) return
        }
      }
      const working = Promise.all(Array.from({ length: WORKERS }, worker))
      if (killed === KILLS) {
        await working
        continue
      }
      await Promise.race([moment, working])
      if (done === WRITES) break
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
      isDead = true
      await server.end('SIGKILL')
      await working
      killed++
      untilKill = Math.floor(WRITES / KILLS / 2)
      server = await startServer({ dataDir: stores.dataDir, env })
    }
    expect(killed).toBe(KILLS)
    expect(lost).toBeGreaterThan(0)
    expect((await names()).toSorted()).toEqual(keys.toSorted())
    const replays = await Promise.all(keys.slice(0, 40).map((key) => ask(key)))
    expect(new Set(replays.map(({ status, body }) => `${status} ${body.meta.idempotency.replayed}`))).toEqual(
      new Set(['201 true']),
    )
  })

  if (dialect === 'postgres')
    it('a change is executed once when two processes approve it at the same time', async () => {
      const second = await temporaryDirectory()
      const replica = await startServer({ dataDir: second.path, env })
      try {
        for (let round = 0; round < 10; round++) {
          const key = `replica-${round}`
          const { id } = (await ask(key)).body.data.approval
          const path = `/api/v1/approvals/${id}/approve`
          const answers = await Promise.all([server, replica, server, replica].map(({ url }) => decide(path, {}, url)))
          expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
          expect((await ask(key, replica.url)).status).toBe(201)
        }
        expect((await names()).filter((name) => name.startsWith('replica-'))).toHaveLength(10)
      } finally {
        await replica.end()
        await second.remove()
      }
    })

  it('a page and a link approve nothing when a mail scanner or a stranger opens them', async () => {
    const { id, link } = (await ask('scanned')).body.data.approval
    const path = `/api/v1/approvals/${id}`
    for (const method of ['GET', 'HEAD'])
      for (const headers of [{}, { cookie: first.cookie, origin }] as Record<string, string>[]) {
        await fetch(link.replace(origin, server.url), { method, headers, redirect: 'manual' })
        expect((await fetch(`${server.url}${path}/approve`, { method, headers })).status).toBe(405)
      }
    expect((await send(`${server.url}${path}/approve`, {}, {})).status).toBe(401)
    expect((await send(`${server.url}${path}/approve`, { cookie: first.cookie }, {})).status).toBe(403)
    const foreign = { cookie: first.cookie, origin: 'https://evil.example' }
    expect((await send(`${server.url}${path}/approve`, foreign, {})).status).toBe(403)
    const itself = { authorization: `Bearer ${token}`, cookie: first.cookie, origin }
    expect((await send(`${server.url}${path}/approve`, itself, {})).body.code).toBe('credential_not_accepted')
    expect((await ask('scanned')).status).toBe(202)
    const declined = await decide(`${path}/decline`, { words: 'Not now.' })
    expect(declined.body.data.result.state).toBe('declined')
    expect((await ask('scanned')).body).toMatchObject({ status: 409, code: 'approval_declined' })
  })
})
