import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface TokenLoad {
  /** Where the server's token endpoint is. */
  readonly tokenUrl: string
  readonly resource: string
  /** Codes that are ready: exchanged once each; or one for each chain of refreshes. */
  readonly codes: readonly string[]
  /** Exchange every code, or refresh for so many seconds. */
  readonly refreshSeconds?: number
  readonly connections: number
}

/** Runs exchanges or refreshes from a process of its own; answers how many a second got their tokens. */
export async function tokensPerSecond(load: TokenLoad): Promise<number> {
  const child = fork(join(import.meta.dirname, 'token-load-process.ts'), [], {
    execArgv: ['--conditions=footfall-source'],
  })
  const told = once(child, 'message')
  child.send(load)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the load process ended with ${code}`)
  const [perSecond] = await told
  return Number(perSecond)
}
