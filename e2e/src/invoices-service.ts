import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import pg from 'pg'
import { expect } from 'vitest'
import { grantedToken } from './granted-token.ts'
import { connectV2 } from './mcp-clients.ts'
import { cleanEnvironment } from './packages-tarballs.ts'
import { freePort } from './server-process.ts'

/** Words of the first host, which no other one may say. */
const FIRST_HOST =
  /footfall|analytic|product|visitor|funnel|dashboard|website(?!Url)|tracker|preview_first|service_(?!unavailable)/i

const ROUTE = '/api/v1/shops/north/invoices'
const INVOICE = { customer: 'Ada', cents: 1200 }

/** The service of the README, as somebody runs it who has the packages. */
interface Invoices {
  readonly base: string
  readonly child: ChildProcess
}

/** What the database of the service holds, read beside the service. */
interface Stored {
  readonly invoices: number
  /** The channels of the entries. */
  readonly audit: readonly string[]
}

/** The service on one kind of database. */
interface InvoicesVariant {
  /** The file of the service, in the folder of the project. */
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  stored(): Promise<Stored>
}

/** Kills the process at the moment when a transaction would commit, as soon as a file says so. */
const KILLING = `import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const kills = (sql) => /^commit$/i.test(sql) && existsSync(process.env.KILL_AT_COMMIT)
for (const [prototype, method] of [[DatabaseSync.prototype, 'exec'], [pg.Client.prototype, 'query']]) {
  const run = prototype[method]
  prototype[method] = function (sql, ...others) {
    if (kills(sql)) process.kill(process.pid, 'SIGKILL')
    return run.call(this, sql, ...others)
  }
}
`

/** Starts the service of a folder. */
async function startInvoices(folder: string, { file, env: database }: InvoicesVariant): Promise<Invoices> {
  await writeFile(join(folder, 'killing.mjs'), KILLING)
  const port = await freePort()
  const env = {
    ...cleanEnvironment(),
    PORT: String(port),
    ...database,
    KILL_AT_COMMIT: join(folder, 'kill-at-commit'),
  }
  const child = spawn(process.execPath, ['--import', join(folder, 'killing.mjs'), join(folder, file)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The service ended.'))),
  ])
  return { base: String(line).replace('listening on ', ''), child }
}

/** `invoices.ts` of a folder on a database file beside it. */
export function invoicesOnSqlite(folder: string): InvoicesVariant {
  const path = join(folder, 'invoices.sqlite')
  return {
    file: 'invoices.ts',
    env: { FILE: path },
    async stored() {
      const database = new DatabaseSync(path, { readOnly: true })
      const audit = database.prepare('SELECT entry FROM audit ORDER BY rowid').all()
      const { invoices } = database.prepare('SELECT count(*) AS invoices FROM invoices').get() ?? {}
      database.close()
      return { invoices: Number(invoices), audit: audit.map(({ entry }) => JSON.parse(String(entry)).channel) }
    },
  }
}

/** `invoices-on-postgres.ts` of a folder on a database of PostgreSQL. */
export function invoicesOnPostgres(connectionString: string): InvoicesVariant {
  return {
    file: 'invoices-on-postgres.ts',
    env: { DATABASE_URL: connectionString },
    async stored() {
      const client = new pg.Client({ connectionString })
      await client.connect()
      const audit = await client.query("SELECT entry->>'channel' AS channel FROM audit ORDER BY id")
      const { rows } = await client.query('SELECT count(*)::int AS invoices FROM invoices')
      await client.end()
      return { invoices: rows[0].invoices, audit: audit.rows.map(({ channel }) => channel) }
    },
  }
}

