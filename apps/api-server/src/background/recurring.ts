import type { Logger } from 'pino'

/**
 * Repeats a task with a pause between its runs, at most one at a time, the first after `firstMs`. A failure is logged, and
 * the task runs again.
 */
export function recurring(
  name: string,
  everyMs: number,
  task: () => Promise<void>,
  log: Logger,
  firstMs: number = everyMs,
) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      running = task()
        .catch((error: unknown) => log.warn({ err: error }, `${name} failed; it will be retried`))
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
