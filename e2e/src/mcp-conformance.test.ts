import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { freePort, readJson, type ServerProcess, startServer, type TemporaryDirectory } from './server-process.ts'

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const CLI = join(dirname(require.resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js')

/**
 * The suite asks a server for tools, resources and prompts of its reference server, which this one does not have. A
 * check may fail for want of them, and for nothing else.
 */
const WANTING =
  /Unknown tool: test_|Unknown prompt: test_|Resource not found: test:\/\/|Method not found|^Not testable: server (does not list the diagnostic tool|exposes no tool with x-mcp-header)|^Tool 'json_schema_2020_12_tool' not found/
/** Of the same kind, in words that do not say so: the first step already calls a tool of the reference server. */
const FIXTURE_FLOWS: ReadonlySet<string> = new Set(['sep-2322-multi-round-r1', 'sep-2322-reject-tampered-state'])

/** Scenarios that need none of it and must pass completely. */
const WHOLE = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
} as const

describe('the MCP conformance suite', () => {
  let directory: TemporaryDirectory
  let server: ServerProcess
  let proxy: Server
  let url: string

  beforeAll(async () => {
    directory = await demoDirectory()
    const [port, front] = [await freePort(), await freePort()]
    const env = { RATE_LIMIT_REQUESTS: '0', BASE_URL: `http://127.0.0.1:${front}` }
    server = await startServer({ dataDir: directory.path, port, env })
    const demo = await readJson<Demo>(join(directory.path, 'demo.json'))
    proxy = withToken(server.url, demo.account_token)
    proxy.listen(front, '127.0.0.1')
    await once(proxy, 'listening')
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/mcp`
  })
  afterAll(async () => {
    proxy?.closeAllConnections()
    proxy?.close()
    await server?.end()
    await directory?.remove()
  })

  it.each(Object.keys(WHOLE) as (keyof typeof WHOLE)[])('finds no failure under revision %s', async (revision) => {
    const checks = await checksOf(revision)
    const wrong = [...checks.values()]
      .flat()
      .filter(({ status }) => status === 'FAILURE')
      .filter(({ id, errorMessage = '' }) => !WANTING.test(errorMessage) && !FIXTURE_FLOWS.has(id))
    expect(wrong).toEqual([])
    for (const scenario of WHOLE[revision]) {
      const states = (checks.get(scenario) ?? []).map(({ status }) => status)
      expect({ scenario, states }).toEqual({ scenario, states: expect.arrayContaining(['SUCCESS']) })
      expect({ scenario, failed: states.includes('FAILURE') }).toEqual({ scenario, failed: false })
    }
    const passed = [...checks.values()].flat().filter(({ status }) => status === 'SUCCESS').length
    expect(passed).toBeGreaterThanOrEqual({ '2025-06-18': 31, '2025-11-25': 37, '2026-07-28': 92 }[revision])
  })

  /** Every check of every scenario of a revision, by scenario. */
  async function checksOf(revision: string): Promise<Map<string, Check[]>> {
    const out = join(directory.path, `conformance-${revision}`)
    const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', out]
    // It exits with 1 if any check failed; this test compares which ones.
    await run(process.execPath, [CLI, ...args], { maxBuffer: 16_000_000 }).catch((error: { code?: unknown }) => {
      if (error.code !== 1) throw error
    })
    const checks = new Map<string, Check[]>()
    for (const name of await readdir(out)) {
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '')
      checks.set(scenario, await readJson(join(out, name, 'checks.json')))
    }
    return checks
  }
})

/** The suite sends no credential, so this puts one before its requests and changes nothing else. */
function withToken(origin: string, token: string): Server {
  return createServer((req, res) => {
    const { hostname, port } = new URL(origin)
    const headers = { ...req.headers, authorization: `Bearer ${token}` }
    const onwards = request({ hostname, port, path: req.url, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onwards.on('error', () => res.destroy())
    req.pipe(onwards)
  })
}
