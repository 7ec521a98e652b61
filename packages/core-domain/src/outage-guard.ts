import { ServiceUnavailable } from './errors.ts'
import type { Clock } from './time/instant.ts'

export interface OutageGuardOptions {
  readonly clock: Clock
  /** A call that takes longer counts as failed; its own result is dropped. */
  readonly timeoutMs: number
}

/** After a failure, one call in this time tries again and all others fail at once. */
const RETRY_AFTER_MS = 1_000

/**
 * Keeps callers from waiting for a store that does not answer. A call that fails with `ServiceUnavailable`, or takes too
 * long, opens the guard: until a later call succeeds, only one call a second reaches the store, and every other one
 * fails with `ServiceUnavailable` at once.
 */
export function outageGuard({ clock, timeoutMs }: OutageGuardOptions): <T>(call: () => Promise<T>) => Promise<T> {
  /** When the store was last tried while it is away; undefined while it answers. */
  let triedAt: number | undefined
  return async (call) => {
    const now = clock.now()
    if (triedAt !== undefined) {
      // A clock that was set back must not keep the guard open.
      const since = now - triedAt
      if (since >= 0 && since < RETRY_AFTER_MS) throw new ServiceUnavailable(new Error('the store did not answer'), 1)
      triedAt = now
    }
    try {
      const result = await within(timeoutMs, call())
      triedAt = undefined
      return result
    } catch (error) {
      if (error instanceof ServiceUnavailable) triedAt = clock.now()
      throw error
    }
  }
}

/** An answer from a cache is there after so many turns of the microtask queue; a timer costs several times as much. */
const CACHE_TURNS = 4

async function within<T>(timeoutMs: number, running: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  running.then(settle, settle)
  for (let turn = 0; turn < CACHE_TURNS && !isSettled; turn++) await Promise.resolve()
  if (isSettled) return running
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ServiceUnavailable(new Error(`no answer within ${timeoutMs} ms`), 1)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}
