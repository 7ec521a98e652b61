import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expensiveReport } from '../expensive-reports.ts'
import { create, type WorstPlace } from './place.ts'

const LINKS = 40
const UPLOADS = 16
const TOKENS = 10
const KEYS = 10
const SESSION_CONNECTIONS = 10
const EXPORTS = 4
const INTAKE_KEYS = 8
const INVALID_CONNECTIONS = 8
const PATTERN_CONNECTIONS = 4
/** As many as a question may have. The engine compiles each in a separate statement. */
const PATTERNS = 100
const UPLOAD_BYTES = 50 * 1024 * 1024
/** Different questions of one attacker, so that no answer comes out of the cache. */
const QUESTIONS = 30
const REPEAT_REQUESTS = fileURLToPath(new URL('./repeat-requests.ts', import.meta.url))

/** Asks one path after another, and begins anew after the last. */
export interface Attacker {
  readonly paths: readonly string[]
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly sends: Sent
}

/** A file of so many bytes, or 1,000 events with names, addresses and browsers that were never seen. */
export type Sent =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'batch' }
  | { readonly kind: 'file'; readonly bytes: number }

export interface ToAttack {
  readonly url: string
  readonly attackers: readonly Attacker[]
}

export interface FromAttack {
  /** The number of responses by status; 0 counts requests without a response. */
  readonly statuses: readonly (readonly [status: number, count: number])[]
}

/** Everything that one account may do at once, until it is stopped. */
interface Attack {
  /** Returns the number of responses by status. */
  stop(): Promise<ReadonlyMap<number, number>>
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
  const intakeKeys = await secretsOf(INTAKE_KEYS, `${ofProduct}/intake-keys`, { kind: 'ingest' })
  const targets: string[] = []
  for (let i = 0; i < UPLOADS; i++) targets.push((await make('/api/v1/products', { name: `Target ${i}` })).result.id)

  let asked = 0
  const reports = () => Array.from({ length: QUESTIONS }, () => expensiveReport(product, asked++))
  const reader = (paths: readonly string[], given: Attacker['headers']): Attacker => ({
    paths,
    method: 'GET',
    headers: given,
    sends: { kind: 'nothing' },
  })
  const withSecret = (authorization: string, i: number) =>
    reader(reports(), { authorization, 'x-forwarded-for': `198.51.${i}.7` })
  const attackers: readonly Attacker[] = [
    ...links.map((secret, i) => withSecret(`Footfall-Share ${secret}`, i)),
    ...[...tokens, ...keys].map((secret, i) => withSecret(`Bearer ${secret}`, LINKS + i)),
    ...Array.from({ length: SESSION_CONNECTIONS }, () => reader(reports(), headers)),
    ...Array.from({ length: EXPORTS }, () => reader([exportOf(product)], headers)),
    ...targets.map(
      (target): Attacker => ({
        paths: [`/api/v1/products/${target}/imports/upload?name=attack.ndjson`],
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-ndjson' },
        sends: { kind: 'file', bytes: UPLOAD_BYTES },
      }),
    ),
    ...intakeKeys.map(
      (secret): Attacker => ({
        paths: ['/api/events'],
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        sends: { kind: 'batch' },
      }),
    ),
    ...Array.from({ length: PATTERN_CONNECTIONS }, (_, i) =>
      reader(
        Array.from({ length: QUESTIONS }, (_, j) => patternQuestion(product, `${i}-${j}`)),
        headers,
      ),
    ),
    ...Array.from({ length: INVALID_CONNECTIONS }, () => reader([invalidQuestion(product)], headers)),
  ]
  return () => begin({ url, attackers })
}

function begin(orders: ToAttack): Attack {
  const child = fork(REPEAT_REQUESTS, { execArgv: ['--conditions=footfall-source'] })
  child.send(orders)
  return {
    async stop() {
      child.send('stop')
      const [{ statuses }]: [FromAttack] = (await once(child, 'message')) as [FromAttack]
      return new Map(statuses)
    },
  }
}

function exportOf(product: string): string {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return `/api/v1/products/${product}/export?${new URLSearchParams({ from: day(300), to: day(0), format: 'csv' })}`
}

/** Regular expressions that no earlier question had, so that each is compiled. */
function patternQuestion(product: string, unique: string): string {
  const values = Array.from({ length: PATTERNS }, (_, i) => `^/${unique}-${i}(\\pL[a-z]){9}`)
  const filters = JSON.stringify([{ dimension: 'page', operator: 'matches_regex', values }])
  return `/api/v1/stats?${new URLSearchParams({ product, metric: 'visitors', period: '12mo', filters })}`
}

/** Names near to metrics, as many as fit into a request line. */
function invalidQuestion(product: string): string {
  const metric = Array.from({ length: 1_000 }, (_, i) => `visiters${i}`).join(',')
  return `/api/v1/stats?${new URLSearchParams({ product, metric })}`
}
