import { DIALECTS } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FirstProduct, firstProduct } from './first-product.ts'
import { jsonOf, type ServerProcess, startServer, temporaryDirectory } from './server-process.ts'
import { type TemporaryStores, temporaryStores } from './temporary-stores.ts'

/** Kills on each database; the soak runs more under load. Each takes seconds: `KILLS=50` finds rarer faults. */
const KILLS = Number(process.env.KILLS ?? 4)
const UNLIMITED = {
  RATE_LIMIT_REQUESTS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_COLLECT: '0',
  QUOTA_FUNNELS: '1000000',
}

/** Sends a confirmed write and returns its response; status 0 if the response was lost. */
async function confirm(url: string, token: string, path: string, body: object, key: string) {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'service-confirm': 'true',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      body: await jsonOf(response),
      replayed: response.headers.get('idempotent-replayed'),
    }
  } catch {
    return { status: 0, body: undefined, replayed: null }
  }
}

/** Repeats the request after a 503, which has executed nothing and has left the key free. */
async function confirmAfterOutage(...request: Parameters<typeof confirm>): ReturnType<typeof confirm> {
  for (let attempt = 1; ; attempt++) {
    const answer = await confirm(...request)
    if (answer.status !== 503 || attempt === 5) return answer
  }
}

const funnel = (name: string) => ({
  name,
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'event', match: 'Signup' },
  ],
  window_minutes: 60,
})

describe.each(DIALECTS)('confirmed writes on %s', (dialect) => {
  let stores: TemporaryStores
  let env: Record<string, string>
  let server: ServerProcess
  let first: FirstProduct

  beforeAll(async () => {
    stores = await temporaryStores(dialect)
    env = { ...UNLIMITED, ...stores.env }
    server = await startServer({ dataDir: stores.dataDir, env })
    const origin = server.url.replace('127.0.0.1', 'localhost')
    first = await firstProduct(origin, server.url, ['funnels:read', 'funnels:write'])
  })
  afterAll(async () => {
    await server?.end()
    await stores?.remove()
  })

  const path = () => `/api/v1/products/${first.product}/funnels`

  async function funnelNames(): Promise<string[]> {
    const names: string[] = []
    let cursor = ''
    do {
      const response = await fetch(`${server.url}${path()}?limit=200${cursor}`, {
        headers: { authorization: `Bearer ${first.token}` },
      })
      const { data, page } = await jsonOf(response)
      names.push(...data.map(({ name }: { name: string }) => name))
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
    } while (cursor !== '')
    return names
  }

  it('a confirmed write has one effect and a hundred equal responses when it is sent a hundred times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => confirm(server.url, first.token, path(), funnel('Hundred'), 'hundred')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data)))).toHaveProperty('size', 1)
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    expect((await funnelNames()).filter((name) => name === 'Hundred')).toHaveLength(1)
  })

  it(`an acknowledged write is stored exactly once when the service is killed ${KILLS} times at random moments`, async () => {
    const sent: { key: string; status: number }[] = []
    let next = 0
    for (let round = 0; round < KILLS; round++) {
      let stop = false
      const { url } = server
      // Counted in acknowledged writes, so that a slow machine is killed amid writes too.
      let untilKill = 2 + Math.floor(Math.random() * 30)
      const { promise: moment, resolve: kill } = Promise.withResolvers<void>()
      const worker = async () => {
        while (!stop) {
          const key = `kill-${next++}`
          const { status } = await confirm(url, first.token, path(), funnel(key), key)
          sent.push({ key, status })
          if (status === 201 && --untilKill === 0) kill()
        }
      }
      const working = Promise.all(Array.from({ length: 8 }, worker))
      await moment
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
      await server.end('SIGKILL')
      stop = true
      await working
      server = await startServer({ dataDir: stores.dataDir, env })
    }
    const counts = new Map<string, number>()
    for (const name of await funnelNames()) counts.set(name, (counts.get(name) ?? 0) + 1)
    const acknowledged = sent.filter(({ status }) => status === 201)
    const lost = sent.filter(({ status }) => status === 0)
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    expect(lost.length).toBeGreaterThan(0)
    expect(acknowledged.filter(({ key }) => counts.get(key) !== 1)).toEqual([])
    expect([...counts].filter(([name, count]) => name.startsWith('kill-') && count !== 1)).toEqual([])

    // A client that lost a response repeats the request. The write is replayed or executed now: a kill leaves nothing undecided.
    const retries = await Promise.all(
      lost.slice(0, 40).map(({ key }) => confirmAfterOutage(server.url, first.token, path(), funnel(key), key)),
    )
    expect(new Set(retries.map(({ status, body }) => `${status} ${body?.code ?? ''}`))).toEqual(new Set(['201 ']))
    const after = new Map<string, number>()
    for (const name of await funnelNames()) after.set(name, (after.get(name) ?? 0) + 1)
    expect([...after].filter(([name, count]) => name.startsWith('kill-') && count !== 1)).toEqual([])
  })

  if (dialect === 'postgres') {
    it(`a confirmed write that two processes receive has one effect when one of them is killed ${KILLS} times`, async () => {
      const second = await temporaryDirectory()
      const replica = await startServer({ dataDir: second.path, env })
      try {
        const keys: string[] = []
        const codes = new Set<string>()
        for (let round = 0; round < KILLS; round++) {
          const sent = Array.from({ length: 24 }, (_, index) => `replica-kill-${round}-${index}`)
          keys.push(...sent)
          const { url } = server
          const lost = sent.map((key) => confirm(url, first.token, path(), funnel(key), key))
          const kept = sent.map((key) => confirmAfterOutage(replica.url, first.token, path(), funnel(key), key))
          await Promise.race(kept)
          await server.end('SIGKILL')
          await Promise.all(lost)
          for (const { status, body } of await Promise.all(kept)) codes.add(`${status} ${body?.code ?? ''}`)
          server = await startServer({ dataDir: stores.dataDir, env })
        }
        expect(codes).toEqual(new Set(['201 ']))
        const names = await funnelNames()
        expect(keys.filter((key) => names.filter((name) => name === key).length !== 1)).toEqual([])
      } finally {
        await replica.end()
        await second.remove()
      }
    })

    it('a confirmed write has one effect and equal responses when it is sent to two processes at once', async () => {
      const second = await temporaryDirectory()
      const replica = await startServer({ dataDir: second.path, env })
      try {
        const urls = [server.url, replica.url]
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            confirm(urls[index % 2] ?? server.url, first.token, path(), funnel('Twins'), 'twins'),
          ),
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
        expect(new Set(answers.map(({ body }) => JSON.stringify(body.data)))).toHaveProperty('size', 1)
        expect((await funnelNames()).filter((name) => name === 'Twins')).toHaveLength(1)
      } finally {
        await replica.end()
        await second.remove()
      }
    })
  }
})
