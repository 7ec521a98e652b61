import process from 'node:process'
import type { Logger } from '@footfall/core-domain'
import { endProcess } from './end-process.ts'

/** Longer than any request takes; process managers must wait at least this long. */
const STOP_DEADLINE_MS = 10_000

interface Stoppable {
  stop(): Promise<void>
}

/**
 * Starts a service, and stops the process cleanly on signals: once, with code 0, or with 1 when the deadline passes. A
 * signal during the start aborts `stopping`, and this promise never settles; a start that goes no further within the
 * deadline is cut off with code 0, as the next one completes it. Rejects with the error of a start that fails.
 */
export async function endOnSignals<Service extends Stoppable>(
  log: Pick<Logger, 'info' | 'error'>,
  start: (stopping: AbortSignal) => Promise<Service>,
): Promise<Service> {
  const stopping = new AbortController()
  const starting = Promise.resolve().then(() => start(stopping.signal))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) return
      log.info({ signal }, 'stopping')
      stopping.abort()
      void end(starting, log)
    })
  const service = await starting.catch((error: unknown) =>
    stopping.signal.aborted ? forever() : Promise.reject(error),
  )
  return stopping.signal.aborted ? forever() : service
}

const forever = () => new Promise<never>(() => {})

/** Waits for the start, which closes what it opened when it fails; stops the service, and ends the process. */
async function end(starting: Promise<Stoppable>, log: Pick<Logger, 'info' | 'error'>): Promise<void> {
  let started = false
  setTimeout(() => {
    if (started) log.error({}, 'the deadline for stopping has passed; accepted events stay in the ingest log')
    endProcess(started ? 1 : 0)
  }, STOP_DEADLINE_MS - 500)
  const service = await starting.catch(() => undefined)
  started = service !== undefined
  try {
    await service?.stop()
    endProcess(0)
  } catch (error) {
    log.error({ err: error }, 'stopping failed')
    endProcess(1)
  }
}