/** Drives the service as callers of both channels do, and kills and starts it again on the same database. */
export async function driveInvoices(folder: string, variant: InvoicesVariant): Promise<void> {
  const { stored } = variant
  const said: string[] = []
  const start = () => startInvoices(folder, variant)
  let service = await start()
  const send = async (method: string, token: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(service.base + ROUTE, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    said.push(text)
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
    return { status: answer.status, replayed: answer.headers.get('idempotent-replayed'), body: JSON.parse(text) as any }
  }
  const confirm = (key: string) => ({ 'service-confirm': 'true', 'idempotency-key': key })
  const annsToken = (scope: string) => grantedToken(service.base, { scope, cookie: 'me=ann' })
  try {
    const [reader, writer] = [await annsToken('invoices:read'), await annsToken('invoices:read invoices:write')]
    expect(await send('GET', reader)).toMatchObject({ status: 200, body: { data: [] } })
    expect(await send('GET', 'nonsense')).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    expect(await send('POST', reader, INVOICE)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    expect(await send('POST', writer, { ...INVOICE, cents: 'many' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'cents' }] },
    })
    expect(await send('POST', writer, INVOICE)).toMatchObject({
      status: 200,
      body: { data: { state: 'previewed', summary: 'Invoice Ada over 12.' } },
    })
    const first = await send('POST', writer, INVOICE, confirm('k1'))
    expect(first).toMatchObject({ status: 201, body: { data: { state: 'executed', result: INVOICE } } })
    const again = await send('POST', writer, INVOICE, confirm('k1'))
    expect([again.status, again.replayed, again.body.data]).toEqual([201, 'true', first.body.data])
    const document = await (await fetch(`${service.base}/openapi.json`)).text()
    expect(Object.keys(JSON.parse(document).paths)).toEqual(['/api/v1/shops/{shop}/invoices'])
    said.push(document, await overMcp(service.base, writer))
    expect((await send('GET', reader)).body.data).toHaveLength(2)

    await diesAtCommit(folder, service, () => send('POST', writer, INVOICE, confirm('k3')))
    expect(await stored()).toMatchObject({ invoices: 2, audit: ['rest', 'mcp'] })
    service = await start()
    const returned = await annsToken('invoices:read invoices:write')
    expect((await send('POST', returned, INVOICE, confirm('k3'))).status).toBe(201)
    expect(await stored()).toMatchObject({ invoices: 3, audit: ['rest', 'mcp', 'rest'] })
  } finally {
    await ended(service.child)
  }
  expect(said.filter((text) => FIRST_HOST.test(text))).toEqual([])
}

/** Previews and confirms by the client of the SDK; returns all that the server said. */
async function overMcp(base: string, token: string): Promise<string> {
  const rejected = await fetch(`${base}/mcp`, { method: 'POST' })
  const metadata = `${base}/.well-known/oauth-protected-resource/mcp`
  expect(rejected.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`)
  expect((await fetch(metadata)).status).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  const client = await connectV2(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }),
  )
  const tools = await client.tools()
  expect(tools.map(({ name }) => name)).toEqual(['invoices_list', 'invoices_create'])
  const given = { shop: 'north', ...INVOICE }
  const preview = await client.call('invoices_create', given)
  expect(preview.structuredContent.data).toMatchObject({ state: 'previewed' })
  const confirmed = await client.call('invoices_create', { ...given, confirm: true, idempotency_key: 'k2' })
  expect(confirmed.structuredContent.data).toMatchObject({ state: 'executed', result: INVOICE })
  const missing = await client.call('invoices_list', { shop: 'south' })
  expect(missing).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } })
  const begun = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const initialized = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: begun }),
  })
  const beginning = await initialized.text()
  expect(JSON.parse(beginning).result).toMatchObject({
    serverInfo: { name: 'invoices', title: 'Invoices', version: '1.0.0' },
    capabilities: { tools: {} },
    instructions: 'Invoices of shops.',
  })
  await client.close()
  return JSON.stringify([tools, preview, confirmed, missing, beginning])
}

async function diesAtCommit(folder: string, { child }: Invoices, change: () => Promise<unknown>): Promise<void> {
  const flag = join(folder, 'kill-at-commit')
  await writeFile(flag, '')
  const exit = once(child, 'exit')
  await expect(change()).rejects.toThrow()
  expect(await exit).toEqual([null, 'SIGKILL'])
  await rm(flag)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
