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
const exchangeIdentity = (token: string) =>
  tokens({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    subject_token: token,
    resource: url,
  })
const refresh = (token: string) => tokens({ grant_type: 'refresh_token', refresh_token: token })

async function exchangeBatch(codes: string[], one: (code: string) => Promise<unknown>): Promise<number> {
  const worker = async () => {
    for (let code = codes.pop(); code !== undefined; code = codes.pop()) await one(code)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  return performance.now() - started
}

async function exchanges(batches: number, count: number, one: (code: string) => Promise<unknown>): Promise<number> {
  let elapsedMs = 0
  for (let batch = -WARM_UP_BATCHES; batch < batches; batch++) {
    const took = await exchangeBatch(await newCodes(count), one)
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

async function measured(): Promise<number> {
  switch (work.kind) {
    case 'exchange':
      return exchanges(work.batches, work.codes, exchange)
    case 'identity':
      return exchanges(work.batches, work.codes, exchangeIdentity)
    case 'refresh':
      return refreshes(work.seconds)
  }
}

process.send?.(await measured())
await pool.close()
process.disconnect()
