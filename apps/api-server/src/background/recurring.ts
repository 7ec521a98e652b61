import { type Clock, outagesOf } from '@footfall/core-domain'
import type { Logger } from 'pino'

/** For logging the failures of a task. */
export interface TaskLog {
  readonly log: Logger
  readonly clock: Clock
}

/**
 * Repeats a task with a pause between its runs, at most one at a time, the first after `firstMs`. The task runs again after a
 * failure. A store that does not answer is one outage for all tasks; anything else is logged once a minute for each task.
 */
export function recurring(
  name: string,
  everyMs: number,
  task: () => Promise<void>,
  { log, clock }: TaskLog,
  firstMs: number = everyMs,
) {
  const outages = outagesOf(log, clock)
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const report = (error: unknown) => {
    if (!outages.failed(error)) outages.repeated(`task ${name}`, { err: error }, `${name} failed; it will be retried`)
  }
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      running = task()
        .catch(report)
        .finally(() => {
          if (!stopped) schedule(everyMs)
        })
    }, afterMs)
    timer.unref()
  }
  schedule(firstMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
