import { setTimeout as delay } from 'node:timers/promises'
import { type ChangedDays, type Clock, IngestLogUnavailable, MINUTE_MS, utcDate } from '@footfall/core-domain'
import { type Delivery, deliver } from './deliver.ts'
import type { EventLog } from './log.ts'
import type { Segment } from './segment.ts'

export interface DrainOptions extends Delivery {
  readonly log: EventLog
  readonly clock: Clock
  /** Runs before each round; what it appends to the log is delivered in that round. */
  readonly beforeRound?: () => Promise<void>
  /** Called for every product whose rows were just inserted, so that cached results expire. */
  readonly bump?: ((product: string, changed: ChangedDays) => void) | undefined
  readonly intervalMs?: number | undefined
  readonly backoffMsMax?: number
}

/** Delivers the log to the engine, oldest first and exactly once. */
export interface Drain {
  /** Resolves when everything accepted so far is in the engine; rejects when the engine is unavailable. */
  flush(): Promise<void>
  /** Runs the work between two rounds: nothing is delivered meanwhile. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>
  /** Stops and tries to empty the log within the time. What remains is safe and delivered first next time. */
  stop(deadlineMs: number): Promise<{ readonly emptied: boolean }>
}

const INTERVAL_MS = 500
const BACKOFF_MS_MAX = 10_000
/** How often a continuing outage is logged. */
const REPORT_EVERY_MS = MINUTE_MS
/**
 * How long after its first attempt a block is protected by its token only. A server remembers ten thousand blocks of a
 * table, more than all replicas write in that time.
 */
const TOKEN_TRUSTED_MS = MINUTE_MS

export function startDrain(options: DrainOptions): Drain {
  const { log, logger, clock, intervalMs = INTERVAL_MS, backoffMsMax = BACKOFF_MS_MAX } = options
  const stopping = new AbortController()
  let failures = 0
  let reportedAt: number | undefined
  let running: Promise<void> = Promise.resolve()
  const history = deliveryHistory(options)

  /** Rounds never overlap. */
  const runRound = () => afterRound(() => drainOnce(options, history))

  function afterRound<T>(work: () => Promise<T>): Promise<T> {
    const next = running.then(work)
    running = next.then(
      () => {},
      () => {},
    )
    return next
  }

  async function runRounds(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wait = failures === 0 ? intervalMs : Math.min(intervalMs * 2 ** failures, backoffMsMax)
      await delay(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await runRound()
        if (failures > 0) logger.info({ failures }, 'The engine accepts events again.')
        failures = 0
        reportedAt = undefined
      } catch (error) {
        failures++
        if (reportedAt !== undefined && Math.abs(clock.now() - reportedAt) < REPORT_EVERY_MS) continue
        reportedAt = clock.now()
        const { records, since } = log.pending()
        logger.warn(
          { failures, records, since, error: nameOf(error) },
          'Events wait in the ingest log: the engine is unavailable.',
        )
      }
    }
  }
  const loop = runRounds()

  return {
    flush: runRound,
    whilePaused: (work) => afterRound(work),
    async stop(deadlineMs) {
      stopping.abort()
      const emptying = loop.then(runRound).then(
        () => true,
        () => false,
      )
      return { emptied: await Promise.race([emptying, delay(deadlineMs, false, { ref: false })]) }
    },
  }
}

interface DeliveryHistory {
  /** Whether an earlier delivery may have succeeded without its token being remembered. Called before each attempt. */
  mayBeDelivered(segment: Segment): boolean
  /** Records the outcome of a delivery. */
  record(segment: Segment, alreadyDelivered: boolean): void
}

/**
 * Tracks which segments may be in the engine under a token that it does not know: those that the process before may have
 * attempted, since an upgrade gives the rollup new views, which know no tokens of the old ones, and those first attempted
 * long ago. Segments are delivered in order, so after the first one that was missing, none has been attempted before. An
 * embedded engine has no other writers, so it remembers what this process wrote.
 */
function deliveryHistory({ engine, clock }: DrainOptions): DeliveryHistory {
  const startedAt = clock.now()
  const firstTried = new Map<number, number>()
  let fromEarlierProcess = true
  return {
    mayBeDelivered({ sequence, since }) {
      if (fromEarlierProcess && since < startedAt) return true
      if (engine.kind === 'embedded') return false
      const known = firstTried.get(sequence) ?? clock.now()
      firstTried.set(sequence, known)
      return clock.now() - known > TOKEN_TRUSTED_MS
    },
    record({ sequence }, alreadyDelivered) {
      if (!alreadyDelivered) fromEarlierProcess = false
      firstTried.delete(sequence)
    },
  }
}

async function drainOnce(options: DrainOptions, history: DeliveryHistory): Promise<void> {
  const { log, logger, bump, beforeRound } = options
  // A full log rejects these too, and only draining makes room; it reports its own state.
  await beforeRound?.().catch((error: unknown) => {
    if (!(error instanceof IngestLogUnavailable))
      logger.warn({ error: nameOf(error) }, 'Counters could not be written to the ingest log.')
  })
  for (const segment of await log.rotate()) {
    const { alreadyDelivered, products, firstBegun } = await deliver(options, segment, history.mayBeDelivered(segment))
    history.record(segment, alreadyDelivered)
    // After a crash here the segment is delivered again, and the engine recognizes its token.
    await log.remove(segment)
    if (!bump) continue
    const isOfPast = firstBegun !== undefined && firstBegun < utcDate(options.clock.now())
    for (const product of products) bump(product, isOfPast ? 'any day' : 'the running day')
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
