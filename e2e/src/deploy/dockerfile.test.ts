import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSettings, settingList } from '@footfall/config'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { type Dockerfile, DockerfileParser, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateOf } from '../folder-state.ts'
import { freePort, temporaryDirectory, until } from '../server-process.ts'
import { buildContext, copyFromContext } from './build-context.ts'
import { composeFile, composeVariables } from './compose-file.ts'
import { PINNED_IMAGE, ROOT, readDeploy, readYamlDocuments } from './files.ts'

const text = readDeploy('Dockerfile')
const dockerfile: Dockerfile = DockerfileParser.parse(text)
const stages = splitStages(dockerfile.getInstructions())
const [build = [], image = []] = stages
/** Compose asks for them; nothing here reads them. */
const SECRETS = Object.fromEntries(
  [...composeVariables(readDeploy('compose.yaml')).keys()]
    .filter((name) => name !== 'FOOTFALL_IMAGE')
    .map((name) => [name, 'x']),
)

describe('the image', () => {
  it('the Dockerfile passes the linter without a warning, on pinned base images', () => {
    expect(validate(text)).toEqual([])
    expect(stages).toHaveLength(2)
    const bases = dockerfile.getFROMs().map((from) => from.getImage())
    for (const base of bases) expect(base).toMatch(PINNED_IMAGE)
    expect(text).toContain('COPY --from=build ')
    expect(new Set(bases).size).toBe(1)
    const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(text).toContain(`npm install --global ${packageManager}`)
  })

  it('runs as an unprivileged user without a shell, and has a health check', () => {
    expect(only(image, 'USER')).toBe('1000:1000')
    expect(JSON.parse(only(image, 'ENTRYPOINT'))).toEqual(['/opt/footfall/bin/footfall'])
    expect(JSON.parse(only(image, 'CMD'))).toEqual(['serve'])
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
      'docs/tools/package.json',
      'apps/api-server/dist/main.js',
    ])
      expect({ path, seen: isSeen(path) }).toEqual({ path, seen: false })
    for (const path of ['packages/storage/node_modules/x', 'packages/storage/src/salts.test.ts'])
      expect({ path, seen: isSeen(path) }).toEqual({ path, seen: false })
    for (const path of [
      'pnpm-lock.yaml',
      'apps/api-server/src/main.ts',
      'docs/deploy.md',
      'deploy/systemd/footfall.service',
      'deploy/proxy/nginx.conf',
    ])
      expect({ path, seen: isSeen(path) }).toEqual({ path, seen: true })
  })

  describe('the image that the steps of the Dockerfile build', () => {
    let directory: Awaited<ReturnType<typeof temporaryDirectory>>
    /** The root of the file system of the image. */
    let root: string
    beforeAll(async () => {
      directory = await temporaryDirectory()
      root = join(directory.path, 'root')
      await runBuildStage(join(directory.path, 'app'))
      await runImageStage(directory.path)
    })
    afterAll(() => directory?.remove())

    /** What the image gives a process: its variables, and Node.js on the path. */
    const options = (env: Readonly<Record<string, string>> = {}) =>
      ({ cwd: '/', env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...environment(), ...env } }) as const
    const inImage = (file: string, ...args: readonly string[]) =>
      spawnSync(join(root, file), args, { ...options(), encoding: 'utf8' })
    const [entryPoint = ''] = JSON.parse(only(image, 'ENTRYPOINT')) as string[]

    it('knows every command that Compose and Kubernetes name', () => {
      const help = inImage(entryPoint, '--help').stdout
      for (const command of commandsOfManifests()) {
        const { status, stdout, stderr } = inImage(entryPoint, ...command.split(' '), '--help')
        expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' })
        expect(stdout).not.toBe(help)
      }
      expect(commandsOfManifests()).toEqual(['mcp --http', 'migrate', 'serve'])
      expect(inImage(entryPoint, 'mcp', '--http').stderr).toContain('DATABASE_URL is missing')
    })

    it('the image has the documented commands on the path', () => {
      expect(readdirSync(join(root, 'usr/local/bin')).sort()).toEqual(['footfall', 'footfall-mcp'])
      expect(inImage('usr/local/bin/footfall', '--version').stdout.trim()).toBe(RELEASE_VERSION)
      expect(inImage('usr/local/bin/footfall-mcp', '--help').stdout).toContain('footfall-mcp --stdio')
    })

    it('serves in an empty environment, passes its health check, writes only its data, and stops on SIGTERM', async () => {
      const before = await stateOf(join(root, 'opt'))
      const port = String(await freePort())
      const env = { HOST: '127.0.0.1', PORT: port, DATA_DIR: join(root, environment().DATA_DIR ?? '') }
      const command = JSON.parse(only(image, 'CMD')) as string[]
      const server = spawn(join(root, entryPoint), command, { ...options(env), stdio: 'ignore' })
      try {
        const answer = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
        await until('the image to be ready', () =>
          answer('/readyz').then(
            (status) => status === 200,
            () => false,
          ),
        )
        for (const path of ['/', '/docs/', '/docs/api', '/js/footfall.js', '/openapi.json'])
          expect({ path, status: await answer(path) }).toMatchObject({ status: 200 })
        expect(healthCheck(env)).toBe(0)
        const gone = once(server, 'exit')
        server.kill('SIGTERM')
        expect(await gone).toEqual([0, null])
        expect(healthCheck(env)).toBe(1)
        expect(await stateOf(join(root, 'opt'))).toEqual(before)
      } finally {
        server.kill('SIGKILL')
      }
    })

    it('contains no tool and no source that only the build needs', () => {
      const folder = join(root, 'opt/footfall')
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      expect(files).toContain('lib/main.js')
      expect(files.filter((file) => /\.(ts|tsx|map)$/.test(file) || /(^|\/)(src|test)(\/|$)/.test(file))).toEqual([])
      expect(readdirSync(join(folder, 'node_modules')).sort()).toEqual([
        '@chdb',
        '@clickhouse',
        '@ip-location-db',
        'better-sqlite3',
        'chdb',
      ])
    })
  })
})

