import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

export interface ClickHouseHttpOptions {
  /** Its data directory; by default a temporary one that is removed when it stops. */
  readonly path?: string
  /** Whether it is the only node of a cluster, called `TEST_CLUSTER`. */
  readonly cluster?: boolean
}

/** The real engine in a separate server with the HTTP protocol of ClickHouse. */
export interface ClickHouseHttp {
  readonly url: string
  /** Kills the server as `kill -9` does: acknowledged data stays on disk, connections are reset and then rejected. */
  pause(): Promise<void>
  /** Starts it again on the same directory and port. */
  resume(): Promise<void>
  /** Stops the server and removes its temporary directory. */
  stop(): Promise<void>
}

/** The cluster that a server started with `cluster` knows: one shard, which is the server itself. */
export const TEST_CLUSTER = 'test_cluster'
/** Another cluster of two shards that are both the server itself: it reads every row twice. */
export const TWICE_CLUSTER = 'twice_cluster'

const SHARD = `<shard>
    <internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>9000</port></replica>
  </shard>`

/**
 * The keeper is ClickHouse's own stand-in for tests. It lets replicated tables be made; the embedded engine does not
 * run the threads that they need to take rows, nor those that carry out statements ON CLUSTER.
 */
const CLUSTER_CONFIGURATION = `<clickhouse>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros><shard>01</shard><replica>r1</replica></macros>
  <tcp_port>9000</tcp_port>
  <remote_servers>
    <${TEST_CLUSTER}>${SHARD}</${TEST_CLUSTER}>
    <${TWICE_CLUSTER}>${SHARD}${SHARD}</${TWICE_CLUSTER}>
  </remote_servers>
</clickhouse>
`

const SERVER = fileURLToPath(new URL('./clickhouse-http-server.ts', import.meta.url))

/**
 * Starts a server on a free port of this machine. It is a separate process, because the embedded engine keeps to one
 * directory per process and the test may hold another, and because only a process can be killed.
 */
export async function startClickHouseHttp(options: ClickHouseHttpOptions = {}): Promise<ClickHouseHttp> {
  const path = options.path ?? (await mkdtemp(join(tmpdir(), 'footfall-clickhouse-')))
  const configuration = options.cluster ? `${path}.xml` : undefined
  if (configuration !== undefined) await writeFile(configuration, CLUSTER_CONFIGURATION)
  const port = await freePort()
  let running: ChildProcess | undefined = await start(path, port, configuration)

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const process = running
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
      running ??= await start(path, port, configuration)
    },
    async stop() {
      await end('SIGTERM')
      if (options.path === undefined) await rm(path, { recursive: true, force: true })
      if (configuration !== undefined) await rm(configuration, { force: true })
    },
  }
}

function start(path: string, port: number, configuration: string | undefined): Promise<ChildProcess> {
  const process = fork(SERVER, [String(port), path, ...(configuration === undefined ? [] : [configuration])], {
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
    process.once('message', () => {
      process.removeAllListeners('exit')
      resolve(process)
    })
  })
}
