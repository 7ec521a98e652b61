import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type FieldError, InvalidRequest } from '@footfall/core-domain'
import type { DescribedBlock, Describing } from './describe-block.ts'
import { threadArguments } from './thread-arguments.ts'

/** What a thread is started with. */
export interface ThreadData extends Describing {
  readonly geoDatabase: SharedArrayBuffer
  /** The file of which the thread reads blocks itself. */
  readonly csv?: CsvFile
}

export interface CsvFile {
  readonly path: string
  readonly blockBytes: number
}

/** A block of lines, after `line` lines of the file. */
export interface BlockJob {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly line: number
  readonly latestMs: number
}

/** The block of the CSV file at an offset, after `line` lines of it. Only reading its records shows where it ends. */
export interface CsvJob {
  readonly offset: number
  readonly line: number
  readonly latestMs: number
}

/** The answer to a `CsvJob`; undefined at the end of the file. */
export interface DescribedCsv {
  readonly described: DescribedBlock
  readonly offset: number
  readonly lines: number
}

/** Why a thread rejects the file: classes of errors do not cross threads. */
export interface RejectedFile {
  readonly rejected: readonly FieldError[]
}

/** A garbage collector that may grow its young generation takes 100 MiB a thread and is no faster here. */
const YOUNG_MEMORY_MIB = 16

const THREADS_MAX = 4

/** How many threads an import needs on a machine: a few describe rows as fast as one engine takes them. */
export function importThreads(processors: number): number {
  return Math.min(processors, THREADS_MAX)
}

interface Turn<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** Starts threads that describe blocks, each its share in turn. A thread that fails fails its blocks. */
export function startDescribing(data: ThreadData, threads: number) {
  const running = Array.from({ length: threads }, () => startThread<BlockJob, DescribedBlock>(data))
  let turn = 0
  return {
    describe(job: BlockJob): Promise<DescribedBlock> {
      const thread = running[turn++ % running.length]
      if (thread === undefined) throw new TypeError('describing needs at least one thread')
      return thread.ask(job, [job.bytes.buffer])
    },
    async stop(): Promise<void> {
      await Promise.all(running.map((thread) => thread.stop()))
    },
  }
}

/** Starts a thread that reads and describes the blocks of a CSV file. */
export function startDescribingCsv(data: ThreadData & { readonly csv: CsvFile }) {
  const { ask, stop } = startThread<CsvJob, DescribedCsv | RejectedFile | undefined>(data)
  return {
    async describe(job: CsvJob): Promise<DescribedCsv | undefined> {
      const answer = await ask(job)
      if (answer !== undefined && 'rejected' in answer) throw new InvalidRequest(answer.rejected)
      return answer
    },
    stop,
  }
}

function startThread<Job, Answer>(data: ThreadData) {
  const turns: Turn<Answer>[] = []
  // The file beside this one, in the sources and in the build.
  const extension = extname(import.meta.url)
  const worker = new Worker(new URL(`./describing-thread${extension}`, import.meta.url), {
    workerData: data,
    execArgv: threadArguments(extension),
    env: {},
    name: 'import',
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MIB },
  })
  const failAll = (error: Error) => {
    for (const turn of turns.splice(0)) turn.reject(error)
  }
  let failure: Error | undefined
  worker.on('message', (answer: Answer) => turns.shift()?.resolve(answer))
  worker.on('error', (error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error))
    failAll(failure)
  })
  worker.on('exit', () => {
    failure ??= new Error('A thread of the import ended.')
    failAll(failure)
  })
  return {
    ask(job: Job, moved: readonly ArrayBuffer[] = []): Promise<Answer> {
      if (failure) return Promise.reject(failure)
      return new Promise((resolve, reject) => {
        turns.push({ resolve, reject })
        worker.postMessage(job, moved)
      })
    },
    async stop(): Promise<void> {
      await worker.terminate()
    },
  }
}
