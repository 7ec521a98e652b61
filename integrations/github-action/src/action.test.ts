import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { BUNDLE, bundled } from '../scripts/bundled.ts'
import { readInputs } from './inputs.ts'
import { runnerOf } from './runner.ts'

const ACTION = parse(readFileSync(fileURLToPath(new URL('../action.yml', import.meta.url)), 'utf8'))
const IDENTITY = `eyJhbGciOiJSUzI1NiJ9.${'c'.repeat(60)}.sig`
const TOKEN = `jt_${'T'.repeat(49)}`
const KEPT = `jt_${'K'.repeat(49)}`
const REQUEST_TOKEN = 'runner-request-token'
const NOW = Date.parse('2026-11-28T23:30:00.000Z')

interface Asked {
  readonly method: string
  readonly url: string
  readonly authorization: string | undefined
  readonly body: string
}
type Answer = (asked: Asked, res: ServerResponse) => void

/** One server in the place of the runner's and of the service; each test replaces what answers badly. */
let origin: string
let asked: Asked[] = []
let answers: Record<string, Answer> = {}
let folder: string

const json = (res: ServerResponse, status: number, body: unknown) =>
  void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const GOOD: Record<string, Answer> = {
  '/identity': ({ url }, res) => {
    const audience = new URL(url, origin).searchParams.get('audience')
    json(res, 200, { count: 1, value: audience === null ? '' : IDENTITY })
  },
  '/oauth/token': (_, res) =>
    json(res, 200, {
      access_token: TOKEN,
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'content:write analytics:read',
    }),
  '/oauth/revoke': (_, res) => json(res, 200, {}),
  '/api/mcp': ({ body }, res) => {
    const { name, arguments: given } = JSON.parse(body).params
    const data =
      name === 'service_annotations_create'
        ? { state: 'executed', operation: name, result: { id: 'ann_1', ...given } }
        : { value: 41, asked: given }
    const meta = { idempotency: { key: '', replayed: false, expires_at: null } }
    json(res, 200, { jsonrpc: '2.0', id: 1, result: { content: [], structuredContent: { data, meta } } })
  },
}

const server = createServer(async (req: IncomingMessage, res) => {
  let body = ''
  for await (const chunk of req) body += chunk
  const request = { method: req.method ?? '', url: req.url ?? '', authorization: req.headers.authorization, body }
  asked.push(request)
  const [path = ''] = request.url.split('?')
  const answer = { ...GOOD, ...answers }[path]
  if (answer === undefined) res.writeHead(404).end()
  else answer(request, res)
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = mkdtempSync(join(tmpdir(), 'footfall-action-'))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  asked = []
  answers = {}
})

const fromFile = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(end_\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  )

/** Runs the built file as the runner does, with the inputs of a step; `state` is what the step before has kept. */
async function run(
  inputs: Record<string, string>,
  state: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  const [output, kept] = [join(folder, 'output'), join(folder, 'state')]
  for (const file of [output, kept]) writeFileSync(file, '')
  const environment = {
    PATH: process.env.PATH,
    GITHUB_OUTPUT: output,
    GITHUB_STATE: kept,
    GITHUB_REPOSITORY: 'acme/site',
    GITHUB_RUN_ID: '3003',
    GITHUB_JOB: 'deploy',
    GITHUB_ACTION: '__footfall',
    ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
    ...Object.fromEntries(
      Object.entries({ server: origin, ...inputs }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
    ...env,
  }
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(process.execPath, [BUNDLE], { env: environment }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout: stdout + stderr }),
    )
  })
  return { code, stdout, outputs: fromFile(readFileSync(output, 'utf8')), state: fromFile(readFileSync(kept, 'utf8')) }
}

const MARKER = { product: 'prd_1', marker: 'Deployed 1.2.0', 'marker-date': '2026-11-28' }

