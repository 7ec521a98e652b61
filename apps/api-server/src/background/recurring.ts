import type { Logger } from 'pino'

/** Runs a task again and again with a pause between its runs, never twice at once; a failure is logged and tried again. */
export function recurring(name: string, everyMs: number, task: () => Promise<void>, log: Logger) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(() => {
      running = task()
        .catch((error: unknown) => log.warn({ err: error }, `${name} failed; it will be tried again`))
        .finally(() => {
          if (!stopped) schedule()
        })
    }, everyMs)
    timer.unref()
  }
  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
