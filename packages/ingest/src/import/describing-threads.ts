import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DescribedBlock, Describing } from './describe-block.ts'

/** What a thread is started with. */
export interface ThreadData extends Describing {
  readonly geoDatabase: SharedArrayBuffer
}

/** A block of lines, after `line` lines of the file. */
export interface BlockJob {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly line: number
  readonly latestMs: number
}

/** A garbage collector that may grow its young generation takes 100 MiB a thread and is no faster here. */
const YOUNG_MEMORY_MIB = 16

const THREADS_MAX = 4

/** How many threads an import needs on a machine: a few describe rows as fast as one engine takes them. */
export function importThreads(processors: number): number {
  return Math.min(processors, THREADS_MAX)
}

interface Turn {
  resolve(described: DescribedBlock): void
  reject(error: Error): void
}

/** Starts threads that describe blocks, each its share in turn. A thread that fails fails its blocks. */
export function startDescribing(data: ThreadData, threads: number) {
  const running = Array.from({ length: threads }, () => startThread(data))
  let turn = 0
  return {
    describe(job: BlockJob): Promise<DescribedBlock> {
      const thread = running[turn++ % running.length]
      if (thread === undefined) throw new TypeError('describing needs at least one thread')
      return thread.describe(job)
    },
    async stop(): Promise<void> {
      await Promise.all(running.map((thread) => thread.stop()))
    },
  }
}

function startThread(data: ThreadData) {
  const turns: Turn[] = []
  // The file beside this one, in the sources and in the build.
  const extension = extname(import.meta.url)
  const worker = new Worker(new URL(`./describing-thread${extension}`, import.meta.url), {
    workerData: data,
    execArgv: extension === '.ts' ? ['--conditions=footfall-source'] : [],
    env: {},
    name: 'import',
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MIB },
  })
  const failAll = (error: Error) => {
    for (const turn of turns.splice(0)) turn.reject(error)
  }
  let failure: Error | undefined
  worker.on('message', (described: DescribedBlock) => turns.shift()?.resolve(described))
  worker.on('error', (error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error))
    failAll(failure)
  })
  worker.on('exit', () => {
    failure ??= new Error('A thread of the import ended.')
    failAll(failure)
  })
  return {
    describe(job: BlockJob): Promise<DescribedBlock> {
      if (failure) return Promise.reject(failure)
      return new Promise((resolve, reject) => {
        turns.push({ resolve, reject })
        worker.postMessage(job, [job.bytes.buffer])
      })
    },
    async stop(): Promise<void> {
      await worker.terminate()
    },
  }
}