describe('the built action', () => {
  it('the committed file is made of the sources; `pnpm --filter @footfall/github-action bundle` brings it up to date', async () => {
    expect(readFileSync(BUNDLE, 'utf8') === (await bundled())).toBe(true)
  })

  it('imports only what Node.js has', () => {
    const imported = [...readFileSync(BUNDLE, 'utf8').matchAll(/^import .* from "([^"]+)";$/gm)].map(
      ([, from = '']) => from,
    )
    expect(imported.every((from) => from.startsWith('node:'))).toBe(true)
  })

  it('the built file is what action.yml starts before and after the job, and every input there is read', () => {
    expect(ACTION.runs).toEqual({ using: 'node24', main: 'dist/index.mjs', post: 'dist/index.mjs' })
    const source = readFileSync(fileURLToPath(new URL('inputs.ts', import.meta.url)), 'utf8')
    for (const name of Object.keys(ACTION.inputs)) expect(source).toContain(`'${name}'`)
  })

  it('exchanges the identity of the job, writes the marker, asks, masks every secret, and ends the token after the job', async () => {
    const given = {
      ...MARKER,
      'marker-note': 'From main.',
      tool: 'service_analytics_query',
      arguments: '{"period":"last_week"}',
    }
    const { code, stdout, outputs, state } = await run(given)
    expect({ code, stdout }).toMatchObject({ code: 0 })
    expect(outputs).toMatchObject({ 'marker-id': 'ann_1', 'marker-state': 'executed' })
    expect(JSON.parse(outputs.result ?? '')).toEqual({ value: 41, asked: { period: 'last_week' } })
    expect(outputs.token).toBeUndefined()

    const [identity, exchange, marker] = asked
    expect(identity).toMatchObject({ method: 'GET', authorization: `bearer ${REQUEST_TOKEN}` })
    expect(new URL(identity?.url ?? '', origin).searchParams.get('audience')).toBe(origin)
    expect(new URL(identity?.url ?? '', origin).searchParams.get('api-version')).toBe('2.0')
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toMatchObject({ subject_token: IDENTITY })
    expect(marker?.authorization).toBe(`Bearer ${TOKEN}`)
    expect(JSON.parse(marker?.body ?? '').params.arguments).toEqual({
      product: 'prd_1',
      title: 'Deployed 1.2.0',
      note: 'From main.',
      date: '2026-11-28',
      confirm: true,
      idempotency_key: 'github:acme/site:3003:deploy:__footfall:marker',
    })
    for (const secret of [IDENTITY, TOKEN]) {
      const lines = stdout.split('\n')
      expect(lines.filter((line) => line.includes(secret))).toEqual([`::add-mask::${secret}`])
      const at = lines.indexOf(`::add-mask::${secret}`)
      expect(lines.slice(0, at).join('\n')).not.toContain(secret)
    }

    asked = []
    const post = await run(given, state)
    expect(post.code).toBe(0)
    expect(asked).toMatchObject([{ method: 'POST', url: '/oauth/revoke', body: `token=${TOKEN}` }])
  })

  it('works with a kept token as well, which it does not end', async () => {
    const { code, state, stdout } = await run({ ...MARKER, token: KEPT })
    expect({ code, stdout }).toMatchObject({ code: 0 })
    expect(asked.map(({ url, authorization }) => [url.split('?')[0], authorization])).toEqual([
      ['/api/mcp', `Bearer ${KEPT}`],
    ])
    expect(stdout.split('\n').filter((line) => line.includes(KEPT))).toEqual([`::add-mask::${KEPT}`])
    asked = []
    await run({ ...MARKER, token: KEPT }, state)
    expect(asked).toEqual([])
  })

  it('gives the token to further steps only where that is asked for', async () => {
    const { outputs } = await run({
      'output-token': 'true',
      scope: 'analytics:read',
      'trust-id': 'trs_1',
      audience: 'footfall',
    })
    expect(outputs.token).toBe(TOKEN)
    expect(outputs['expires-at']).toMatch(/^\d{4}-.*Z$/)
    expect(new URL(asked[0]?.url ?? '', origin).searchParams.get('audience')).toBe('footfall')
    expect(Object.fromEntries(new URLSearchParams(asked[1]?.body))).toMatchObject({
      scope: 'analytics:read',
      trust_id: 'trs_1',
    })
  })

  it('adds the key to a confirmed call that has none', async () => {
    await run({ token: KEPT, tool: 'service_products_update', arguments: '{"confirm":true}' })
    const { arguments: given } = JSON.parse(asked[0]?.body ?? '').params
    expect(given).toEqual({
      confirm: true,
      idempotency_key: 'github:acme/site:3003:deploy:__footfall:service_products_update',
    })
  })

  it('warns of a marker that waits for approval, with the link', async () => {
    answers['/api/mcp'] = (_, res) => {
      const data = {
        state: 'awaiting_approval',
        approval: { id: 'apr_1', link: 'https://stats.example/approvals/apr_1' },
      }
      const meta = { idempotency: { expires_at: null } }
      json(res, 200, { result: { content: [], structuredContent: { data, meta } } })
    }
    const { code, stdout, outputs } = await run(MARKER)
    expect(code).toBe(0)
    expect(stdout).toContain('::warning::The marker waits for a person: https://stats.example/approvals/apr_1')
    expect(outputs['marker-state']).toBe('awaiting_approval')
  })

  it('says what is missing when the job has no identity', async () => {
    const { code, stdout } = await run(
      MARKER,
      {},
      { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' },
    )
    expect(code).toBe(1)
    expect(stdout).toContain(
      '::error::The job has no identity. Add “permissions: id-token: write” to it, or give token.',
    )
    expect(asked).toEqual([])
  })

  it.each([
    [
      'a rejected identity',
      '/oauth/token',
      400,
      { error: 'invalid_request', error_description: 'No trust fits.\n::set-output::x' },
      'No trust fits.',
    ],
    ['a runner that rejects', '/identity', 403, {}, 'status 403'],
    ['a runner without a token', '/identity', 200, { value: '' }, 'its answer has no token'],
    [
      'a role that is too low',
      '/api/mcp',
      200,
      { result: { isError: true, content: [], structuredContent: { code: 'role_forbidden', detail: 'No.' } } },
      'role_forbidden: No.',
    ],
  ])('fails with %s, and the text of the server is not a command', async (_, path, status, body, said) => {
    answers[path] = (_, res) => json(res, status, body)
    const { code, stdout } = await run(MARKER)
    expect(code).toBe(1)
    const error = stdout.split('\n').filter((line) => line.startsWith('::error::'))
    expect(error).toHaveLength(1)
    expect(error[0]).toContain(said)
    expect(stdout).not.toMatch(/^::set-output/m)
  })

  it('the job warns and does not fail when the token cannot be revoked', async () => {
    answers['/oauth/revoke'] = (_, res) => json(res, 400, { error: 'invalid_request' })
    const { code, stdout } = await run({}, { isPost: 'true', server: origin, token: TOKEN })
    expect(code).toBe(0)
    expect(stdout).toContain('::warning::The token could not be ended before it expires.')
  })

  it('does not follow a redirect of the runner or the service with a token', async () => {
    for (const path of ['/identity', '/oauth/token', '/api/mcp']) {
      asked = []
      answers = { [path]: (_, res) => void res.writeHead(307, { location: `${origin}/elsewhere` }).end() }
      expect((await run(MARKER)).code).toBe(1)
      expect(asked.map(({ url }) => url)).not.toContain('/elsewhere')
    }
  })
})

