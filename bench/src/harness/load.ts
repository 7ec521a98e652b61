import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What a load process is asked to do; a plain object, since it crosses to another process. */
export interface LoadOptions {
  readonly url: string
  readonly method?: 'GET' | 'PATCH' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  /** Requests a second in all; without it as many as are answered. */
  readonly rate?: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly answered: number
  /** Answers by status class, so that a refusal never counts as work done. */
  readonly ok: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Runs autocannon in a process of its own. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), [JSON.stringify(options)], {
    execArgv: ['--conditions=footfall-source'],
  })
  const told = once(child, 'message')
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the load process ended with ${code}`)
  const [result] = await told
  return result as LoadResult
}
