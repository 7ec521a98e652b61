import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@footfall/testkit'
import { openIssuer, type TokenIssuer } from '@footfall/testkit/token-issuer'
import { WORKLOAD_CLAIMS } from '@footfall/testkit/workload-claims'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { jsonOf, readJson, type ServerProcess, startServer, type TemporaryDirectory } from './server-process.ts'

const BUNDLE = fileURLToPath(new URL('../../integrations/github-action/dist/index.mjs', import.meta.url))
const PAGE = fileURLToPath(new URL('../../docs/how-to/deploy-markers.md', import.meta.url))
const SCOPES = ['content:write', 'analytics:read', 'diagnostics:read', 'tokens:read']
const REQUEST_TOKEN = 'request-token-of-the-runner'

/** The service as GitHub's runner gives the identity of a job: by address and request token, for the audience that is asked. */
function identityService(issuer: TokenIssuer, repository: () => string): Server {
  return createServer((req, res) => {
    const audience = new URL(req.url ?? '', 'http://runner').searchParams.get('audience')
    if (req.headers.authorization !== `bearer ${REQUEST_TOKEN}` || audience === null)
      return void res.writeHead(401).end()
    const value = issuer.sign(WORKLOAD_CLAIMS.github({ aud: audience, repository: repository() }))
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ count: value.length, value }))
  })
}

