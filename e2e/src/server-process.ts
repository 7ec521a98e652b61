import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@footfall/testkit'

export { freePort }

const built = (app: string) => fileURLToPath(new URL(`../../apps/${app}/dist/main.js`, import.meta.url))
const READY_WITHIN_MS = 60_000

/** The built service as a process of its own, as an operator runs it. */
export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  readonly child: ChildProcess
  /** Everything it printed so far, both streams. */
  output(): string
  /** Sends the signal and answers the exit code once the process is gone; null when a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
  /** Which of the built servers, and its arguments; the service itself by default. */
  readonly command?: readonly [app: 'api-server' | 'mcp-server', ...args: string[]]
  /** Options of the interpreter. */
  readonly nodeArgs?: readonly string[]
}

/** Starts the service and waits until it is ready. Whoever starts it ends it. */
export async function startServer({
  dataDir,
  env = {},
  port,
  command: [app, ...args] = ['api-server'],
  nodeArgs = [],
}: ServerOptions): Promise<ServerProcess> {
  const onPort = port ?? (await freePort())
  const child = spawn(process.execPath, [...nodeArgs, built(app), ...args], {
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
  await untilReady(server)
  return server
}

/** Polls a condition until it holds; the limit only bounds a failing test. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Never saw: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function untilReady(server: ServerProcess): Promise<void> {
  await until(
    'the service to be ready',
    async () => {
      if (server.child.exitCode !== null)
        throw new Error(`The service ended with ${server.child.exitCode}:\n${server.output()}`)
      return fetch(`${server.url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    },
    READY_WITHIN_MS,
  )
}

export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-e2e-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

export async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T
}

/** The body of an answer whose shape the test is about to look into. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
export async function jsonOf(response: Response): Promise<any> {
  return response.json()
}