describe('the inputs of the action', () => {
  const read = (inputs: Record<string, string>) =>
    readInputs(
      Object.fromEntries(
        Object.entries({ server: 'https://s.example', ...inputs }).map(([name, value]) => [
          `INPUT_${name.toUpperCase()}`,
          value,
        ]),
      ),
      NOW,
    )

  it('a marker is dated today in the given time zone; without one, the service takes that of the product', () => {
    expect(read({ product: 'p', marker: 'm' }).marker?.date).toBeUndefined()
    expect(read({ product: 'p', marker: 'm', 'marker-timezone': 'UTC' }).marker?.date).toBe('2026-11-28')
    expect(read({ product: 'p', marker: 'm', 'marker-timezone': 'Europe/Berlin' }).marker?.date).toBe('2026-11-29')
  })

  it.each([
    [{}, 'There is nothing to do'],
    [{ server: '' }, 'server is missing'],
    [{ server: 'stats', ...MARKER }, 'server must be an address'],
    [{ server: 'file:///etc/passwd', ...MARKER }, 'server must be an address'],
    [{ marker: 'm' }, 'product is missing'],
    [{ product: 'p' }, 'product has no effect without marker'],
    [{ 'marker-note': 'n', tool: 'service_x' }, 'marker-note has no effect'],
    [{ ...MARKER, 'marker-date': '28.11.2026' }, 'marker-date must be a day'],
    [{ ...MARKER, 'marker-date': '2026-02-30' }, 'marker-date must be a day'],
    [{ ...MARKER, 'marker-timezone': 'UTC' }, 'marker-timezone has no effect'],
    [{ product: 'p', marker: 'm', 'marker-timezone': 'Mars/Base' }, 'marker-timezone must be'],
    [{ tool: 'rm -rf' }, 'tool must be the name of a tool'],
    [{ tool: `service_${'x'.repeat(200)}` }, 'tool must be the name of a tool'],
    [{ arguments: '{}' }, 'arguments has no effect without tool'],
    [{ tool: 'service_x', arguments: '{' }, 'arguments must be JSON'],
    [{ tool: 'service_x', arguments: '[1]' }, 'arguments must be a JSON object'],
    [{ tool: 'service_x', arguments: 'null' }, 'arguments must be a JSON object'],
    [{ ...MARKER, token: 'a b' }, 'token must be an account token'],
    [{ ...MARKER, token: KEPT, scope: 'a' }, 'scope is for the identity'],
    [{ ...MARKER, token: KEPT, 'output-token': 'true' }, 'output-token is for the identity'],
    [{ ...MARKER, 'output-token': 'yes' }, 'output-token must be true or false'],
  ])('%j is rejected by name', (inputs, message) => {
    expect(() => read(inputs)).toThrow(message)
  })
})

it('text that begins like a command is printed as text, and one with line breaks stays in its line', () => {
  const lines: string[] = []
  const runner = runnerOf(
    {},
    (line) => lines.push(line),
    () => 'id',
  )
  runner.info('::set-output name=a::b')
  runner.info('a\n::error::b')
  runner.warn('a\r\n::error::b 100%')
  expect(lines).toEqual(['· ::set-output name=a::b', 'a ::error::b', '::warning::a%0D%0A::error::b 100%25'])
  expect(() => runner.output('a', 'b')).toThrow('GITHUB_OUTPUT')
})
