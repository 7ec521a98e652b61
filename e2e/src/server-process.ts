import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@footfall/testkit'
import { FOOTFALL } from './footfall-command.ts'

export { freePort }

const COMMANDS = { 'api-server': 'serve', 'mcp-server': 'mcp' } as const
/** Bounds a condition that never holds, more closely than its test. */
const HOLDS_WITHIN_MS = 300_000

/** The built service in its own process, as an operator runs it. */
export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  readonly child: ChildProcess
  /** Everything that it has printed, on both streams. */
  output(): string
  /** Sends the signal and returns the exit code once the process has ended; null if a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
  /** Which of the built servers to start, and its arguments; `api-server` by default. */
  readonly command?: readonly [app: keyof typeof COMMANDS, ...args: string[]]
  /** Options of Node.js itself. */
  readonly nodeArgs?: readonly string[]
}

/** Starts the service and waits until it is ready. The caller ends it. */
export async function startServer({
  dataDir,
  env = {},
  port,
  command: [app, ...args] = ['api-server'],
  nodeArgs = [],
}: ServerOptions): Promise<ServerProcess> {
  const onPort = port ?? (await freePort())
  const child = spawn(process.execPath, [...nodeArgs, FOOTFALL, COMMANDS[app], ...args], {
    env: { PATH: process.env.PATH, PORT: String(onPort), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const url = `http://127.0.0.1:${onPort}`
  const server: ServerProcess = {
    url,
    dataDir,
    child,
    output: () => printed,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    },
  }
  await untilReady(server).catch(async (error: unknown) => {
    await server.end('SIGKILL')
    throw error
  })
  return server
}

/** Polls a condition until it holds. The limit only bounds a test that fails. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = HOLDS_WITHIN_MS): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Never saw: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function untilReady(server: ServerProcess): Promise<void> {
  await until('the service to be ready', async () => {
    if (server.child.exitCode !== null)
      throw new Error(`The service ended with ${server.child.exitCode}:\n${server.output()}`)
    return fetch(`${server.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
  })
}

export interface TemporaryDirectory {
  readonly path: string
  remove(): Promise<void>
}

export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-e2e-'))
  // A process that was ended may leave a file a moment later.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) }
}

export async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T
}

/** The body of a response whose shape the test then checks. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of many shapes
export async function jsonOf(response: Response): Promise<any> {
  return response.json()
}
