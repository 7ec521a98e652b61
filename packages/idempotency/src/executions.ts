import type { EpochMs, KeyRef } from './records.ts'

const POLL_MS_FIRST = 10
const POLL_MS_MAX = 250

export interface Executions {
  now(): EpochMs
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** The executions of this process, so that identical requests in it do not poll. */
export function executions({ now, wait }: Executions) {
  const running = new Map<string, Promise<void>>()

  return {
    has: (ref: KeyRef) => running.has(slot(ref)),

    /** Lets others wait for what `start` starts. */
    async run<T>(ref: KeyRef, start: () => Promise<T>): Promise<T> {
      const execution = start()
      const ended = execution.then(
        () => {},
        () => {},
      )
      running.set(slot(ref), ended)
      try {
        return await execution
      } finally {
        // A retaken claim has its own execution under the same key.
        if (running.get(slot(ref)) === ended) running.delete(slot(ref))
      }
    },

    /** Waits for the execution if it is in this process; otherwise polls with exponential backoff. */
    async waitFor(ref: KeyRef, tries: number, deadline: EpochMs): Promise<void> {
      const left = Math.max(1, deadline - now())
      const execution = running.get(slot(ref))
      if (execution === undefined) return wait(Math.min(left, POLL_MS_MAX, POLL_MS_FIRST * 2 ** tries))
      const timeout = new AbortController()
      await Promise.race([execution, wait(left, timeout.signal).catch(() => {})])
      timeout.abort()
    },
  }
}

function slot({ owner, key }: KeyRef): string {
  return `${owner}\n${key}`
}
