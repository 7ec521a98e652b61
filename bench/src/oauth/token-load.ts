import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface TokenLoad {
  /** The origin of the server, which is the issuer. */
  readonly url: string
  readonly tokenPath: string
  readonly connections: number
  /**
   * Exchanges so many batches of so many codes, or of identity tokens of workloads, each made just before; only exchanging is timed. Or begins a chain of
   * refreshes on each connection, each with the token that the one before brought, for so many seconds.
   */
  readonly work:
    | { readonly kind: 'exchange' | 'identity'; readonly batches: number; readonly codes: number }
    | { readonly kind: 'refresh'; readonly seconds: number }
}

/** Runs exchanges or refreshes in its own process and returns how many per second got their tokens. */
export async function tokensPerSecond(load: TokenLoad): Promise<number> {
  const child = fork(join(import.meta.dirname, 'token-load-process.ts'), [], {
    execArgv: ['--conditions=footfall-source'],
  })
  const reported = once(child, 'message')
  child.send(load)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the load process ended with ${code}`)
  const [perSecond] = await reported
  return Number(perSecond)
}
