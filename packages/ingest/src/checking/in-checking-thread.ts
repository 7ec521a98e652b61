import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { InvalidRequest } from '@footfall/core-domain'
import type { ReadProgress } from '../import/progress.ts'
import { threadArguments } from '../import/thread-arguments.ts'
import { TOO_MUCH_MEMORY } from '../vendor-exports/memory-guard.ts'
import type { CheckedBy, CheckJob, FromThread, Question, ToThread } from './check-job.ts'
import { CHECK_HEAP_MIB, CHECK_YOUNG_MIB } from './check-limits.ts'

interface CheckingOptions {
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined
  /** Once it is aborted, the thread ends at any point, and the check fails with its reason. */
  readonly signal?: AbortSignal | undefined
  readonly answer?: (question: Question) => Promise<readonly string[]>
  /** The limit of the thread's heap; by default that of a check. */
  readonly heapMib?: number
}

/**
 * Checks a file on a separate thread: it does not block the process, its memory has a limit, and it ends at once when nobody
 * waits for it. Throws `InvalidRequest` for a rejected file, also for one that needs more memory than the thread may use.
 */
export async function inCheckingThread<Kind extends CheckJob['kind']>(
  job: Extract<CheckJob, { kind: Kind }>,
  { onProgress, signal, answer, heapMib = CHECK_HEAP_MIB }: CheckingOptions,
): Promise<CheckedBy[Kind]> {
  signal?.throwIfAborted()
  // The file beside this one, in the sources and in the build.
  const extension = extname(import.meta.url)
  const thread = new Worker(new URL(`./checking-thread${extension}`, import.meta.url), {
    workerData: job,
    execArgv: threadArguments(extension),
    env: {},
    name: 'check',
    resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: CHECK_YOUNG_MIB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<CheckedBy[Kind]>()
  const onAbort = () => reject(signal?.reason)
  const send = (message: ToThread) => thread.postMessage(message)

  /** Without a promise in between: in a busy process the last message and the exit arrive together, and the exit would come first. */
  const onMessage = (message: FromThread<CheckedBy[Kind]>): void => {
    switch (message.kind) {
      case 'checked':
        resolve(message.checked)
        break
      case 'rejected':
        reject(new InvalidRequest(message.errors))
        break
      case 'progress':
        // Those that were on their way when the check was aborted have nobody to tell.
        if (signal?.aborted !== true) onProgress?.(message.progress)
        break
      case 'question':
        respond(message).catch(reject)
    }
  }
  const respond = async ({ id, question }: Extract<FromThread, { kind: 'question' }>): Promise<void> => {
    try {
      send({ id, ids: (await answer?.(question)) ?? [] })
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      send({ id, rejected: error.errors })
    }
  }

  thread.on('message', (message: FromThread<CheckedBy[Kind]>) => {
    try {
      onMessage(message)
    } catch (error) {
      reject(error)
    }
  })
  thread.on('error', (error: unknown) => reject(isOutOfMemory(error) ? tooMuchMemory() : error))
  thread.on('exit', (code) => reject(new Error(`The thread of a check ended with exit code ${code}.`)))
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await thread.terminate()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

const tooMuchMemory = () => new InvalidRequest([{ path: 'file', message: TOO_MUCH_MEMORY }])
