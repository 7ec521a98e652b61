import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import process from 'node:process'
import { InvalidRequest, SECOND_MS } from '@footfall/core-domain'
import { ENGINE_NICE } from './thread-priority.ts'

/**
 * The code of the process. It is text so that it works from a bundle and from the sources. It ends by a signal, since the exit handlers
 * of the engine wait for a statement that runs; also when the process that started it is gone.
 */
const CODE = `
if (process.platform === 'linux') require('node:os').setPriority(0, ${ENGINE_NICE})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', (statement) => {
  const [, chdb, path] = process.argv
  const { Session } = require(chdb)
  new Session(path).queryAsync(statement).then(
    () => process.send({}),
    (error) => process.send({ failure: String(error.message) }),
  )
})
`

interface Statement {
  readonly text: string
  /** A separate folder, which need not exist. */
  readonly path: string
  readonly maxSeconds: number
  readonly signal?: AbortSignal | undefined
}

interface Ended {
  readonly failure?: string
}

/**
 * Runs a statement of ClickHouse in a separate process and settles when that has ended. A file that is not what it should be can
 * make the engine crash, or loop where it hears of no request to stop. Throws `InvalidRequest` without the package chdb.
 */
export async function runInProcess({ text, path, maxSeconds, signal }: Statement): Promise<void> {
  const child = spawn(process.execPath, ['-e', CODE, chdbPath(), path], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  const exited = exitOf(child)
  const kill = () => void child.kill('SIGKILL')
  const timer = setTimeout(kill, maxSeconds * SECOND_MS)
  signal?.addEventListener('abort', kill, { once: true })
  try {
    child.send(text)
    const { failure } = await Promise.race([ended(child), exited])
    signal?.throwIfAborted()
    if (failure !== undefined) throw new Error(failure)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
    kill()
    await exited
  }
}

function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => child.once('message', (message: Ended) => resolve(message)))
}

function exitOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('exit', (code, by) => resolve({ failure: `The process of a statement ended with ${by ?? code}.` }))
    child.once('error', ({ message }) => resolve({ failure: message }))
  })
}

/** The package is optional with a ClickHouse server, and only Parquet needs it there. */
function chdbPath(): string {
  try {
    return createRequire(import.meta.url).resolve('chdb')
  } catch {
    throw new InvalidRequest([{ path: 'format', message: 'needs the package chdb, which this service does not have' }])
  }
}
