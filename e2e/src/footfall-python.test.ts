import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openIssuer } from '@footfall/testkit/token-issuer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPython } from './client-examples.ts'

const FOLDER = fileURLToPath(new URL('../../integrations/python', import.meta.url))
const TOKEN = `jt_${'P'.repeat(49)}`
const isInstalled = await hasPython()

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
type Answer = (res: ServerResponse) => void

let origin: string
let asked: Asked[] = []
let answers: Answer[] = []

const server = createServer(async (req, res) => {
  let body = ''
  for await (const chunk of req) body += chunk
  asked.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body })
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  answer?.(res)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (res) =>
    void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const executed = json(200, { data: { state: 'executed', result: { id: 'ann_1' } }, meta: {} })
const problem = (status: number, code: string, headers: Record<string, string> = {}, detail = 'No.') =>
  json(status, { code, detail, status }, headers)

/** Runs lines of Python with the file imported, and returns what they print. `sleep` only writes down. */
async function python(lines: string, next: Answer[] = [executed]): Promise<string> {
  answers = next
  asked = []
  const before = `
import sys; sys.path.insert(0, ${JSON.stringify(FOLDER)})
from footfall import *
import footfall as module
slept = []
client = Footfall(${JSON.stringify(origin)}, ${JSON.stringify(TOKEN)}, sleep=slept.append)
def code(work):
    try:
        return work()
    except FootfallError as error:
        assert ${JSON.stringify(TOKEN)} not in repr(error) + str(error.__dict__) + str(error.__cause__)
        return error.code
`
  return new Promise((resolve, reject) => {
    execFile('python3', ['-B', '-c', before + lines], (error, stdout, stderr) =>
      error === null ? resolve(stdout.trim()) : reject(new Error(stderr)),
    )
  })
}

