import { isFootfallError } from '../errors.ts'
import type { Incoming } from './request.ts'
import type { Runtime } from './runtime.ts'

export interface RetryPolicy {
  /** How often a request is sent at most; 4 by default, 1 for never again. */
  readonly attempts: number
  /** Longer than this is not waited between two attempts, also where the service asks for it; 60 s by default. */
  readonly waitMsMax: number
}

const FIRST_WAIT_MS = 500
const DAY_MS = 86_400_000

/**
 * Sends again what failed for a while: connections, 429, 503 and a request that still runs under the same key. Everything that
 * the client sends may be repeated, since reads and previews change nothing and a confirmed change has its key.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { attempts, waitMsMax }: RetryPolicy,
  runtime: Runtime,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isFootfallError(error, 'no_response', 'rate_limited', 'service_unavailable', 'request_in_progress'))
        throw error
      const waitMs = (error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (made - 1)) + spreadMs(runtime)
      // Who asks for longer gets no further request; the error says how long.
      if (made >= attempts || waitMs > waitMsMax + FIRST_WAIT_MS) throw error
      await runtime.sleep(waitMs, signal)
    }
  }
}

/** Clients that failed together do not come back together. */
function spreadMs({ random }: Runtime): number {
  const [byte = 0] = random(1)
  return Math.floor((byte / 256) * FIRST_WAIT_MS)
}

/** What `Retry-After` asks for, at most a day. */
export function retryAfterMs({ header }: Pick<Incoming, 'header'>, now: number): number | undefined {
  const text = header('retry-after')
  if (text === undefined) return undefined
  const ms = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), DAY_MS)
}

/** The code of a response that has no problem in it, as those of a proxy. */
export function codeOfStatus(status: number) {
  if (status === 401) return 'invalid_token'
  if (status === 429) return 'rate_limited'
  return status === 502 || status === 503 || status === 504 ? 'service_unavailable' : 'invalid_response'
}