/** The arguments that Compose and Kubernetes give our image, without doubles. */
function commandsOfManifests(): readonly string[] {
  const services = Object.values(composeFile(SECRETS).services)
  const workloads = ['api-server', 'mcp-server'].flatMap((name) => readYamlDocuments(`kubernetes/${name}.yaml`))
  const pods = workloads.flatMap(({ spec }) => spec.template?.spec ?? [])
  const containers = pods.flatMap(({ initContainers = [], containers }) => [...initContainers, ...containers])
  const given = [
    ...services.filter(({ image }) => image.startsWith('footfall:')).map(({ command }) => command),
    ...containers.map(({ args }) => args),
  ]
  return [...new Set(given.flatMap((args) => args?.join(' ') ?? []))].sort()
}

/** `COPY` and `RUN` as a builder would do them, except for the toolchain, which is there. */
async function runBuildStage(app: string): Promise<void> {
  for (const instruction of build) {
    const given = instruction.getArgumentsContent() ?? ''
    const [keyword, parts] = [instruction.getKeyword(), given.split(/\s+/)]
    if (keyword === 'COPY') copyFromContext(parts.slice(0, -1), join(app, parts.at(-1) ?? ''))
    if (keyword === 'RUN' && !given.startsWith('npm install --global')) await run(given.replaceAll('\\\n', ' '), app)
  }
}

/**
 * The last stage as a builder would do it, in the folder `root` beside the build stage's `app`. The owner of a directory is
 * left out, since the user of the image need not exist here.
 */
async function runImageStage(directory: string): Promise<void> {
  const root = join(directory, 'root')
  for (const folder of ['opt', 'usr/local/bin']) mkdirSync(join(root, folder), { recursive: true })
  for (const given of argumentsOf(image, 'COPY')) {
    const [from = '', to = ''] = given.split(' ')
    renameSync(join(directory, from), join(root, to))
  }
  for (const given of argumentsOf(image, 'RUN')) {
    const script = given.replaceAll('\\\n', ' ').replaceAll(/--(owner|group)=\w+ /g, '')
    await run(script.replaceAll(/ (?=\/(opt|usr|data)\b)/g, ` ${root}`), root)
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
