import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, type Logger, MINUTE_MS } from '@footfall/core-domain'
import type { EventLog } from './log.ts'
import type { LogFault } from './log-health.ts'

export interface LogWatchOptions {
  readonly log: Pick<EventLog, 'check' | 'status'>
  readonly clock: Clock
  readonly logger: Logger
  readonly intervalMs?: number
}

const INTERVAL_MS = 1_000
const REPEAT_MS = MINUTE_MS

const MEANING: Readonly<Record<LogFault, string>> = {
  disk_full: 'The disk of the ingest log is full or nearly full: events that do not fit are refused with 503.',
  not_writable: 'The ingest log cannot be written: events are refused with 503.',
  log_full: 'The ingest log has nearly reached INGEST_LOG_BYTES_MAX: events beyond it are refused with 503.',
  not_responding: 'The disk of the ingest log does not respond: events are refused with 503.',
}

/** Checks the log every second and reports what is wrong with it: at once, and then once a minute. */
export function watchLog(options: LogWatchOptions): { stop(): void } {
  const stopping = new AbortController()
  const report = reporter(options)
  const watch = async () => {
    while (!stopping.signal.aborted) {
      // Opening the log has just checked it.
      report()
      await delay(options.intervalMs ?? INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // Not awaited: a disk that hangs must be reported too.
      if (!stopping.signal.aborted) void options.log.check()
    }
  }
  void watch()
  return { stop: () => stopping.abort() }
}

/** What one round of the watch reports. A fault that comes and goes is not reported more often than one that stays. */
export function reporter({ log, clock, logger }: LogWatchOptions): () => void {
  let reportedAt: number | undefined
  let isReported = false
  return () => {
    const { fault, freeBytes, refused } = log.status()
    if (fault === undefined) {
      if (isReported) logger.info({ refused }, 'The ingest log takes events again.')
      isReported = false
    } else if (reportedAt === undefined || Math.abs(clock.now() - reportedAt) >= REPEAT_MS) {
      logger.error({ fault, free_bytes: freeBytes, refused }, MEANING[fault])
      reportedAt = clock.now()
      isReported = true
    }
  }
}
