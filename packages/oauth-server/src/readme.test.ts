import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formOf } from './testing/browser.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

let folder: string
let readme: string
const started: ChildProcess[] = []

/** A place for the services of the README as a reader would run them: this package and express are installed. */
beforeAll(async () => {
  readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  await mkdir(join(PACKAGE, 'node_modules/.tmp'), { recursive: true })
  folder = await mkdtemp(join(PACKAGE, 'node_modules/.tmp/readme-'))
  await mkdir(join(folder, 'node_modules/@footfall'), { recursive: true })
  await symlink(PACKAGE, join(folder, 'node_modules/@footfall/oauth-server'), 'junction')
})

afterAll(async () => {
  for (const service of started) {
    if (service.exitCode !== null) continue
    service.kill()
    await once(service, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

function block(opening: string): string {
  const [, code] = new RegExp(`\`\`\`${opening}\\n(.*?)\`\`\``, 's').exec(readme) ?? []
  if (code === undefined) throw new Error(`The README has no block ${opening}.`)
  return code
}

/** Runs the service and answers its origin. */
async function start(code: string): Promise<string> {
  const file = `service-${started.length}.mjs`
  await writeFile(join(folder, file), code)
  const service = spawn(process.execPath, ['--conditions=footfall-source', file], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(service)
  if (service.stdout === null) throw new Error('The service has no output.')
  const [line] = await Promise.race([
    once(createInterface(service.stdout), 'line'),
    once(service, 'exit').then(() => Promise.reject(new Error('The service ended.'))),
  ])
  return /^listening on (\S+)$/.exec(String(line))?.[1] ?? ''
}

const insecure: oidc.DynamicClientRegistrationRequestOptions = {
  algorithm: 'oauth2',
  execute: [oidc.allowInsecureRequests],
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

it('runs the README example with openid-client, from the 401 challenge to a response', async () => {
  const code = block('js')
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(20)
  const base = await start(code)
  const challenge = (await fetch(`${base}/mcp`)).headers.get('www-authenticate') ?? ''
  const described = await fetch(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '')
  const metadata = (await described.json()) as {
    resource: string
    authorization_servers: string[]
    scopes_supported: string[]
  }
  const redirect_uri = 'http://127.0.0.1:7777/cb'
  const config = await oidc.dynamicClientRegistration(
    new URL(metadata.authorization_servers[0] ?? ''),
    { client_name: 'A stranger', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
    oidc.None(),
    insecure,
  )
  const verifier = oidc.randomPKCECodeVerifier()
  const asked = oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: metadata.scopes_supported.join(' '),
    resource: metadata.resource,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'state',
  })

  expect((await fetch(asked, { redirect: 'manual' })).headers.get('location')).toMatch(/^\/sign-in\?return_to=/)
  const shown = await fetch(asked, { headers: { cookie: 'session=me' } })
  const { action, fields } = formOf(await shown.text())
  fields.append('decision', 'allow')
  const cookie = `session=me; ${shown.headers.getSetCookie()[0]?.split(';')[0]}`
  const answered = await fetch(base + action, { method: 'POST', body: fields, headers: { cookie }, redirect: 'manual' })

  const tokens = await oidc.authorizationCodeGrant(
    config,
    new URL(answered.headers.get('location') ?? ''),
    { pkceCodeVerifier: verifier, expectedState: 'state' },
    { resource: metadata.resource },
  )
  const answer = await fetch(`${base}/mcp`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  expect(await answer.json()).toEqual({ you: 'me', may: ['notes:read'], in: { notebooks: ['nb_1'] } })
})

it('runs the README example of client credentials', async () => {
  // As TypeScript in node_modules, Node would not run it.
  const base = await start(stripTypeScriptTypes(block('ts client-credentials.ts')))
  const config = await oidc.dynamicClientRegistration(
    new URL(base),
    { client_name: 'A program', grant_types: ['client_credentials'] },
    oidc.ClientSecretBasic(),
    insecure,
  )
  expect(config.serverMetadata().grant_types_supported).toEqual([
    'authorization_code',
    'refresh_token',
    'client_credentials',
  ])
  expect(config.clientMetadata()).toMatchObject({ redirect_uris: [], response_types: [] })

  const ask = () => oidc.clientCredentialsGrant(config, { scope: 'notes:read', resource: `${base}/mcp` })
  await expect(ask()).rejects.toMatchObject({ status: 400, error: 'unauthorized_client' })
  const program = `${base}/programs/${config.clientMetadata().client_id}`
  expect((await fetch(program, { method: 'PUT' })).status).toBe(401)
  expect((await fetch(program, { method: 'PUT', headers: { cookie: 'session=me' } })).status).toBe(204)

  const tokens = await ask()
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'notes:read' })
  expect(tokens.refresh_token).toBeUndefined()
  const answer = await fetch(`${base}/mcp`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  expect(await answer.json()).toEqual({ you: 'me', may: ['notes:read'], in: { notebooks: ['nb_2'] } })
})
