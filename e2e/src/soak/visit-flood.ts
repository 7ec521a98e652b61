import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { ServerProcess } from '../server-process.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const CONNECTIONS = 64

/** What one event of a flood looks like. */
interface Forged {
  readonly userAgent: string
  readonly address: string
  readonly url: string
}
export type Flood = (n: number) => Forged

/** Long enough to weigh, and different for each visit. */
const pageOf = (n: number) =>
  `https://shop.example/${n}/${'p'.repeat(900)}?utm_campaign=${n}${'c'.repeat(200)}&utm_term=${n}${'t'.repeat(200)}`

export const FLOODS: Readonly<Record<string, Flood>> = {
  'one visitor, for comparison': (n) => ({ userAgent: BROWSER, address: '203.0.113.7', url: pageOf(n) }),
  'one address, forged user agents': (n) => ({ userAgent: `${BROWSER} ${n}`, address: '203.0.113.7', url: pageOf(n) }),
  'as many addresses': (n) => ({
    userAgent: BROWSER,
    address: `10.${n >> 16}.${(n >> 8) & 0xff}.${n & 0xff}`,
    url: pageOf(n),
  }),
  'user agents of 15 KB': (n) => ({
    userAgent: `${n} `.padEnd(15_000, `${BROWSER} `),
    address: '203.0.113.8',
    url: 'https://shop.example/',
  }),
}

/** Sends a flood's events, a bounded number of them, and answers how often each status came. */
export async function sendFlood(
  url: string,
  product: string,
  flood: Flood,
  count: number,
): Promise<ReadonlyMap<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const statuses = new Map<number, number>()
  let next = 0
  const worker = async () => {
    while (next < count) {
      const status = await send(agent, url, product, flood(next++))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  agent.destroy()
  return statuses
}

function send(agent: Agent, url: string, product: string, { userAgent, address, url: page }: Forged): Promise<number> {
  const body = JSON.stringify({ product, name: 'pageview', url: page })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': userAgent,
    'x-forwarded-for': address,
  }
  return new Promise((resolve) => {
    const sent = request(`${url}/api/event`, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/** Resident memory of a running service in MiB, as Linux counts it. */
export async function residentMib({ child, output }: ServerProcess): Promise<number> {
  const ended = child.exitCode ?? child.signalCode
  if (ended !== null) throw new Error(`The service ended with ${ended} before its memory was read:\n${output()}`)
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}
