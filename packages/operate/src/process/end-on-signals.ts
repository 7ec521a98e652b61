import process from 'node:process'

/** Longer than any request takes; process managers must wait at least this long. */
const STOP_DEADLINE_MS = 10_000

interface StopLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Stops the process cleanly on signals: once, with code 0, or with 1 when the deadline passes. */
export function endOnSignals(service: { stop(): Promise<void> }, log: StopLog): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error({}, 'the deadline for stopping has passed; accepted events stay in the ingest log')
      process.exit(1)
    }, STOP_DEADLINE_MS - 500).unref()
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
}
