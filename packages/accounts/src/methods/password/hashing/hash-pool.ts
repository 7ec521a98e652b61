import { Worker } from 'node:worker_threads'
import { ServiceUnavailable } from '@footfall/core-domain'
import { HASH_WORKER } from './hash-worker.ts'

/** The parameters of one scrypt derivation. */
export interface HashJob {
  readonly password: string
  readonly salt: string
  readonly keyBytes: number
  readonly cost: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number }
}

export interface HashPoolOptions {
  /** The number of concurrent hashes. */
  readonly threads: number
  /** The number of waiting jobs; further ones are rejected. */
  readonly waitingMax: number
}

export interface HashPool {
  /** Throws `ServiceUnavailable` when the queue is full. */
  derive(job: HashJob): Promise<Buffer>
}

const RETRY_AFTER_SECONDS = 5

interface Waiting {
  readonly job: HashJob
  resolve(key: Buffer): void
  reject(error: unknown): void
}

/**
 * Hashes passwords on worker threads. Node's asynchronous scrypt uses the thread pool that also flushes files and resolves
 * names, so password guesses would delay the durability of events. Threads start with the first job and do not keep the
 * process alive.
 */
export function createHashPool({ threads, waitingMax }: HashPoolOptions): HashPool {
  const idle: Worker[] = []
  const waiting: Waiting[] = []
  let busy = 0

  const startNext = () => {
    if (busy >= threads) return
    const next = waiting.shift()
    if (next === undefined) return
    busy++
    const worker = idle.pop() ?? newWorker()
    worker.ref()
    runOn(worker, next.job)
      .then(
        (key) => {
          worker.unref()
          idle.push(worker)
          next.resolve(key)
        },
        // A failed thread has ended; the next job starts another.
        (error: unknown) => next.reject(error),
      )
      .finally(() => {
        busy--
        startNext()
      })
  }

  return {
    derive: (job) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= waitingMax) {
          reject(new ServiceUnavailable(new Error('Too many passwords are waiting to be hashed.'), RETRY_AFTER_SECONDS))
          return
        }
        waiting.push({ job, resolve, reject })
        startNext()
      }),
  }
}

/** Without the preloads and the environment of the process. */
function newWorker(): Worker {
  return new Worker(HASH_WORKER, { eval: true, execArgv: [], env: {}, name: 'password hashing' })
}

function runOn(worker: Worker, job: HashJob): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = () => {
      worker.off('message', answered)
      worker.off('error', failed)
      worker.off('exit', ended)
    }
    const answered = (key: Uint8Array) => {
      done()
      resolve(Buffer.from(key))
    }
    const failed = (error: Error) => {
      done()
      reject(error)
    }
    const ended = () => failed(new Error('The thread that hashes passwords ended.'))
    worker.on('message', answered)
    worker.on('error', failed)
    worker.on('exit', ended)
    worker.postMessage(job)
  })
}
