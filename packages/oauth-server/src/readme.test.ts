import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formOf } from './test-support/browser.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

let folder: string
let service: ChildProcess
let base: string

/** The service of the README as a reader would run it: a file of its own, with this package and express installed. */
beforeAll(async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  const [, code] = /```js\n(.*?)```/s.exec(readme) ?? []
  if (code === undefined) throw new Error('The README shows no service.')
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(20)

  await mkdir(join(PACKAGE, 'node_modules/.tmp'), { recursive: true })
  folder = await mkdtemp(join(PACKAGE, 'node_modules/.tmp/readme-'))
  await mkdir(join(folder, 'node_modules/@footfall'), { recursive: true })
  await symlink(PACKAGE, join(folder, 'node_modules/@footfall/oauth-server'), 'junction')
  await writeFile(join(folder, 'service.mjs'), code)

  service = spawn(process.execPath, ['--conditions=footfall-source', 'service.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (service.stdout === null) throw new Error('The service has no output.')
  const [line] = await Promise.race([
    once(createInterface(service.stdout), 'line'),
    once(service, 'exit').then(() => Promise.reject(new Error('The service ended.'))),
  ])
  base = /^listening on (\S+)$/.exec(String(line))?.[1] ?? ''
})

afterAll(async () => {
  if (service.exitCode === null) {
    service.kill()
    await once(service, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

it('the service in the README takes a stranger from a 401 to an answer, with openid-client and a form', async () => {
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
    { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] },
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
