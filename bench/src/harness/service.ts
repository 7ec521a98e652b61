import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@footfall/testkit/free-port'
import { answering, type Child, startNode } from './child.ts'

const MAIN = join(import.meta.dirname, '../../../apps/api-server/src/main.ts')

export interface DemoAccess {
  readonly token: string
  /** A key that sends events of a demo product. */
  readonly ingestKey: string
  readonly products: readonly { readonly id: string; readonly kind: string }[]
}

export interface RunningService {
  readonly url: string
  readonly child: Child
  readonly access: DemoAccess
  get(path: string): Promise<unknown>
  stop(): Promise<void>
}

/**
 * Starts the service in its own process on a data directory, with the demo account as the caller. Rate limits are off,
 * since a bench does not measure them.
 */
export async function startService(dataDir: string, demo: boolean): Promise<RunningService> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(MAIN, [], {
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: dataDir,
    DEMO: demo ? '1' : '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_REQUESTS: '0',
    RATE_LIMIT_WRITES: '0',
    RATE_LIMIT_COLLECT: '0',
  })
  await answering(`${url}/readyz`, child)
  const access = await demoAccess(dataDir)
  return {
    url,
    child,
    access,
    async get(path) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${access.token}` } })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
    stop: () => child.stop(),
  }
}

/** What the first start with DEMO=1 wrote. */
async function demoAccess(dataDir: string): Promise<DemoAccess> {
  const file: unknown = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const { account_token, products, ingest } = file as {
    account_token: string
    products: DemoAccess['products']
    ingest: { keys: { ingest: string } }
  }
  return { token: account_token, ingestKey: ingest.keys.ingest, products }
}

/** A token narrower than that of the demo account, created as its owner would. */
export async function delegatedToken(
  { url, access }: RunningService,
  more: { readonly allowed_networks?: readonly string[] } = {},
): Promise<string> {
  const response = await fetch(`${url}/api/v1/access-tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access.token}`,
      'content-type': 'application/json',
      'service-confirm': 'true',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ name: 'Bench', scopes: ['products:read'], products: { mode: 'all' }, ...more }),
  })
  if (!response.ok) throw new Error(`no token was created: ${response.status}: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { secret: string } }
  return data.secret
}

/** The demo product without events. Benches put their own events there. */
export function silentProduct({ products }: DemoAccess): string {
  const silent = products.find(({ kind }) => kind === 'silent')
  if (!silent) throw new Error('the demo has no silent product')
  return silent.id
}
