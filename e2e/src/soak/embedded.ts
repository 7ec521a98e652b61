import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type FirstProduct, firstProduct, printedSetupCode } from '../first-product.ts'
import { freePort, type ServerProcess, startServer, temporaryDirectory, until } from '../server-process.ts'
import { type Rename, retriedRename } from './retried-rename.ts'

const UNLIMITED = {
  TRUST_PROXY: '1',
  RATE_LIMIT_REQUESTS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_COLLECT: '0',
  RATE_LIMIT_OAUTH: '0',
}
const SCOPES = ['products:read', 'settings:write', 'analytics:read']
const READ_EVENTS = fileURLToPath(new URL('./read-events.ts', import.meta.url))

/** The service as `npm start` runs it, with a product. It can be restarted, and its stores can be read after it ends. */
export interface Embedded extends FirstProduct {
  readonly server: ServerProcess
  readonly dataDir: string
  restart(signal: NodeJS.Signals): Promise<void>
  /** Confirms a rename and repeats the request until its outcome is decided. */
  readonly rename: Rename
  /** Ends the service and returns what its stores hold. */
  end(): Promise<Kept>
}

export interface Kept {
  /** Numbers of the stored events of the load, with repetitions. */
  readonly events: readonly number[]
  /** How often a change was executed under each key. */
  readonly writes: ReadonlyMap<string, number>
}

export interface EmbeddedOptions {
  readonly dataDir?: string
  readonly nodeArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export async function startEmbedded({ dataDir, nodeArgs = [], env = {} }: EmbeddedOptions = {}): Promise<Embedded> {
  const own = dataDir === undefined ? await temporaryDirectory() : undefined
  const path = dataDir ?? own?.path ?? ''
  const port = await freePort()
  const start = () => startServer({ dataDir: path, port, env: { ...UNLIMITED, ...env }, nodeArgs })
  let server = await start()
  const { url, output } = server
  await until('the setup code', async () => output().includes('setup code'))
  const { product, token, cookie } = await firstProduct(
    `http://localhost:${port}`,
    url,
    SCOPES,
    url,
    printedSetupCode(output()),
  )
  return {
    product,
    token,
    cookie,
    dataDir: path,
    get server() {
      return server
    },
    async restart(signal) {
      await server.end(signal)
      server = await start()
    },
    rename: retriedRename(() => server.url, { product, token }),
    async end() {
      await server.end()
      const kept = { events: await storedEvents(path), writes: writesByKey(join(path, 'footfall.sqlite')) }
      await own?.remove()
      return kept
    },
  }
}

/** Runs in its own process, since the engine opens one directory per process. */
async function storedEvents(dataDir: string): Promise<readonly number[]> {
  const child = spawn(process.execPath, ['--conditions=footfall-source', READ_EVENTS, join(dataDir, 'clickhouse')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`The events cannot be read: ${code}`)
  return printed === '' ? [] : printed.split('\n').map(Number)
}

function writesByKey(path: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = database
      .prepare(
        'select idempotency_key as key, count(*) as n from audit_entries where idempotency_key is not null group by 1',
      )
      .all()
    return new Map(rows.map(({ key, n }) => [String(key), Number(n)]))
  } finally {
    database.close()
  }
}
