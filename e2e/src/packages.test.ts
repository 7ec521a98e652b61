import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { freshDatabase } from '@footfall/testkit'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import * as oidc from 'openid-client'
import pg from 'pg'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDiff } from './apply-diff.ts'
import { grantedToken } from './granted-token.ts'
import { driveInvoices, invoicesOnPostgres, invoicesOnSqlite } from './invoices-service.ts'
import { connectV1, tokenV2 } from './mcp-clients.ts'
import {
  bytesBelow,
  COMMANDS,
  cleanEnvironment,
  codeBlocks,
  installProject,
  LIBRARIES,
  type Manifest,
  PUBLISHED,
  packAll,
  type Tarball,
} from './packages-tarballs.ts'
import { freePort, jsonOf, until } from './server-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let folder: string
let tarballs: ReadonlyMap<string, Tarball>
/** One project with every package and the examples of all READMEs. */
let project: string
const started: ChildProcess[] = []

const tarball = (name: string): Tarball => {
  const found = tarballs.get(`@footfall/${name}`)
  if (found === undefined) throw new Error(`There is no tarball of ${name}.`)
  return found
}
const text = (of: Tarball, file: string) => String(of.files.get(file) ?? '')
const exampleFile = (name: string, { file, language }: { file: string | undefined; language: string }) =>
  file ?? `${name}.${language === 'js' ? 'mjs' : 'ts'}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-packages-'))
  tarballs = await packAll(join(folder, 'tarballs'))
  project = join(folder, 'project')
  await installProject(project, [...tarballs.values()], {
    express: await catalogued('express'),
    zod: await catalogued('zod'),
    typescript: await catalogued('typescript'),
    '@types/node': await catalogued('@types/node'),
    '@types/express': await catalogued('@types/express'),
    ...(await developedWith('idempotency', ['better-sqlite3', '@types/better-sqlite3', 'pg', '@types/pg'])),
  })
  for (const name of LIBRARIES)
    for (const block of codeBlocks(text(tarball(name), 'README.md'), 'ts', 'js'))
      if (!ELSEWHERE.includes(exampleFile(name, block)))
        await writeFile(join(project, exampleFile(name, block)), block.code)
  await copyFile(fileURLToPath(new URL('packages-compose.ts', import.meta.url)), join(project, 'compose.ts'))
  await writeFile(join(project, 'host.ts'), HOST)
  const changes = codeBlocks(text(tarball('kernel'), 'README.md'), 'diff').map(({ code }) => code)
  const invoices = await readFile(join(project, 'invoices.ts'), 'utf8')
  await writeFile(join(project, 'invoices-on-postgres.ts'), changes.reduce(applyDiff, invoices))
})

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue
    // The whole group: npx need not pass a signal on.
    process.kill(-child.pid)
    await once(child, 'exit')
  }
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 })
})

/** Examples that need more packages; oauth-server-package.test.ts compiles and runs them. */
const ELSEWHERE: readonly string[] = ['notes.ts', 'mcp-v2.ts', 'stores.ts', 'attacks.test.ts']

/** The version that the workspace builds with. */
async function catalogued(name: string): Promise<string> {
  const [, version] =
    new RegExp(`^  "?${name}"?: (\\S+)$`, 'm').exec(await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) ?? []
  if (version === undefined) throw new Error(`The catalog has no ${name}.`)
  return version
}

/** The versions that a package is developed with. */
async function developedWith(name: string, dependencies: readonly string[]): Promise<Record<string, string>> {
  const { devDependencies }: Manifest = JSON.parse(await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8'))
  return Object.fromEntries(dependencies.map((dependency) => [dependency, devDependencies?.[dependency] ?? 'missing']))
}

/** The examples of three READMEs as one service. */
const HOST = `import { once } from 'node:events'
import { compose } from './compose.ts'
import { call } from './doorway.ts'
import { createApp as mcpApp } from './mcp-app.ts'
import { createApp as restApp } from './rest-app.ts'

