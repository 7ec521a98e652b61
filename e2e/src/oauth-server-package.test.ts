import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freshDatabase } from '@footfall/testkit'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Decide, memoryProvider } from './mcp-clients.ts'
import { cleanEnvironment, codeBlocks, installProject, packPackage } from './packages-tarballs.ts'
import { freePort } from './server-process.ts'

const run = promisify(execFile)
const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url))

let folder: string
let project: string
let service: ChildProcess | undefined
let base: string

/** A project that has installed what the README names, with the files of its service. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-oauth-'))
  project = join(folder, 'project')
  const tarballs = [
    await packPackage('@footfall/http-primitives', join(folder, 'http-primitives')),
    await packPackage('@footfall/oauth-server', join(folder, 'oauth-server')),
  ]
  await installProject(project, tarballs, await versions())
  const readme = await readFile(join(PACKAGES, 'oauth-server/README.md'), 'utf8')
  for (const { file, code } of codeBlocks(readme, 'ts')) if (file) await writeFile(join(project, file), code)
  await writeFile(join(project, 'notes-v2.ts'), withSdkV2(await readFile(join(project, 'notes.ts'), 'utf8')))
  base = `http://localhost:${await freePort()}`
})

afterAll(async () => {
  await stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

/** The service with the SDK v2, as the README says. */
function withSdkV2(notes: string): string {
  const changed = notes
    .replace(/^import .* from '@modelcontextprotocol\/sdk\/.*\n/gm, '')
    .replace(/^const bearer = [\s\S]*^(?=app\.listen)/m, "app.all('/mcp', notesOverMcp(oauth))\n")
  expect(changed).not.toContain('bearer')
  return `import { notesOverMcp } from './mcp-v2.ts'\n${changed}`
}

/** As the workspace has them. */
async function versions(): Promise<Record<string, string>> {
  const workspace = await readFile(join(PACKAGES, '../pnpm-workspace.yaml'), 'utf8')
  const manifests = await Promise.all(
    [join(PACKAGES, 'oauth-server'), join(PACKAGES, 'mcp-tools'), join(PACKAGES, '../e2e')].map(
      async (at): Promise<Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>> =>
        JSON.parse(await readFile(join(at, 'package.json'), 'utf8')),
    ),
  )
  const known = Object.assign({}, ...manifests.flatMap((found) => [found.dependencies, found.devDependencies]))
  const lock = await readFile(join(PACKAGES, '../pnpm-lock.yaml'), 'utf8')
  // Only a dependency of dependencies here.
  known['@modelcontextprotocol/node'] = /^ {2}'@modelcontextprotocol\/node@([\d.]+)'/m.exec(lock)?.[1]
  const version = (name: string) =>
    /^\d/.test(known[name] ?? '') ? known[name] : new RegExp(`^  "?${name}"?: (\\S+)$`, 'm').exec(workspace)?.[1]
  const drivers = ['better-sqlite3', 'pg', '@types/better-sqlite3', '@types/pg']
  const sdks = ['sdk', 'server', 'node'].map((name) => `@modelcontextprotocol/${name}`)
  const named = ['express', 'zod', 'typescript', '@types/node', '@types/express']
  return Object.fromEntries([...sdks, ...named, ...drivers].map((name) => [name, version(name)]))
}

async function start(file: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  service = spawn(process.execPath, [file], {
    cwd: project,
    env: { ...cleanEnvironment(), PORT: new URL(base).port, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (service.stdout === null) throw new Error('The service has no output.')
  await Promise.race([
    once(createInterface(service.stdout), 'line'),
    once(service, 'exit').then(() => Promise.reject(new Error('The service ended.'))),
  ])
}

async function stop(): Promise<void> {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return
  service.kill()
  await once(service, 'exit')
}

/** A person without scripts: signs in where the client sends them, allows, and ends at the redirect of the client. */
const allow: Decide = async (asked) => {
  const cookies = new Map<string, string>()
  const send = async (url: string | URL, body?: URLSearchParams) => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = await fetch(url, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', base)
  const signIn = locationOf(await send(asked))
  expect(await (await send(signIn)).text()).toContain('name="name"')
  const back = locationOf(await send(signIn, new URLSearchParams({ name: 'Ada' })))
  const page = await (await send(back)).text()
  const body = new URLSearchParams([['decision', 'allow']])
  for (const [input] of page.matchAll(/<input type="hidden"[^>]*>/g))
    body.append(/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '')
  return locationOf(await send(new URL(/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? '', base), body))
}

describe('the example service in the README of @footfall/oauth-server', () => {
  it('the example service has at most 70 lines and compiles under strict TypeScript from the packed package', async () => {
    const notes = await readFile(join(project, 'notes.ts'), 'utf8')
    expect(notes.trim().split('\n').length).toBeLessThanOrEqual(70)
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023'],
      module: 'node16',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      // The declarations of the SDK need those of browsers. Those of our packages are checked in packages.test.ts.
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: ['node'],
    }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiler = join(project, 'node_modules/typescript/bin/tsc')
    const outcome = await run(process.execPath, [compiler, '-p', project]).then(
      () => 'compiled',
      (failed: { stdout: string; stderr: string }) => failed.stdout + failed.stderr,
    )
    expect(outcome).toBe('compiled')
  })

  // The last one stays for the attacks.
  it.each([
    ['v1', 'notes.ts', 'postgres'],
    ['v2', 'notes-v2.ts', 'sqlite'],
    ['v1', 'notes.ts', 'sqlite'],
  ] as const)(
    'the example service with the SDK %s (%s) on %s lets a client sign a person in and call a tool, and remembers it after a restart',
    async (_, file, dialect) => {
      const database = await freshDatabase(dialect)
      const { config } = database
      const env = 'postgres' in config ? { DATABASE_URL: config.postgres.url } : undefined
      await stop()
      await start(file, env)
      const { provider, kept } = memoryProvider('http://127.0.0.1:7777/cb', 'A notebook app', allow)
      const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', base), { authProvider: provider })
      const first = transport()
      const rejected = new Client({ name: 'test', version: '1.0.0' }).connect(first)
      await expect(rejected).rejects.toBeInstanceOf(UnauthorizedError)
      await first.finishAuth(kept.callback?.searchParams.get('code') ?? '')
      const whose = async () => {
        const client = new Client({ name: 'test', version: '1.0.0' })
        await client.connect(transport())
        const answer = await client.callTool({ name: 'whose_notes' })
        await client.close()
        return answer.content
      }
      const text = JSON.stringify({ accountId: 'Ada', grant: { notebooks: ['nb_1'] } })
      expect(await whose()).toEqual([{ type: 'text', text }])
      await stop()
      await start(file, env)
      expect(await whose()).toEqual([{ type: 'text', text }])
      expect(kept.asked).toEqual(['notes:read'])
      if (dialect === 'postgres') await stop()
      await database.drop()
    },
  )

  it('the example service passes the published attacks under node:test', async () => {
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'attacks.test.ts'], {
      cwd: project,
      env: { ...cleanEnvironment(), BASE: base },
    }).catch((failed: { stdout: string }) => failed)
    const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1])
    expect([count('fail'), count('cancelled')], stdout).toEqual([0, 0])
    expect(count('pass')).toBeGreaterThan(60)
    expect(count('skipped')).toBeGreaterThan(10)
  })
})
