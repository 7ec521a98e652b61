import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The real engine behind ClickHouse's HTTP protocol, as a server of its own. */
export interface ClickHouseHttp {
  readonly url: string
  /** Kills the server as `kill -9` does: what was acknowledged stays on disk, connections are reset, then refused. */
  pause(): Promise<void>
  /** Starts it again on the same directory and port. */
  resume(): Promise<void>
  /** Ends it. A directory that was made for it is removed. */
  stop(): Promise<void>
}

const SERVER = fileURLToPath(new URL('./clickhouse-http-server.ts', import.meta.url))

/**
 * Starts a server on a free port of this machine. It is a process of its own, because the embedded engine keeps to one
 * directory per process and the test may hold another, and because only a process can be killed.
 */
export async function startClickHouseHttp(options: { readonly path?: string } = {}): Promise<ClickHouseHttp> {
  const path = options.path ?? (await mkdtemp(join(tmpdir(), 'footfall-clickhouse-')))
  let running: Running | undefined = await start(path, 0)
  const { port } = running

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const process = running?.process
    running = undefined
    if (!process || process.exitCode !== null || process.signalCode !== null) return
    const gone = once(process, 'exit')
    process.kill(signal)
    await gone
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pause: () => end('SIGKILL'),
    async resume() {
      running ??= await start(path, port)
    },
    async stop() {
      await end('SIGTERM')
      if (options.path === undefined) await rm(path, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly process: ChildProcess
  readonly port: number
}

function start(path: string, port: number): Promise<Running> {
  const process = fork(SERVER, [path, String(port)], {
    execArgv: [],
    // Queries run on these threads; the default of four would let a few heavy ones stop a ping.
    env: { ...globalThis.process.env, UV_THREADPOOL_SIZE: '8' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    process.once('error', reject)
    process.once('exit', (code) =>
      reject(new Error(`The ClickHouse server ended with code ${code} before it listened.`)),
    )
    process.once('message', (message) => {
      process.removeAllListeners('exit')
      resolve({ process, port: Number(message) })
    })
  })
}