const { services, token, product } = await compose()
const rest = restApp(services).listen(Number(process.env.PORT))
const mcp = mcpApp(services).listen(Number(process.env.MCP_PORT))
await Promise.all([once(rest, 'listening'), once(mcp, 'listening')])
const products = await call(services, token, 'service_products_list', { path: {}, query: {} })
console.log(JSON.stringify({ token, product, products }))
`

/** Runs a file of the project as its reader would and returns what it printed. */
async function example(file: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = await emptyDirectory()
  const { stdout } = await run(process.execPath, [join(project, file)], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
  })
  return stdout
}

/** Starts a program that keeps running and returns the first line that it prints. */
async function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<string> {
  const child = spawn(command, args, {
    cwd: cwd ?? (await emptyDirectory()),
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  started.push(child)
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${command} ${args.join(' ')} ended.`))),
  ])
  return String(line)
}

/** An empty database of PostgreSQL, by its address. */
async function freshPostgres() {
  const { config, drop } = await freshDatabase('postgres')
  if (!('postgres' in config)) throw new Error('The database is not PostgreSQL.')
  return { url: config.postgres.url, drop }
}

const emptyDirectory = () => mkdtemp(join(folder, 'data-'))

describe('the published packages', () => {
  it('the workspace publishes exactly the expected packages', () => {
    expect([...tarballs.keys()].sort()).toEqual([...PUBLISHED].sort())
  })

  it('all packages have one version, which the commands print', async () => {
    const versions = new Set([...tarballs.values()].map(({ manifest }) => manifest.version))
    expect(versions.size).toBe(1)
    for (const command of Object.values(COMMANDS)) {
      const { stdout } = await run(join(project, 'node_modules/.bin', command), ['--version'], {
        env: cleanEnvironment(),
      })
      expect([command, stdout.trim()]).toEqual([command, ...versions])
    }
  })

  it.each(PUBLISHED)('%s has a complete manifest and only the files that belong into the package', (name) => {
    const { manifest, files } = tarballs.get(name) as Tarball
    expect(manifest).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringMatching(/^.{20,}\.$/),
      keywords: expect.arrayContaining([expect.any(String)]),
      license: 'MIT',
      type: 'module',
      // The client is for the programs of others, which run on older versions.
      engines: { node: name === '@footfall/client' ? '>=20' : '>=22.18' },
      homepage: expect.stringMatching(/^https:\/\/github\.com\/.+#readme$/),
    })
    expect(manifest.private).toBeUndefined()
    expect([...files.keys()]).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']))
    const strays = [...files.keys()].filter(
      (file) =>
        !/^(dist\/.*|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/.test(file) || /\.(test|spec)\./.test(file),
    )
    expect(strays).toEqual([])
    expect(text(tarballs.get(name) as Tarball, 'CHANGELOG.md')).toContain(`## ${manifest.version}`)
  })

  it.each(PUBLISHED)('%s refers to nothing that exists only in the workspace', (name) => {
    const { manifest, files } = tarballs.get(name) as Tarball
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|footfall-source|src\//)
    const revealing = [...files].filter(
      ([, bytes]) => bytes.includes(ROOT.slice(0, -1)) || bytes.includes('node_modules/.pnpm'),
    )
    expect(revealing.map(([file]) => file)).toEqual([])
    const ours = Object.keys(manifest.dependencies ?? {}).filter((dependency) => dependency.startsWith('@footfall/'))
    for (const dependency of ours) {
      expect(manifest.dependencies?.[dependency]).toBe(`^${tarballs.get(dependency)?.manifest.version}`)
    }
    // A link out of the folder leads nowhere once the folder is in somebody's node_modules.
    expect(String(files.get('README.md')).match(/\]\((?!#|https?:\/\/)[^)]*\)/g) ?? []).toEqual([])
  })

  it('the packages name the same repository, and each its own folder in it, as provenance statements require', () => {
    const places = [...tarballs.values()].map(({ manifest: { repository, bugs } }) => ({ ...repository, bugs }))
    expect(new Set(places.map(({ url }) => url)).size).toBe(1)
    expect(new Set(places.map(({ bugs }) => bugs?.url))).toEqual(
      new Set([places[0]?.url?.replace(/^git\+(.+)\.git$/, '$1/issues')]),
    )
    for (const { directory = '' } of places) expect(existsSync(join(ROOT, directory, 'package.json'))).toBe(true)
    expect(new Set(places.map(({ directory }) => directory)).size).toBe(places.length)
  })

  it.each(LIBRARIES)(
    '@footfall/%s leaves zod and express to its host, so that only one copy of each is installed',
    (name) => {
      const { dependencies, peerDependencies } = tarball(name).manifest
      for (const shared of ['zod', 'express']) expect(dependencies ?? {}).not.toHaveProperty(shared)
      for (const range of Object.values(peerDependencies ?? {})) expect(range).toMatch(/^\^\d+\.\d+\.\d+$|^(>=)?\d/)
    },
  )

  it('the packages include the licenses of the code that is built into the dashboard', () => {
    const licences = text(tarball('api-server'), 'dist/dashboard/licences.md')
    for (const name of [
      'react',
      'react-dom',
      '@tanstack/react-router',
      '@tanstack/react-query',
      'openapi-fetch',
      'uplot',
    ])
      expect(licences).toMatch(new RegExp(`^## ${name} - .*\\(MIT\\)$`, 'm'))
  })

  it.each(LIBRARIES)('@footfall/%s declares every package that its code and its types import', (name) => {
    const { manifest, files } = tarball(name)
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    const imported = [...files]
      .filter(([file]) => /\.(js|d\.ts)$/.test(file))
      .flatMap(([, bytes]) => [...String(bytes).matchAll(IMPORT)].map((found) => found.slice(1).join('')))
    const undeclared = imported.filter(
      (from) =>
        !isBuiltin(from) &&
        !from.startsWith('.') &&
        from !== manifest.name &&
        !declared.some((known) => from === known || from.startsWith(`${known}/`)),
    )
    expect(undeclared).toEqual([])
  })

  it('the packages install the embedded engine only with the commands that run it', () => {
    const ofOurs = (name: string): string[] => {
      const named = Object.keys(tarballs.get(name)?.manifest.dependencies ?? {})
      return named.flatMap((dependency) => [dependency, ...ofOurs(dependency)])
    }
    const bringing = PUBLISHED.filter((name) => ofOurs(name).includes('chdb'))
    expect(bringing).toEqual(['@footfall/admin-cli', '@footfall/api-server'])
  })

  it.each(PUBLISHED)('%s passes publint in strict mode', async (name) => {
    const { bytes, manifest } = tarballs.get(name) as Tarball
    const { messages } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([])
  })

  it.each(LIBRARIES)('@footfall/%s has types that resolve under every resolution mode of ES modules', async (name) => {
    const analysis = await checkPackage(createPackageFromTarballData(Uint8Array.from(tarball(name).bytes)))
    if (analysis.types === false) throw new Error('It has no types.')
    expect(analysis.problems.filter(concernsEsm)).toEqual([])
  })
})

/** The libraries that run in browsers too. */
const FOR_BROWSERS = ['client', 'tracker'] as const

/** A file that imports every entry of these libraries that has types. */
function importsOf(names: readonly string[]): string {
  const entries = names.flatMap((name) =>
    Object.entries(tarball(name).manifest.exports ?? {})
      .filter(([, target]) => JSON.stringify(target).includes('"types"'))
      .map(([entry]) => `@footfall/${name}${entry.slice(1)}`),
  )
  return entries.map((entry, index) => `export type * as entry${index} from '${entry}'\n`).join('')
}

/** What the compiler says of a project. */
function compile(configuration: string): Promise<string> {
  return run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', configuration]).then(
    () => 'compiled',
    (failed: { stdout: string; stderr: string }) => failed.stdout + failed.stderr,
  )
}

/** What follows `from`, a bare `import` or a dynamic one. */
const IMPORT =
  /^(?:import|export)\b[^'"`;]*?from ?["']([^"']+)["']|^import ["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm

/** CommonJS and the resolution of Node 10 are not supported: the packages are ES modules and say so. */
function concernsEsm(problem: Problem): boolean {
  return (
    !('resolutionKind' in problem) || problem.resolutionKind === 'bundler' || problem.resolutionKind === 'node16-esm'
  )
}

describe('a package that is installed by itself', () => {
  it.each([
    ['idempotency', 120_000],
    ['oauth-server', 1_500_000],
  ])('@footfall/%s takes at most %i bytes with its dependencies', async (name, bytesMax) => {
    const separate = join(folder, `separate-${name}`)
    const ours = Object.keys(tarball(name).manifest.dependencies ?? {}).filter((key) => key.startsWith('@footfall/'))
    await installProject(separate, [name, ...ours.map((key) => key.slice('@footfall/'.length))].map(tarball))
    const bytes = await bytesBelow(join(separate, 'node_modules'))
    expect(bytes).toBeGreaterThan(tarball(name).bytes.byteLength)
    expect(bytes).toBeLessThanOrEqual(bytesMax)
  })

  it('a service of another domain installs the kernel and both adapters without the operations of Footfall, in at most 25 MB, and loads them', async () => {
    const shop = join(folder, 'separate-kernel')
    const served = ['kernel', 'mcp-tools', 'rest-adapter']
    const ours = ['core-domain', 'http-primitives', 'idempotency', ...served, 'scopes-policy']
    await installProject(shop, ours.map(tarball))
    expect((await readdir(join(shop, 'node_modules/@footfall'))).sort()).toEqual([...ours].sort())
    const loading = served.map((name) => `await import('@footfall/${name}')`).join('; ')
    await run(process.execPath, ['--input-type=module', '--eval', loading], { cwd: shop, env: cleanEnvironment() })
    const bytes = await bytesBelow(join(shop, 'node_modules'))
    expect(bytes).toBeLessThanOrEqual(25_000_000)
  })
})

describe('a project in TypeScript', () => {
  it.each([
    ['node16', 'node16'],
    ['bundler', 'esnext'],
  ])(
    'a TypeScript project that names no types compiles every example and entry under moduleResolution %s, with the declarations of the libraries checked',
    async (moduleResolution, module) => {
      await writeFile(join(project, 'entries.ts'), importsOf(LIBRARIES))
      const config = {
        compilerOptions: {
          target: 'es2023',
          // Without the types of browsers: nothing of ours may need them on a server.
          lib: ['es2023'],
          module,
          moduleResolution,
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
          allowImportingTsExtensions: true,
          noEmit: true,
          // The declarations refer to the types that they need.
          types: [],
          // A condition that means something in the workspace means nothing here.
          customConditions: ['footfall-source'],
        },
        include: ['*.ts'],
      }
      const file = join(project, `tsconfig.${moduleResolution}.json`)
      await writeFile(file, JSON.stringify(config))
      expect(await compile(file)).toBe('compiled')
    },
  )

  it('a TypeScript project for browsers compiles the client and the tracker where the types of Node are not installed', async () => {
    const browser = join(folder, 'browser-project')
    await installProject(browser, FOR_BROWSERS.map(tarball))
    expect(existsSync(join(browser, 'node_modules/@types/node'))).toBe(false)
    await writeFile(join(browser, 'entries.ts'), importsOf(FOR_BROWSERS))
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    }
    const file = join(browser, 'tsconfig.json')
    await writeFile(file, JSON.stringify({ compilerOptions }))
    expect(await compile(file)).toBe('compiled')
  })

  it.each(LIBRARIES)(
    'the declarations of @footfall/%s refer to the types of Node exactly if these are its peer',
    (name) => {
      const { manifest, files } = tarball(name)
      const isForBrowsers = FOR_BROWSERS.some((other) => other === name)
      expect(Object.keys(manifest.peerDependencies ?? {}).includes('@types/node')).toBe(!isForBrowsers)
      const declarations = [...files].filter(([file]) => file.endsWith('.d.ts'))
      const referring = declarations.filter(([, bytes]) => String(bytes).startsWith('/// <reference types="node" />\n'))
      expect(referring).toHaveLength(isForBrowsers ? 0 : declarations.length)
    },
  )
})

describe('the example in the README', () => {
  it('every library has an example in its README', () => {
    const without = LIBRARIES.filter((name) => codeBlocks(text(tarball(name), 'README.md'), 'ts', 'js').length === 0)
    expect(without).toEqual([])
  })

  it('the example of @footfall/core-domain runs as written', async () => {
    expect(await example('core-domain.ts')).toMatch(
      /^\[secret\]\naccount_token true\nprd_\w{20} 1970-01-01T00:00:00\.000Z 1095\ninvalid_request \[/,
    )
  })

  it('the example of @footfall/scopes-policy runs as written', async () => {
    const lines = (await example('scopes-policy.ts')).split('\n')
    expect(lines.slice(0, 4)).toEqual(['false', 'false', 'false', "[ 'analytics:read' ]"])
    expect(lines.slice(4).join('\n')).toContain('The caller does not have the scopes team:read.')
  })

  it('the example of @footfall/accounts runs as written', async () => {
    expect(await example('accounts.ts')).toBe('ada@example.com\n')
  })

  it('the example of @footfall/storage runs as written', async () => {
    expect((await example('storage.ts')).replaceAll(/\s+/g, ' ')).toMatch(
      /^undefined 1 executed 2 replayed \[\] true $/,
    )
  })

  it.each([
    ['analytics', /^empty \w+/],
    ['config', /^http:\/\/localhost:3000 \[\]/],
    ['http-primitives', /^200 max-age=31536000/],
    ['ingest', /^1 0/],
    ['operate', /^available \d+ \[/],
    ['search-console', /^https:\/\/accounts\.google\.com\/\S+code_challenge=challenge/],
    ['warehouse', /^\[ { events: '0' } \]/],
    ['web', /^true/],
  ])('the example of @footfall/%s runs as written', async (name, printed) => {
    expect(await example(`${name}.ts`)).toMatch(printed)
  })

  it('the example of @footfall/tracker runs as written', async () => {
    const port = String(await freePort())
    expect(await start(process.execPath, [join(project, 'tracker.ts')], { PORT: port })).toMatch(
      /^serving \d+ characters$/,
    )
    const answer = await fetch(`http://localhost:${port}/js/footfall.js`)
    expect(answer.headers.get('etag')).toMatch(/^"[\w.]+"$/)
    expect(await answer.text()).toContain('/api/event')
  })

  it('the example of @footfall/idempotency runs in a plain Express service, also under the condition of the workspace', async () => {
    const line = await start(process.execPath, ['--conditions=footfall-source', join(project, 'idempotency.ts')], {
      PORT: '0',
    })
    const order = async (headers: Record<string, string>) => {
      const answer = await fetch(`http://localhost:${line.replace('port ', '')}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ item: 'tea' }),
      })
      const { data } = await jsonOf(answer)
      return { state: data.state, replayed: answer.headers.get('idempotent-replayed'), id: data.result?.id }
    }
    const confirm = { 'service-confirm': 'true', 'idempotency-key': 'k1' }
    expect(await order({})).toMatchObject({ state: 'previewed' })
    const { id } = await order(confirm)
    expect(id).toMatch(/^[\w-]{36}$/)
    expect(await order(confirm)).toEqual({ state: 'executed', replayed: 'true', id })
  })

  it('the example of @footfall/idempotency for PostgreSQL executes the same request once in two processes at the same time', async () => {
    const database = await freshPostgres()
    const environment = { PORT: '0', DATABASE_URL: database.url }
    // One after the other, since both create the tables.
    const first = await start(process.execPath, [join(project, 'orders-on-postgres.ts')], environment)
    const second = await start(process.execPath, [join(project, 'orders-on-postgres.ts')], environment)
    const order = async (line: string) => {
      const answer = await fetch(`http://localhost:${line.replace('port ', '')}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'service-confirm': 'true', 'idempotency-key': 'k1' },
        body: JSON.stringify({ item: 'tea' }),
      })
      const { data } = await jsonOf(answer)
      return { status: answer.status, state: data.state, id: data.result.id }
    }
    const answers = await Promise.all([order(first), order(second), order(first), order(second)])
    const { id } = answers[0] ?? {}
    expect(answers).toEqual(answers.map(() => ({ status: 201, state: 'executed', id })))
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    expect((await client.query('select id, item from orders')).rows).toEqual([{ id, item: 'tea' }])
    await client.end()
    await database.drop()
  })

  it('the example of @footfall/oauth-server runs in a plain Express service, from the 401 to the protected resource', async () => {
    const line = await start(process.execPath, [join(project, 'oauth-server.mjs')], { PORT: String(await freePort()) })
    const base = line.replace('listening on ', '')
    expect((await fetch(`${base}/mcp`)).status).toBe(401)
    const token = await grantedToken(base, { scope: 'notes:read', cookie: 'session=me' })
    const answer = await fetch(`${base}/mcp`, { headers: { authorization: `Bearer ${token}` } })
    expect(await answer.json()).toEqual({ you: 'me', may: ['notes:read'], in: { notebooks: ['nb_1'] } })
  })

  it('the example of @footfall/oauth-server runs with a grant type of the host, from registration to the protected resource', async () => {
    const line = await start(process.execPath, [join(project, 'client-credentials.ts')], {
      PORT: String(await freePort()),
    })
    const base = line.replace('listening on ', '')
    const config = await oidc.dynamicClientRegistration(
      new URL(base),
      { client_name: 'A program', grant_types: ['client_credentials'] },
      oidc.ClientSecretBasic(),
      { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] },
    )
    const program = `${base}/programs/${config.clientMetadata().client_id}`
    expect((await fetch(program, { method: 'PUT', headers: { cookie: 'session=me' } })).status).toBe(204)
    const tokens = await oidc.clientCredentialsGrant(config, { scope: 'notes:read', resource: `${base}/mcp` })
    const answer = await fetch(`${base}/mcp`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(await answer.json()).toEqual({ you: 'me', may: ['notes:read'], in: { notebooks: ['nb_2'] } })
  })

  it('the example of @footfall/kernel is a service of another domain in at most 60 lines, which previews, confirms once, replays and survives being killed', async () => {
    const [block] = codeBlocks(text(tarball('kernel'), 'README.md'), 'ts').filter(({ file }) => file === 'invoices.ts')
    expect(block?.code.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    await driveInvoices(project, invoicesOnSqlite(project))
  })

  it('the example of @footfall/kernel with the changes for PostgreSQL previews, confirms once, replays and survives being killed', async () => {
    const database = await freshPostgres()
    await driveInvoices(project, invoicesOnPostgres(database.url))
    await database.drop()
  })

  it('the example of @footfall/operations, rest-adapter and mcp-tools runs with an operation of the host, previewed over MCP and confirmed over REST', async () => {
    const [port, mcpPort] = [await freePort(), await freePort()]
    const [rest, mcp] = [`http://localhost:${port}`, `http://localhost:${mcpPort}`]
    const env = { PORT: String(port), MCP_PORT: String(mcpPort), BASE_URL: mcp, RATE_LIMIT_REQUESTS: '0' }
    const { token, product, products } = JSON.parse(await start(process.execPath, [join(project, 'host.ts')], env))
    expect(products.data.map(({ name }: { name: string }) => name)).toEqual(['Shop'])

    const client = await tokenV2(mcp, token)
    const listed = (await client.tools()).map(({ name }) => name)
    expect(listed).toContain('shop_deployments_pin')
    expect(listed).toContain('service_products_update')
    const preview = await client.call('shop_deployments_pin', { product, version: '1.2.0' })
    expect(preview.structuredContent.data).toMatchObject({
      state: 'previewed',
      summary: 'Pin “Deployed 1.2.0” to “Shop”.',
    })
    await client.close()

    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const pin = async (more: Record<string, string>, body: object = { version: '1.2.0' }) => {
      const answer = await fetch(`${rest}/api/v1/products/${product}/deployments`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await jsonOf(answer) }
    }
    expect(await pin({}, { versions: 1 })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const confirm = { 'service-confirm': 'true', 'idempotency-key': 'deploy-1' }
    const first = await pin(confirm)
    expect(first).toMatchObject({
      status: 201,
      body: { data: { state: 'executed', result: { title: 'Deployed 1.2.0' } } },
    })
    expect((await pin(confirm)).body.data.result).toEqual(first.body.data.result)

    const read = await fetch(`${rest}/api/v1/products/${product}/annotations`, { headers })
    expect((await jsonOf(read)).data.annotations).toHaveLength(1)
    const document = await jsonOf(await fetch(`${rest}/openapi.json`))
    expect(document.paths['/api/v1/products/{product}/deployments'].post.operationId).toBe('shop_deployments_pin')
  })
})

describe('the published commands', () => {
  let data: string
  const npx = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run('npx', ['--no-install', ...args], { cwd: project, env: { ...cleanEnvironment(), ...env } })

  beforeAll(async () => {
    data = await emptyDirectory()
  })

  it.each(Object.entries(COMMANDS))('the package @footfall/%s includes the command %s', async (name, command) => {
    expect(Object.keys(tarball(name).manifest.bin ?? {})).toEqual([command])
    expect(text(tarball(name), 'dist/main.js')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(text(tarball(name), 'README.md')).toContain(`# ${command}\n`)
  })

  it('the commands print their usage and reject unknown options by name', async () => {
    expect((await npx(['footfall', '--help'])).stdout).toContain('Usage: footfall')
    expect((await npx(['footfall-mcp', '--help'])).stdout).toContain('--stdio')
    expect((await npx(['footfall-server', '--help'])).stdout).toContain('DATA_DIR')
    await expect(npx(['footfall-server', '--prot=3001'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--prot'),
    })
  })

  it.each(Object.entries(COMMANDS))(
    'the commands of @footfall/%s report in one line that Node.js is too old, before they load anything that needs a newer one',
    async (name, command) => {
      const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})"
      const main = join(project, 'node_modules', '@footfall', name, 'dist/main.js')
      await expect(run(process.execPath, ['--import', old, main, '--help'])).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(`^${command}: Node\\.js 22\\.18 or newer is needed; this is 20\\.20\\.2\\.[^\\n]*\\n$`),
        ),
      })
      const imported = [...text(tarball(name), 'dist/main.js').matchAll(IMPORT)].map((found) => found.slice(1).join(''))
      expect(imported).toContain('@footfall/operate/node-version')
      // These modules need Node's own modules only.
      const others = imported.filter((module) => !/^@footfall\/operate\/[a-z-]+$/.test(module))
      expect(others).toEqual([expect.stringMatching(/^\.\/start-/)])
    },
  )

  it('the command footfall creates an account and a token, and its doctor finds no fault', async () => {
    const [block] = codeBlocks(text(tarball('admin-cli'), 'README.md'), 'sh')
    const { stdout } = await run('sh', ['-e', '-c', block?.code ?? 'false'], {
      cwd: project,
      env: { ...cleanEnvironment(), DATA_DIR: data, PORT: String(await freePort()) },
    })
    expect(stdout).toMatch(/\bjt_[0-9A-Za-z]{49}\b/)
    expect(stdout).toContain('✓ analytics engine: embedded')
  })

  it('the command footfall-server serves the dashboard, and footfall-mcp bridges to it as its README configures clients', async () => {
    const { stdout } = await npx(
      [
        'footfall',
        'token',
        'create',
        '--account',
        'you@example.com',
        '--name',
        'bridge',
        '--scopes',
        'products:read',
        '--products',
        'all',
        '--json',
      ],
      { DATA_DIR: data },
    )
    const port = await freePort()
    const url = `http://localhost:${port}`
    const [block] = codeBlocks(text(tarball('api-server'), 'README.md'), 'sh')
    await start('sh', ['-e', '-c', block?.code ?? 'false'], { DATA_DIR: data, PORT: String(port) }, project)
    await until('the service to be ready', () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )

    const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
    const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
    expect(assets.length).toBeGreaterThan(0)
    for (const path of assets) expect({ path, status: (await fetch(url + path)).status }).toEqual({ path, status: 200 })

    const [configuration] = codeBlocks(text(tarball('mcp-server'), 'README.md'), 'json')
    const { command, args } = JSON.parse(configuration?.code ?? '').mcpServers.footfall
    const env = { ...cleanEnvironment(), SERVICE_URL: url, SERVICE_TOKEN: JSON.parse(stdout).secret }
    const client = await connectV1(
      new StdioClientTransport({ command, args, cwd: project, env: env as Record<string, string> }),
    )
    expect((await client.tools()).map(({ name }) => name)).toEqual(['service_products_list', 'service_products_get'])
    await client.close()
  })
})
