import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

export interface PostgresServerOptions {
  readonly databaseDir: string
  readonly port: number
  /** Whether the directory must be initialized. */
  readonly initialise: boolean
  /** Settings of the server, each as `name=value`. */
  readonly settings: readonly string[]
}

export interface OwnPostgres {
  /** Connection string of its administrator. */
  readonly url: string
  /** Stops the server and its connections, and starts it again with the same data and port. */
  restart(): Promise<void>
  /** Stops the server and its connections; connections are rejected until `resume`. */
  pause(): Promise<void>
  /** Starts it again on the same data and port. */
  resume(): Promise<void>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a real, empty PostgreSQL on a free port of the loopback address, in a separate process. */
export async function startOwnPostgres(settings: readonly string[] = ['max_connections=200']): Promise<OwnPostgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'footfall-pg-'))
  const port = await freePort()
  let running = await start({ databaseDir, port, initialise: true, settings })
  const resume = async () => {
    running = await start({ databaseDir, port, initialise: false, settings })
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async restart() {
      await end(running)
      await resume()
    },
    pause: () => end(running),
    resume,
    async stop() {
      await end(running)
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

async function start(options: PostgresServerOptions): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('postgres-server.ts', import.meta.url))
  const child = fork(script, [JSON.stringify(options)], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`PostgreSQL did not start; its process ended with ${code}.`)
  })
  await Promise.race([once(child, 'message'), exited])
  exited.catch(() => {})
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}
