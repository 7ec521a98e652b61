import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { OPERATIONS } from '@footfall/operations'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FRAMEWORKS, type FrameworkClient } from './agent-frameworks.ts'
import { launchChromium } from './chromium.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { memoryProvider } from './mcp-clients.ts'
import { personWhoAllows } from './person-who-allows.ts'
import { freePort, readJson, type ServerProcess, startServer, type TemporaryDirectory } from './server-process.ts'

let directory: TemporaryDirectory
let server: ServerProcess
let demo: Demo
let browser: Browser
let callbacks: Server

beforeAll(async () => {
  directory = await demoDirectory()
  const port = await freePort()
  const env = { BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_OAUTH: '0', RATE_LIMIT_REQUESTS: '0' }
  ;[server, browser] = await Promise.all([startServer({ dataDir: directory.path, env, port }), launchChromium()])
  demo = await readJson(join(directory.path, 'demo.json'))
  callbacks = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<h1>Back</h1>'))
  callbacks.listen(0, '127.0.0.1')
  await once(callbacks, 'listening')
})
afterAll(async () => {
  await browser?.close()
  callbacks?.close()
  await server?.end()
  await directory?.remove()
})

describe.each(FRAMEWORKS.map((framework) => [framework.name, framework] as const))('%s', (name, framework) => {
  describe('agent frameworks with an account token', () => {
    let client: FrameworkClient
    beforeAll(async () => {
      client = await framework.connect(`${server.url}/api/mcp`, { token: demo.account_token })
    })
    afterAll(() => client?.close())

    it('lists every tool of the service by its name', async () => {
      expect([...(await client.tools())].sort()).toEqual(OPERATIONS.map((operation) => operation.name).sort())
    })

    it('returns the text of an answer with every product', async () => {
      const { text, failed } = await client.call('service_products_list', {})
      expect(failed).toBe(false)
      for (const { id } of demo.products) expect(text).toContain(id)
    })

    it('returns the text of a tool error with its code and the field at fault', async () => {
      const given = { product: demo.products[0]?.name, metric: 'users', from: '2026-01-01', to: '2026-01-02' }
      const { text } = await client.call('service_analytics_query', given)
      expect(text).toContain('metric')
      expect((await client.call('service_products_get', { product: 'prd_nobody' })).text).toContain('not_found')
    })

    it('previews a change, and executes it once when it is confirmed twice', async () => {
      const change = { product: demo.products[2]?.id, name: `By ${name.replace(/\W+/g, ' ').trim()}` }
      expect((await client.call('service_products_update', change)).text).toContain('Nothing has changed yet')
      const confirmed = { ...change, confirm: true, idempotency_key: `framework-${name.replace(/\W+/g, '-')}` }
      const answers = [
        await client.call('service_products_update', confirmed),
        await client.call('service_products_update', confirmed),
      ]
      for (const { text, failed } of answers) {
        expect(failed).toBe(false)
        expect(text).toContain('executed')
      }
    })
  })

  it('signs its person in through the browser, and sees only the product that the person chose', async () => {
    const redirectUrl = `http://127.0.0.1:${(callbacks.address() as AddressInfo).port}/callback`
    const memory = memoryProvider(redirectUrl, name, await personWhoAllows(browser, demo))
    const url = `${server.url}/api/mcp`
    // Without tokens the first connection sends the person to the browser and fails.
    await expect(framework.connect(url, { memory })).rejects.toThrow()
    expect(memory.kept.asked).toHaveLength(1)
    expect(await framework.exchange(url, memory)).toBe('AUTHORIZED')
    const client = await framework.connect(url, { memory })
    const { text, failed } = await client.call('service_products_list', {})
    await client.close()
    expect(failed).toBe(false)
    expect(text).toContain(demo.products[0]?.name)
    expect(text).not.toContain(demo.products[1]?.name)
  })
})
