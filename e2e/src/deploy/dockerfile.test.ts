import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSettings, settingList } from '@footfall/config'
import { type Dockerfile, DockerfileParser, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, temporaryDirectory, until } from '../server-process.ts'
import { buildContext, copyFromContext } from './build-context.ts'
import { PINNED_IMAGE, ROOT, readDeploy } from './files.ts'

const text = readDeploy('Dockerfile')
const dockerfile: Dockerfile = DockerfileParser.parse(text)
const stages = splitStages(dockerfile.getInstructions())
const [build = [], image = []] = stages

describe('the image', () => {
  it('passes the linter without a warning, on pinned base images', () => {
    expect(validate(text)).toEqual([])
    expect(stages).toHaveLength(2)
    const bases = dockerfile.getFROMs().map((from) => from.getImage())
    for (const base of bases) expect(base).toMatch(PINNED_IMAGE)
    expect(new Set(bases).size).toBe(1)
    const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(text).toContain(`npm install --global ${packageManager}`)
  })

  it('runs as an unprivileged user without a shell, and has a health check', () => {
    expect(only(image, 'USER')).toBe('1000:1000')
    expect(JSON.parse(only(image, 'CMD'))).toEqual(['footfall-server'])
    expect(only(image, 'STOPSIGNAL')).toBe('SIGTERM')
    expect(only(image, 'HEALTHCHECK')).toMatch(/CMD \["node", /)
    expect(argumentsOf(image, 'EXPOSE')).toEqual([environment().PORT])
    expect(JSON.parse(only(image, 'VOLUME'))).toEqual([environment().DATA_DIR])
  })

  it('sets only variables that are settings', () => {
    const known = settingList().map(({ variable }) => variable)
    const { NODE_ENV, ...settings } = environment()
    expect(NODE_ENV).toBe('production')
    expect(known).toEqual(expect.arrayContaining(Object.keys(settings)))
    expect(parseSettings(environment())).toMatchObject({ host: '0.0.0.0', port: 3000, dataDir: '/data' })
  })

  it('sends no data, history, tests or build output to the builder', () => {
    const isSeen = buildContext()
    for (const path of [
      '.git/config',
      'data/demo.json',
      'node_modules/x',
      'deploy/.env',
      'apps/api-server/dist/main.js',
    ])
      expect({ path, seen: isSeen(path) }).toEqual({ path, seen: false })
    for (const path of ['packages/storage/node_modules/x', 'packages/storage/src/salts.test.ts'])
      expect({ path, seen: isSeen(path) }).toEqual({ path, seen: false })
    for (const path of ['pnpm-lock.yaml', 'apps/api-server/src/main.ts', 'packages/tracker/src/browser/tracker.ts'])
      expect({ path, seen: isSeen(path) }).toEqual({ path, seen: true })
  })

  describe('built by the steps of the Dockerfile', () => {
    let directory: Awaited<ReturnType<typeof temporaryDirectory>>
    let app: string
    beforeAll(async () => {
      directory = await temporaryDirectory()
      app = join(directory.path, 'app')
      await runBuildStage(app)
    }, 300_000)
    afterAll(() => directory?.remove())

    it('has every command at the target of its link', () => {
      const links = argumentsOf(image, 'RUN').flatMap((run) => [...run.matchAll(/ln -s \/app(\S+) (\S+)/g)])
      expect(links.map(([, , name]) => name)).toEqual(
        ['footfall-server', 'footfall-mcp', 'footfall'].map((name) => `/usr/local/bin/${name}`),
      )
      for (const [, path = ''] of links) accessSync(join(app, path), constants.X_OK)
      expect(command('admin-cli', ['--help']).stdout).toContain('footfall')
      expect(command('mcp-server', ['--http']).stderr).toContain('DATABASE_URL is missing')
    })

    it('serves, passes its health check, and stops on SIGTERM', async () => {
      const env = {
        ...environment(),
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        DATA_DIR: join(directory.path, 'data'),
      }
      const server = spawn(process.execPath, [join(app, 'apps/api-server/dist/main.js')], {
        cwd: '/',
        env: { PATH: process.env.PATH, ...env },
        stdio: 'ignore',
      })
      try {
        const answer = async (path: string) => (await fetch(`http://127.0.0.1:${env.PORT}${path}`)).status
        await until(
          'the image to be ready',
          () =>
            answer('/readyz').then(
              (status) => status === 200,
              () => false,
            ),
          60_000,
        )
        for (const path of ['/', '/docs', '/js/footfall.js', '/openapi.json'])
          expect({ path, status: await answer(path) }).toMatchObject({ status: 200 })
        expect(healthCheck(env)).toBe(0)
        const gone = once(server, 'exit')
        server.kill('SIGTERM')
        expect(await gone).toEqual([0, null])
        expect(healthCheck(env)).toBe(1)
      } finally {
        server.kill('SIGKILL')
      }
    })

    it('contains no tool and no source that only the build needs', () => {
      const installed = readdirSync(join(app, 'node_modules/.pnpm')).map((name) => name.replace(/(?<=.)@.*$/, ''))
      expect(installed).toContain('express')
      for (const tool of ['vitest', 'typescript', 'tsup', 'vite', 'react', 'esbuild'])
        expect(installed).not.toContain(tool)
      for (const folder of ['apps', 'packages'])
        for (const name of readdirSync(join(app, folder)))
          expect(readdirSync(join(app, folder, name))).not.toContain('src')
    })

    function command(name: string, args: readonly string[]) {
      const main = join(app, `apps/${name}/dist/main.js`)
      return spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH } })
    }
  })
})