describe('a workflow without a secret', () => {
  let directory: TemporaryDirectory
  let folder: string
  let issuer: TokenIssuer
  let runner: Server
  let server: ServerProcess
  let product: string
  let cookie: string
  let trust: string
  let parent: { id: string; secret: string }
  let repository = 'acme/site'

  /** The step of the workflow on the page. */
  let step: Record<string, string>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-workflow-'))
    directory = await demoDirectory()
    issuer = await openIssuer()
    runner = identityService(issuer, () => repository).listen(0, '127.0.0.1')
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const env = { BASE_URL: origin, DEV_CLIENT_METADATA_HOSTS: issuer.host, RATE_LIMIT_OAUTH: '0' }
    server = await startServer({ dataDir: directory.path, port, env })
    const { email, password, products } = await readJson<Demo>(join(directory.path, 'demo.json'))
    product = products[0]?.id ?? ''
    const body = new URLSearchParams({ email, password })
    const signIn = { method: 'POST', redirect: 'manual', headers: { origin }, body } as const
    cookie = (await fetch(`${origin}/sign-in`, signIn)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const made = await person('POST', '/api/v1/access-tokens', {
      name: 'Deployments',
      scopes: SCOPES,
      products: { mode: 'selected', ids: [product] },
    })
    parent = { id: made.data.result.id, secret: made.data.secret }
    const trusted = await person('POST', `/api/v1/access-tokens/${parent.id}/trusts`, {
      issuer: issuer.issuer,
      audience: origin,
      subject: 'repo:acme/site:ref:refs/heads/main',
      scopes: SCOPES,
      products: { mode: 'selected', ids: [product] },
      lifetime_seconds: 600,
    })
    trust = trusted.data.result.id
    const workflow = parse(
      /```yaml\n([\s\S]*?)```/.exec((await readFile(PAGE, 'utf8')).replaceAll('\n   ', '\n'))?.[1] ?? '',
    )
    expect(workflow.permissions['id-token']).toBe('write')
    expect(JSON.stringify(workflow)).not.toMatch(/secrets\./)
    step = workflow.jobs.deploy.steps.find(({ id }: { id?: string }) => id === 'footfall').with
  })
  afterAll(async () => {
    await server?.end()
    runner?.close()
    await issuer?.close()
    await directory?.remove()
    if (folder !== undefined) await rm(folder, { recursive: true })
  })

  const person = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', cookie, origin: server.url }
    return jsonOf(await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
  }
  const ask = (path: string, token: string) =>
    fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })

  const written = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/^([\w-]+)<<(end_\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
    )

  /** The step as GitHub's runner starts it: the file that action.yml names, with inputs and files in the environment. */
  async function job(inputs: Record<string, string>, state: Record<string, string> = {}) {
    const [output, kept] = [join(folder, 'output'), join(folder, 'state')]
    await Promise.all([writeFile(output, ''), writeFile(kept, '')])
    const environment = {
      PATH: process.env.PATH,
      GITHUB_OUTPUT: output,
      GITHUB_STATE: kept,
      GITHUB_REPOSITORY: repository,
      GITHUB_RUN_ID: '3003',
      GITHUB_JOB: 'deploy',
      GITHUB_ACTION: 'footfall',
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(runner.address() as AddressInfo).port}/?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
    }
    const { code, log } = await new Promise<{ code: number; log: string }>((resolve) => {
      execFile(process.execPath, [BUNDLE], { env: environment }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : 1, log: stdout + stderr }),
      )
    })
    return { code, log, outputs: written(await readFile(output, 'utf8')), state: written(await readFile(kept, 'utf8')) }
  }

  /** The inputs of the page, for this service. */
  const inputs = (more: Record<string, string> = {}) => ({
    ...step,
    server: server.url,
    'trust-id': trust,
    product,
    arguments: (step.arguments ?? '').replace('www.example.com', product),
    ...more,
  })

  it('writes a marker that the chart shows, reads the visitors of last week, and gives its token back', async () => {
    const { code, log, outputs, state } = await job(inputs({ 'output-token': 'true' }))
    expect({ code, log }).toMatchObject({ code: 0 })
    expect(outputs['marker-id']).toMatch(/^ann_/)
    expect(JSON.parse(outputs.result ?? '')).toMatchObject({
      metric: 'visitors',
      state: 'available',
      value: expect.any(Number),
    })
    const token = outputs.token ?? ''
    expect(log.split('\n').filter((line) => line.includes(token))).toEqual([`::add-mask::${token}`])

    // What the chart of the person shows.
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const shown = await person('GET', `/api/v1/products/${product}/annotations?from=${day(-6)}&to=${day(1)}`)
    expect(shown.data.annotations.map(({ id }: { id: string }) => id)).toContain(outputs['marker-id'])

    // A child of the token, with the identity in the audit log.
    const own = (await jsonOf(await ask('/api/v1/access-tokens', token))).data
    expect(own).toMatchObject([
      { parent_id: parent.id, depth: 1, status: 'active', scopes: expect.arrayContaining(SCOPES) },
    ])
    expect(Date.parse(own[0].expires_at) - Date.parse(own[0].created_at)).toBeLessThanOrEqual(600_000)

    const post = await job(inputs(), state)
    expect({ code: post.code, log: post.log }).toMatchObject({
      code: 0,
      log: expect.stringContaining('The token of the job has ended.'),
    })
    expect((await ask('/api/v1/access-tokens', token)).status).toBe(401)
    expect((await ask('/api/v1/access-tokens', parent.secret)).status).toBe(200)
  })

  it('a token that was not exchanged is not ended by its secret, and the response reveals nothing', async () => {
    const end = (token: string) =>
      fetch(`${server.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token }) })
    const responses = await Promise.all([end(parent.secret), end(`jt_${'a'.repeat(49)}`), end('jt_')])
    for (const response of responses) expect([response.status, await response.json()]).toEqual([200, {}])
    expect((await ask('/api/v1/access-tokens', parent.secret)).status).toBe(200)
    // Tokens of connections belong to clients, which have to say who they are.
    expect((await end(`joa_${'a'.repeat(49)}`)).status).toBeGreaterThanOrEqual(400)
  })

  it('a workflow of another repository gets no token, and the log records the rejection', async () => {
    repository = 'acme/site-evil'
    const { code, log, outputs } = await job(inputs())
    repository = 'acme/site'
    expect(code).toBe(1)
    expect(log).toContain('::error::exchange_rejected: ')
    expect(outputs).toEqual({})
  })

  it('revoking the parent ends the token of a running job within a second', async () => {
    const { outputs } = await job(inputs({ 'output-token': 'true' }))
    const token = outputs.token ?? ''
    expect((await ask('/api/v1/access-tokens', token)).status).toBe(200)
    await person('DELETE', `/api/v1/access-tokens/${parent.id}`)
    // The next request after the response, which is less than a second.
    expect((await ask('/api/v1/access-tokens', token)).status).toBe(401)
    const { code, log } = await job(inputs())
    expect({ code, log }).toMatchObject({ code: 1, log: expect.stringContaining('exchange_rejected') })
  })
})
