import { ServiceUnavailable, type StoreName, StoreUnavailable } from './errors.ts'
import type { Clock } from './time/instant.ts'

export interface OutageGuardOptions {
  readonly clock: Clock
  readonly store: StoreName
  /** A call that takes longer counts as failed, and its result is ignored. */
  readonly timeoutMs: number
}

/** After a failure, one call per interval tries again, and all others fail immediately. */
const RETRY_AFTER_MS = 1_000

/**
 * A circuit breaker for a store. A call that fails with `ServiceUnavailable`, or times out, opens it: until a later call
 * succeeds, one call a second reaches the store, and all others fail with `ServiceUnavailable` immediately.
 */
export function outageGuard({
  clock,
  store,
  timeoutMs,
}: OutageGuardOptions): <T>(call: () => Promise<T>) => Promise<T> {
  /** The last attempt while the breaker is open; undefined while it is closed. */
  let triedAt: number | undefined
  return async (call) => {
    const now = clock.now()
    if (triedAt !== undefined) {
      // A clock that was set back must not keep the breaker open.
      const since = now - triedAt
      if (since >= 0 && since < RETRY_AFTER_MS)
        throw new StoreUnavailable(store, new Error('the store did not answer'), 1)
      triedAt = now
    }
    try {
      const result = await within(store, timeoutMs, call())
      triedAt = undefined
      return result
    } catch (error) {
      if (error instanceof ServiceUnavailable) triedAt = clock.now()
      throw error
    }
  }
}

/** A cached answer arrives within this many microtasks, and costs much less than a timer. */
const CACHED_MICROTASKS = 4

async function within<T>(store: StoreName, timeoutMs: number, running: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  running.then(settle, settle)
  for (let task = 0; task < CACHED_MICROTASKS && !isSettled; task++) await Promise.resolve()
  if (isSettled) return running
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailable(store, new Error(`no answer within ${timeoutMs} ms`), 1)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}
