import { pause } from '../../event-load.ts'
import { expensiveReport } from '../expensive-reports.ts'
import { create, type WorstPlace } from './place.ts'

const LINKS = 40
const UPLOADS = 16
const TOKENS = 10
const KEYS = 10
const SESSION_CONNECTIONS = 10
const EXPORTS = 4
const UPLOAD_BYTES = 50 * 1024 * 1024
const AGAIN_MS = 500

/** Everything that one account may do at once, until it is stopped. */
interface Attack {
  /** The number of responses by status; 0 counts requests without a response. */
  readonly statuses: ReadonlyMap<number, number>
  stop(): Promise<void>
}

interface Attacker {
  readonly path: (i: number) => string
  readonly init: RequestInit
}

/** Makes the credentials and products, and returns what begins the attack. */
export async function prepareAttack({ server, attacker }: WorstPlace): Promise<() => Attack> {
  const { url } = server
  const { product, headers } = attacker
  const make = (path: string, body: object) => create(url, attacker, path, body)
  const secretsOf = async (count: number, path: string, body: object): Promise<readonly string[]> => {
    const secrets: string[] = []
    for (let i = 0; i < count; i++) secrets.push((await make(path, { name: `Attack ${i}`, ...body })).secret)
    return secrets
  }
  const ofProduct = `/api/v1/products/${product}`
  const links = await secretsOf(LINKS, `${ofProduct}/shares`, { sections: ['overview'] })
  const scopes = ['analytics:read']
  const tokens = await secretsOf(TOKENS, '/api/v1/access-tokens', { scopes, products: { mode: 'all' } })
  const keys = await secretsOf(KEYS, `${ofProduct}/keys`, { scopes })
  const targets: string[] = []
  for (let i = 0; i < UPLOADS; i++) targets.push((await make('/api/v1/products', { name: `Target ${i}` })).result.id)

  let asked = 0
  const report = () => expensiveReport(product, asked++)
  const reader = (authorization: string, i: number): Attacker => ({
    path: report,
    init: { headers: { authorization, 'x-forwarded-for': `198.51.${i}.7` } },
  })
  const file = largeFile()
  const attackers: readonly Attacker[] = [
    ...links.map((secret, i) => reader(`Footfall-Share ${secret}`, i)),
    ...[...tokens, ...keys].map((secret, i) => reader(`Bearer ${secret}`, LINKS + i)),
    ...Array.from({ length: SESSION_CONNECTIONS }, () => ({ path: report, init: { headers } })),
    ...Array.from({ length: EXPORTS }, () => ({ path: () => exportOf(product), init: { headers } })),
    ...targets.map((target) => ({
      path: (i: number) => `/api/v1/products/${target}/imports/upload?name=attack-${i}.ndjson`,
      init: { method: 'POST', headers: { ...headers, 'content-type': 'application/x-ndjson' }, body: file },
    })),
  ]
  return () => begin(url, attackers)
}

function begin(url: string, attackers: readonly Attacker[]): Attack {
  const statuses = new Map<number, number>()
  const stopping = new AbortController()
  const repeat = async ({ path, init }: Attacker) => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const status = await fetch(url + path(i), { ...init, signal: stopping.signal }).then(
        async (response) => {
          await response.body?.pipeTo(new WritableStream())
          return response.status
        },
        () => 0,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 200) await pause(AGAIN_MS)
    }
  }
  const running = attackers.map((attacker) => repeat(attacker).catch(() => undefined))
  return {
    statuses,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

function exportOf(product: string): string {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return `/api/v1/products/${product}/export?${new URLSearchParams({ from: day(300), to: day(0), format: 'csv' })}`
}

function largeFile(): Uint8Array<ArrayBuffer> {
  const event = {
    name: 'pageview',
    url: `https://shop.example/${'x'.repeat(300)}`,
    timestamp: new Date().toISOString(),
  }
  const line = Buffer.from(`${JSON.stringify(event)}\n`)
  return new Uint8Array(Buffer.alloc(Math.floor(UPLOAD_BYTES / line.length) * line.length, line))
}