describe.skipIf(!isInstalled)('the client in one file of Python', () => {
  it('sends lists by commas, conditions as JSON, and truth as the service writes it', async () => {
    const filters = '[{"dimension": "page", "operator": "is", "values": ["/a"]}]'
    const call = `client.read("/api/v1/stats", metric=["visitors", "visits"], filters=${filters}, match_weekday=True, tz=None)`
    expect(await python(`print(${call})`, [json(200, { data: 1 })])).toBe("{'data': 1}")
    const query = new URL(asked[0]?.url ?? '', origin).searchParams
    expect(Object.fromEntries(query)).toEqual({ metric: 'visitors,visits', filters, match_weekday: 'true' })
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  })

  it('repeats a confirmed change with the same key, as Retry-After says', async () => {
    const hangUp: Answer = (res) => void res.destroy()
    const again = [problem(429, 'rate_limited', { 'retry-after': '3' }), hangUp, executed]
    const change = 'change = client.change("PATCH", "/api/v1/products/prd_1", {"name": "A"})\n'
    expect(
      await python(`${change}print(change.confirm()["state"], [int(s) for s in slept] [:1], len(slept))`, again),
    ).toBe('executed [3] 2')
    const keys = asked.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('carries the proof of the preview, and waits for a person', async () => {
    const previewed = json(200, { data: { state: 'previewed', summary: 's' }, meta: { confirm: { preview: 'proof' } } })
    const waits = json(202, { data: { state: 'awaiting_approval', approval: { link: 'https://a' } }, meta: {} })
    const lines =
      'change = client.change("DELETE", "/api/v1/x/1")\nchange.preview()\nprint(change.settle()["state"], slept)'
    expect(await python(lines, [previewed, waits, waits, executed])).toBe('executed [3.0, 4.5]')
    expect(asked.map(({ headers }) => headers['service-preview'])).toEqual([undefined, 'proof', 'proof', 'proof'])
    expect(asked[1]?.body).toBe('')
  })

  it('goes through the pages of a list, and stops at a repeated one', async () => {
    const page = (next: string | null) => json(200, { data: [1], page: { next_cursor: next } })
    expect(await python('print(len(list(client.pages("/api/v1/products"))))', [page('a'), page(null)])).toBe('2')
    expect(await python('print(code(lambda: list(client.pages("/api/v1/products"))))', [page('a')])).toBe(
      'invalid_response',
    )
  })

  it('follows no redirect, reads no endless answer, and gives up where it should wait for a year', async () => {
    const read = 'print(code(lambda: client.read("/api/v1/products")), slept)'
    const elsewhere: Answer = (res) => void res.writeHead(307, { location: `${origin}/elsewhere` }).end()
    expect(await python(read, [elsewhere])).toBe('redirected []')
    expect(asked).toHaveLength(1)
    const huge: Answer = (res) => void res.writeHead(200).end('x'.repeat(1_000))
    expect(await python(`module.RESPONSE_BYTES_MAX = 100\n${read}`, [huge])).toBe('response_too_large []')
    expect(await python(read, [problem(429, 'rate_limited', { 'retry-after': '31536000' })])).toBe('rate_limited []')
    for (const text of ['', '[]', '{', 'null', '['.repeat(50_000)])
      expect(await python(read, [(res) => void res.writeHead(200).end(text)])).toBe('invalid_response []')
  })

  it('sends nothing to a server whose certificate nobody vouches for, and says what to do', async () => {
    const other = await openIssuer({ tlsName: 'localhost' })
    const lines = `client = Footfall(${JSON.stringify(other.issuer)}, "jt_x", sleep=slept.append)
try:
    client.read("/api/v1/products")
except FootfallError as error:
    print(error, slept)`
    expect(await python(lines)).toMatch(
      /^untrusted_certificate: Nothing was sent: the certificate of the server is not trusted here \(.+\)\. SSL_CERT_FILE names the file of your own authority\. \[\]$/,
    )
    expect(other.requests).toEqual([])
    await other.close()
  })

  it('shows no secret that a server repeats', async () => {
    const echo = [problem(400, 'invalid_request', {}, `${TOKEN} eyJhbGciOiJub25lIn0.${'c'.repeat(20)}.sig`)]
    const lines = 'try:\n    client.read("/api/v1/products")\nexcept FootfallError as error:\n    print(error)'
    expect(await python(lines, echo)).toBe('invalid_request: jt_… eyJ…')
  })

  it.each([
    'Footfall("http://stats.example.com", "t")',
    'Footfall("https://a:b@stats.example.com", "t")',
    'Footfall("stats.example.com", "t")',
    'Footfall("https://s.example", "a\\nb").read("/api/v1/products")',
    'client.read("/api/v1/../../oauth")',
    'client.read("/api/v1/products/a b")',
    'client.read("https://elsewhere.example/api/")',
    'client.read("/api/v1/products?a=1")',
    'client.change("DELETE", "/api/v1/x", key="a b")',
    'client.call_tool("a\\r\\nb")',
    'segment("..")',
  ])('sends nothing for %s', async (work) => {
    expect(await python(`print(code(lambda: ${work}))`)).toBe('invalid_argument')
    expect(asked).toEqual([])
  })

  it('exchanges an identity, asks for a new one after a lost response, and says why it was rejected', async () => {
    const token = json(200, { access_token: TOKEN, expires_in: 600, scope: 'content:write' })
    const lines = `made = []
def identity():
    made.append(1)
    return f"identity-{len(made)}"
given = dict(trust_id="trs_1", scope=["content:write"], sleep=slept.append)
token = workload_token(${JSON.stringify(origin)}, identity, **given)
print(token() == token(), len(made))`
    expect(await python(lines, [(res) => void res.destroy(), token])).toBe('True 2')
    expect(Object.fromEntries(new URLSearchParams(asked[1]?.body))).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'identity-2',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      trust_id: 'trs_1',
      scope: 'content:write',
    })
    const rejected = json(400, { error: 'invalid_target', error_description: 'Several trusts fit.' })
    const exchange = `print(code(lambda: exchange_workload_identity(${JSON.stringify(origin)}, "one")))`
    expect(await python(exchange, [rejected])).toBe('exchange_rejected')
  })

  it('writes a marker from the shell, with a kept token and with the identity of a job', async () => {
    answers = [
      json(200, {
        result: { content: [], structuredContent: { data: { state: 'executed', result: { id: 'ann_1' } } } },
      }),
    ]
    const mark = (env: Record<string, string>, ...more: string[]) =>
      new Promise<string>((resolve) => {
        const args = [
          '-B',
          `${FOLDER}/footfall.py`,
          'mark',
          '--server',
          origin,
          '--product',
          'prd_1',
          ...more,
          'Deployed',
        ]
        execFile('python3', args, { env: { PATH: process.env.PATH, ...env } }, (_, stdout, stderr) =>
          resolve(stdout + stderr),
        )
      })
    asked = []
    expect(await mark({ FOOTFALL_TOKEN: TOKEN }, '--date', '2026-11-28', '--key', 'deploy-1')).toBe('ann_1\n')
    expect(JSON.parse(asked[0]?.body ?? '').params.arguments).toEqual({
      product: 'prd_1',
      title: 'Deployed',
      date: '2026-11-28',
      confirm: true,
      idempotency_key: 'deploy-1',
    })
    expect(await mark({})).toContain('FOOTFALL_TOKEN is missing')
    const tool = answers[0]
    if (tool !== undefined)
      answers = [json(200, { value: 'identity' }), json(200, { access_token: TOKEN, expires_in: 600 }), tool]
    asked = []
    const runner = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'r',
    }
    expect(await mark(runner, '--github', 'https://stats.example')).toBe('ann_1\n')
    expect(asked.map(({ url }) => url.split('?')[0])).toEqual(['/identity', '/oauth/token', '/api/mcp'])
    expect(new URL(asked[0]?.url ?? '', origin).searchParams.get('audience')).toBe('https://stats.example')
  })
})