/** `COPY` and `RUN` as a builder would do them, except for the toolchain, which is there. */
async function runBuildStage(app: string): Promise<void> {
  for (const instruction of build) {
    const given = instruction.getArgumentsContent() ?? ''
    const [keyword, parts] = [instruction.getKeyword(), given.split(/\s+/)]
    if (keyword === 'COPY') copyFromContext(parts.slice(0, -1), join(app, parts.at(-1) ?? ''))
    if (keyword === 'RUN' && !given.startsWith('npm install --global')) await run(given.replaceAll('\\\n', ' '), app)
  }
}

/** What a builder has of our environment: how packages are reached, and nothing that says this is a test. */
const BUILDERS = /^(PATH|HOME|CI|npm_config_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy)$/i

async function run(script: string, cwd: string): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => BUILDERS.test(name))
  const env = { ...Object.fromEntries(inherited), CI: 'true', npm_config_prefer_offline: 'true' }
  const shell = spawn('sh', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk) => {
      printed += chunk
    })
  const [status] = await once(shell, 'close')
  if (status !== 0) throw new Error(`RUN ${script} failed:\n${printed}`)
}

/** The exit code of the image's own check. */
function healthCheck(env: Record<string, string>): number | null {
  const [, check = '[]'] = /CMD (\[.*\])$/s.exec(only(image, 'HEALTHCHECK')) ?? []
  const [node, ...args] = JSON.parse(check) as string[]
  if (node !== 'node') throw new Error('The check is not run by node.')
  return spawnSync(process.execPath, args, { env: { PATH: process.env.PATH, ...env } }).status
}

function environment(): Record<string, string> {
  const pairs = argumentsOf(image, 'ENV').flatMap((line) => line.split(/\s+/))
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

function splitStages(instructions: readonly Instruction[]): Instruction[][] {
  const found: Instruction[][] = []
  for (const instruction of instructions) {
    if (instruction.getKeyword() === 'FROM') found.push([])
    found.at(-1)?.push(instruction)
  }
  return found
}

function argumentsOf(stage: readonly Instruction[], keyword: string): string[] {
  return stage.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent() ?? '')
}

function only(stage: readonly Instruction[], keyword: string): string {
  const [found, ...more] = argumentsOf(stage, keyword)
  if (found === undefined || more.length > 0) throw new Error(`${keyword} is not there exactly once.`)
  return found
}
