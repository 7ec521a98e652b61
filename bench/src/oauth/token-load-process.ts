import { once } from 'node:events'
import { Pool } from 'undici'
import { CLIENT_ID, CODES_PATH, REDIRECT_URI, VERIFIER } from './seeded.ts'
import type { TokenLoad } from './token-load.ts'

/** Batches before the measurement, since the first requests of a new process are slow. */
const WARM_UP_BATCHES = 3
const WARM_UP_SECONDS = 0.5

const [message] = await once(process, 'message')
const { url, tokenPath, connections, work } = message as TokenLoad
const pool = new Pool(url, { connections, pipelining: 1 })

async function tokens(form: Record<string, string>): Promise<{ refresh_token: string }> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: tokenPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: CLIENT_ID, resource: `${url}/mcp`, ...form }).toString(),
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${text}`)
  return JSON.parse(text)
}

async function newCodes(count: number): Promise<string[]> {
  const { body } = await pool.request({ method: 'POST', path: `${CODES_PATH}/${count}` })
  return (await body.json()) as string[]
}

const exchange = (code: string) =>
  tokens({ grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: REDIRECT_URI })
const refresh = (token: string) => tokens({ grant_type: 'refresh_token', refresh_token: token })

async function exchangeBatch(codes: string[]): Promise<number> {
  const worker = async () => {
    for (let code = codes.pop(); code !== undefined; code = codes.pop()) await exchange(code)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  return performance.now() - started
}

async function exchanges(batches: number, count: number): Promise<number> {
  let elapsedMs = 0
  for (let batch = -WARM_UP_BATCHES; batch < batches; batch++) {
    const took = await exchangeBatch(await newCodes(count))
    if (batch >= 0) elapsedMs += took
  }
  return (batches * count * 1000) / elapsedMs
}

async function refreshes(seconds: number): Promise<number> {
  const first = await Promise.all((await newCodes(connections)).map(exchange))
  const from = performance.now() + WARM_UP_SECONDS * 1000
  const until = from + seconds * 1000
  let refreshed = 0
  const chain = async (token: string) => {
    for (let next = token, now = 0; now < until; ) {
      next = (await refresh(next)).refresh_token
      now = performance.now()
      if (now >= from && now < until) refreshed++
    }
  }
  await Promise.all(first.map(({ refresh_token }) => chain(refresh_token)))
  return refreshed / seconds
}

process.send?.(work.kind === 'exchange' ? await exchanges(work.batches, work.codes) : await refreshes(work.seconds))
await pool.close()
process.disconnect()
