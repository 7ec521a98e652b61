import { setTimeout as delay } from 'node:timers/promises'
import { CallerGone } from '@footfall/core-domain'

/** A statement that runs in the engine. */
export interface Stop {
  /** Marks the statement, so that it can be found among those that run. */
  readonly tag: string
  /** Aborted when the connection is to be cut, whether or not the engine has stopped. */
  readonly cut: AbortSignal
}

export interface Stopper {
  /**
   * Runs a statement that is stopped in the engine once the signal is aborted. Settles when the statement has ended,
   * so a connection that it holds is free again.
   */
  run<T>(signal: AbortSignal, statement: (stop: Stop) => Promise<T>): Promise<T>
  /** Resolves when all statements have stopped: requests to stop need a connection, so it is closed after them. */
  settled(): Promise<void>
}

export interface StopperOptions {
  newTag(): string
  /** Asks the engine to stop the statement of this tag. */
  kill(tag: string): Promise<unknown>
  /** Whether to give up when the engine rejects the request; otherwise the request is repeated. */
  readonly cutOnFailure: boolean
}

/** A statement that was just sent may not run yet, so the request is repeated. The time limit of the statement ends it in any case. */
const TRIES_MAX = 20
const RETRY_MS = 100

interface Running {
  ended: boolean
  readonly end: Promise<void>
}

export function stopper({ newTag, kill, cutOnFailure }: StopperOptions): Stopper {
  const stops = new Set<Promise<void>>()

  async function stop(tag: string, cut: AbortController, running: Running): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX && !running.ended; tries++) {
      const taken = await kill(tag).then(
        () => true,
        () => false,
      )
      if (!taken && cutOnFailure) break
      await Promise.race([running.end, delay(RETRY_MS, undefined, { ref: false })])
    }
    cut.abort()
  }

  return {
    async run(signal, statement) {
      if (signal.aborted) throw new CallerGone(signal.reason)
      const tag = newTag()
      const cut = new AbortController()
      const { promise: end, resolve: markEnded } = Promise.withResolvers<void>()
      const running: Running = { ended: false, end }
      const onAbort = () => {
        const stopping = stop(tag, cut, running).finally(() => stops.delete(stopping))
        stops.add(stopping)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await statement({ tag, cut: cut.signal })
      } finally {
        signal.removeEventListener('abort', onAbort)
        running.ended = true
        markEnded()
      }
    },

    async settled() {
      await Promise.all(stops)
    },
  }
}

/** The result of the work, or `CallerGone` as soon as the signal is aborted; the work itself goes on. */
export function orGone<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new CallerGone(signal.reason))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
