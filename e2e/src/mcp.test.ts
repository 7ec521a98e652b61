import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { mintSecret } from '@footfall/core-domain'
import { OPERATIONS, toolsetOf } from '@footfall/operations'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { connectV1, connectV2, INSPECTOR, type McpClient, tokenV1, tokenV2 } from './mcp-clients.ts'
import {
  freePort,
  jsonOf,
  readJson,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
} from './server-process.ts'

const BRIDGE = fileURLToPath(new URL('../../apps/mcp-server/dist/main.js', import.meta.url))
const run = promisify(execFile)

describe('the MCP endpoint of the built service', () => {
  let directory: TemporaryDirectory
  let server: ServerProcess
  let demo: Demo
  const clients: McpClient[] = []

  beforeAll(async () => {
    directory = await demoDirectory()
    const port = await freePort()
    server = await startServer({ dataDir: directory.path, port, env: { RATE_LIMIT_REQUESTS: '0' } })
    demo = await readJson(join(directory.path, 'demo.json'))
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await server?.end()
    await directory?.remove()
  })

  const bridge = (env: Record<string, string> = {}) => ({
    command: process.execPath,
    args: [BRIDGE, '--stdio'],
    env: { PATH: process.env.PATH ?? '', SERVICE_URL: server.url, SERVICE_TOKEN: demo.account_token, ...env },
    stderr: 'pipe' as const,
  })
  const opened = async (client: Promise<McpClient>) => {
    clients.push(await client)
    return client
  }
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

  describe.each([
    ['SDK v1 over HTTP', '2025-11-25', () => tokenV1(server.url, demo.account_token)],
    ['SDK v2 over HTTP', '2026-07-28', () => tokenV2(server.url, demo.account_token)],
    ['SDK v1 over the bridge', undefined, () => connectV1(new StdioV1(bridge()))],
    ['SDK v2 over the bridge', '2026-07-28', () => connectV2(new StdioV2(bridge()))],
  ] as const)('%s', (_, revision, connect) => {
    let client: McpClient
    beforeAll(async () => {
      client = await opened(connect())
    })

    it('negotiates the newest protocol revision that it supports', () => {
      expect(client.revision).toBe(revision)
    })

    it('lists every tool with its output schema, and returns the result of a call', async () => {
      const tools = await client.tools()
      expect(tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ name }) => name))
      for (const { outputSchema } of tools) expect(outputSchema).toBeDefined()
      const { structuredContent } = await client.call('service_products_list', {})
      expect(structuredContent.data.map(({ id }: { id: string }) => id)).toEqual(demo.products.map(({ id }) => id))
    })

    it('returns the same statistics over MCP as over REST', async () => {
      const given = {
        product: demo.products[0]?.id ?? '',
        metric: 'visitors',
        from: day(29),
        to: day(0),
        dimension: 'source',
      }
      const { structuredContent } = await client.call('service_analytics_query', { ...given, limit: 3 })
      const rest = await fetch(`${server.url}/api/v1/stats?${new URLSearchParams({ ...given, limit: '3' })}`, {
        headers: { authorization: `Bearer ${demo.account_token}` },
      })
      const { data, page } = await jsonOf(rest)
      expect(structuredContent).toMatchObject({ data, page })
      expect(structuredContent.data.rows).toHaveLength(3)
    })

    it('returns a tool error for an unknown product, which passes the output validation of the client', async () => {
      const result = await client.call('service_products_get', { product: 'prd_nobody' })
      expect(result).toMatchObject({ isError: true, structuredContent: { code: 'not_found', status: 404 } })
    })

    it('previews a change, executes it when it is confirmed, and replays it under the same key over MCP', async () => {
      const product = demo.products[2]?.id
      const given = { product, name: `Renamed ${revision ?? 'over stdio'}` }
      const preview = await client.call('service_products_update', given)
      expect(preview.structuredContent).toMatchObject({ data: { state: 'previewed' } })
      const confirmed = { ...given, confirm: true, idempotency_key: `e2e-${given.name.replaceAll(' ', '-')}` }
      const first = await client.call('service_products_update', confirmed)
      expect(first.structuredContent.data.state).toBe('executed')
      const again = await client.call('service_products_update', confirmed)
      expect(again.structuredContent).toMatchObject({
        data: first.structuredContent.data,
        meta: { idempotency: { replayed: true } },
      })
    })

    it('returns a protocol error for an unknown tool', async () => {
      await expect(client.call('service_nothing', {})).rejects.toMatchObject({ code: -32602 })
    })
  })

  it('works with the command line of the MCP Inspector', async () => {
    const inspect = async (...args: string[]) => {
      const header = `Authorization: Bearer ${demo.account_token}`
      const to = ['--cli', `${server.url}/api/mcp`, '--transport', 'http', '--header', header]
      const { stdout } = await run(process.execPath, [INSPECTOR, ...to, ...args], {
        env: { PATH: process.env.PATH ?? '', HOME: directory.path },
        maxBuffer: 4_000_000,
      })
      return JSON.parse(stdout)
    }
    expect((await inspect('--method', 'tools/list')).tools).toHaveLength(43)
    const called = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      'service_products_list',
      '--tool-arg',
      'limit=1',
    )
    expect(called.structuredContent.data).toHaveLength(1)
  })

  describe('the bridge', () => {
    const started = async (env: Record<string, string>) =>
      run(process.execPath, [BRIDGE, '--stdio'], { env: bridge(env).env }).then(
        () => ({ code: 0, stderr: '' }),
        (error: { code: number; stderr: string }) => error,
      )

    it.each([
      ['SERVICE_URL', { SERVICE_URL: '' }],
      ['SERVICE_URL', { SERVICE_URL: 'localhost' }],
      ['SERVICE_TOKEN', { SERVICE_TOKEN: '' }],
      ['SERVICE_TOKEN', { SERVICE_TOKEN: 'jt_typo' }],
      ['SERVICE_TOOLSET', { SERVICE_TOOLSET: 'everything' }],
      ['SERVICE_READONLY', { SERVICE_READONLY: 'maybe' }],
    ])('the bridge does not start without a valid %s, and never prints the token', async (variable, env) => {
      const { code, stderr } = await started(env)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(`^footfall-mcp: ${variable} `) })
      expect(stderr).not.toContain('jt_typo')
    })

    it('the command starts the bridge if it has no arguments', async () => {
      const rejected = (...args: string[]) =>
        run(process.execPath, [BRIDGE, ...args], { env: { PATH: process.env.PATH } }).then(
          () => ({ code: 0, stderr: '' }),
          ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
        )
      expect(await rejected()).toEqual(await rejected('--stdio'))
      expect((await rejected()).stderr).toMatch(/^footfall-mcp: SERVICE_URL is missing/)
      expect(await rejected('--stdio', '--http')).toMatchObject({ code: 2 })
    })

    it('the bridge offers only the tools that its settings allow', async () => {
      const limits = { SERVICE_TOOLSET: 'team,analytics', SERVICE_READONLY: '1' }
      const client = await opened(connectV2(new StdioV2(bridge(limits))))
      const within = OPERATIONS.filter(
        (operation) => operation.kind === 'read' && ['analytics', 'team'].includes(toolsetOf(operation)),
      )
      expect((await client.tools()).map(({ name }) => name)).toEqual(within.map(({ name }) => name))
      await expect(client.call('service_team_invite', {})).rejects.toMatchObject({ code: -32602 })
    })

    it('the bridge returns an error without the token when the credential is rejected or the service does not respond', async () => {
      const unknown = mintSecret('account_token', { bytes: (count) => randomBytes(count) }).secret.reveal()
      for (const [env, message] of [
        [{ SERVICE_TOKEN: unknown }, 'The credential is not valid.'],
        [
          { SERVICE_URL: `http://127.0.0.1:${await freePort()}` },
          'nothing answers there; check the address, and that the service runs.',
        ],
      ] as const) {
        const rejection = await connectV1(new StdioV1(bridge(env))).then(
          () => undefined,
          (error: Error) => error.message,
        )
        expect(rejection).toContain(message)
        expect(rejection).not.toMatch(/jt_/)
      }
    })
  })

  it('rejects starting mcp-server over HTTP on stores that one process owns', async () => {
    const attempt = run(process.execPath, [BRIDGE, '--http'], {
      env: { PATH: process.env.PATH, DATA_DIR: directory.path },
    })
    await expect(attempt).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^footfall-mcp: DATABASE_URL is missing/),
    })
  })
})
