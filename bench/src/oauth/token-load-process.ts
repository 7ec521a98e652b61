import { once } from 'node:events'
import { Pool } from 'undici'
import { CLIENT_ID, REDIRECT_URI, VERIFIER } from './seeded.ts'
import type { TokenLoad } from './token-load.ts'

const [message] = await once(process, 'message')
const load = message as TokenLoad
const { origin, pathname } = new URL(load.tokenUrl)
const pool = new Pool(origin, { connections: load.connections, pipelining: 1 })

async function tokens(form: Record<string, string>): Promise<{ refresh_token: string }> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: CLIENT_ID, resource: load.resource, ...form }).toString(),
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${text}`)
  return JSON.parse(text)
}

const exchange = (code: string) =>
  tokens({ grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: REDIRECT_URI })
const refresh = (token: string) => tokens({ grant_type: 'refresh_token', refresh_token: token })

async function exchangeAll(): Promise<number> {
  const left = [...load.codes]
  const work = async () => {
    for (let code = left.pop(); code !== undefined; code = left.pop()) await exchange(code)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: load.connections }, work))
  return (load.codes.length * 1000) / (performance.now() - started)
}

async function refreshFor(seconds: number): Promise<number> {
  const first = await Promise.all(load.codes.slice(0, load.connections).map(exchange))
  const started = performance.now()
  const until = started + seconds * 1000
  let refreshed = 0
  const chain = async (token: string) => {
    for (let next = token; performance.now() < until; refreshed++) next = (await refresh(next)).refresh_token
  }
  await Promise.all(first.map(({ refresh_token }) => chain(refresh_token)))
  return (refreshed * 1000) / (performance.now() - started)
}

process.send?.(load.refreshSeconds === undefined ? await exchangeAll() : await refreshFor(load.refreshSeconds))
await pool.close()
process.disconnect()
