import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The input of a load process; a plain object, since it is passed to another process. */
export interface LoadOptions {
  readonly url: string
  readonly method?: 'GET' | 'PATCH' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  /** Requests per second in all; without it, each connection sends its next request after a response. */
  readonly rate?: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly answered: number
  /** Responses by status class, so that a rejection is never counted as a success. */
  readonly ok: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Runs autocannon in its own process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), [JSON.stringify(options)], {
    execArgv: ['--conditions=footfall-source'],
  })
  const reported = once(child, 'message')
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the load process ended with ${code}`)
  const [result] = await reported
  return result as LoadResult
}
