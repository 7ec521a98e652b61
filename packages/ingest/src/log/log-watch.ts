import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, type Logger, MINUTE_MS } from '@footfall/core-domain'
import type { EventLog } from './log.ts'
import type { LogFault } from './log-health.ts'

export interface LogWatchOptions {
  readonly log: Pick<EventLog, 'check' | 'status'>
  readonly clock: Clock
  readonly logger: Logger
  readonly intervalMs?: number | undefined
}

const INTERVAL_MS = 1_000
const REPEAT_MS = MINUTE_MS

const MESSAGES: Readonly<Record<LogFault, string>> = {
  disk_full: 'The disk of the ingest log is full or nearly full: events that do not fit are rejected with 503.',
  not_writable: 'The ingest log cannot be written: events are rejected with 503.',
  log_full: 'The ingest log has nearly reached INGEST_LOG_BYTES_MAX: events beyond it are rejected with 503.',
  not_responding: 'The disk of the ingest log does not respond: events are rejected with 503.',
}

/** Checks the log every second and logs a fault: at once, and then once a minute. */
export function watchLog(options: LogWatchOptions): { stop(): void } {
  const stopping = new AbortController()
  const report = reporter(options)
  const watch = async () => {
    while (!stopping.signal.aborted) {
      // Opening the log has just checked it.
      report()
      await delay(options.intervalMs ?? INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // Not awaited, so that a disk that hangs is reported too.
      if (!stopping.signal.aborted) void options.log.check()
    }
  }
  void watch()
  return { stop: () => stopping.abort() }
}

/** One round of the watch. A fault that comes and goes is logged no more often than one that stays. */
export function reporter({ log, clock, logger }: LogWatchOptions): () => void {
  let reportedAt: number | undefined
  let isReported = false
  return () => {
    const { fault, freeBytes, refused } = log.status()
    if (fault === undefined) {
      if (isReported) logger.info({ refused }, 'The ingest log accepts events again.')
      isReported = false
    } else if (reportedAt === undefined || Math.abs(clock.now() - reportedAt) >= REPEAT_MS) {
      logger.error({ fault, free_bytes: freeBytes, refused }, MESSAGES[fault])
      reportedAt = clock.now()
      isReported = true
    }
  }
}
