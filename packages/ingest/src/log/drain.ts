import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, IngestLogUnavailable, MINUTE_MS } from '@footfall/core-domain'
import { type Delivery, deliver } from './deliver.ts'
import type { EventLog } from './log.ts'
import type { Segment } from './segment.ts'

export interface DrainOptions extends Delivery {
  readonly log: EventLog
  readonly clock: Clock
  /** What else wants to be written goes into the log before each round. */
  readonly beforeRound?: () => Promise<void>
  /** Told of every product whose rows the engine has just taken, so that cached results end. */
  readonly bump?: (product: string) => void
  readonly intervalMs?: number
  readonly backoffMsMax?: number
}

/** Moves the log into the engine, oldest first, nothing lost and nothing twice. */
export interface Drain {
  /** Resolves when everything accepted so far is in the engine; throws when the engine does not take it. */
  flush(): Promise<void>
  /** Stops the rounds and tries to empty the log within the time; what stays is safe and goes first next time. */
  stop(deadlineMs: number): Promise<{ readonly emptied: boolean }>
}

const INTERVAL_MS = 500
const BACKOFF_MS_MAX = 10_000
/** While the engine is away, the log says so this often. */
const REPORT_EVERY_MS = MINUTE_MS
/**
 * For how long a token is relied upon alone after a block was first tried. A server remembers ten thousand blocks of a
 * table, which all replicas together do not write in that time.
 */
const TOKEN_TRUSTED_MS = MINUTE_MS

export function startDrain(options: DrainOptions): Drain {
  const { log, logger, clock, intervalMs = INTERVAL_MS, backoffMsMax = BACKOFF_MS_MAX } = options
  const stopping = new AbortController()
  let failures = 0
  let reportedAt: number | undefined
  let running: Promise<void> = Promise.resolve()
  const doubts = doubtful(options)

  /** Rounds run one after the other, whoever asks for them. */
  function round(): Promise<void> {
    const next = running.then(() => drainOnce(options, doubts))
    running = next.catch(() => {})
    return next
  }

  async function rounds(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wait = failures === 0 ? intervalMs : Math.min(intervalMs * 2 ** failures, backoffMsMax)
      await delay(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await round()
        if (failures > 0) logger.info({ failures }, 'The engine takes events again.')
        failures = 0
        reportedAt = undefined
      } catch (error) {
        failures++
        if (reportedAt !== undefined && Math.abs(clock.now() - reportedAt) < REPORT_EVERY_MS) continue
        reportedAt = clock.now()
        const { records, since } = log.pending()
        logger.warn({ failures, records, since, error: nameOf(error) }, 'Events wait for the engine.')
      }
    }
  }
  const loop = rounds()

  return {
    flush: round,
    async stop(deadlineMs) {
      stopping.abort()
      const emptying = loop.then(round).then(
        () => true,
        () => false,
      )
      return { emptied: await Promise.race([emptying, delay(deadlineMs, false, { ref: false })]) }
    },
  }
}

interface Doubts {
  /** Called before each try. */
  about(segment: Segment): boolean
  /** Called when a segment was in the engine for certain, or was not. */
  settle(segment: Segment, wasThere: boolean): void
}

/**
 * Which segments may be in the engine without its tokens telling so: one whose first try is long past, in this process
 * or in the one before. Segments are delivered in order, so none behind one that was missing has been tried before.
 * In process nobody else fills the engine's memory of tokens.
 */
function doubtful({ engine, clock }: DrainOptions): Doubts {
  const startedAt = clock.now()
  const firstTried = new Map<number, number>()
  let inherited = true
  return {
    about({ sequence, since }) {
      if (engine.kind === 'embedded') return false
      const known = firstTried.get(sequence) ?? (inherited && since < startedAt ? since : clock.now())
      firstTried.set(sequence, known)
      return clock.now() - known > TOKEN_TRUSTED_MS
    },
    settle({ sequence }, wasThere) {
      if (!wasThere) inherited = false
      firstTried.delete(sequence)
    },
  }
}

async function drainOnce(options: DrainOptions, doubts: Doubts): Promise<void> {
  const { log, logger, bump, beforeRound } = options
  // A full log refuses these as well, and only draining makes room. It reports its own state.
  await beforeRound?.().catch((error: unknown) => {
    if (!(error instanceof IngestLogUnavailable)) logger.warn({ error: nameOf(error) }, 'Counters wait for the log.')
  })
  for (const segment of await log.rotate()) {
    const records = await log.read(segment)
    const { wasThere } = await deliver(options, segment, records, doubts.about(segment))
    doubts.settle(segment, wasThere)
    // A crash right here is what the tokens are for: the segment comes again, and the engine knows it.
    await log.remove(segment)
    if (bump) for (const product of new Set(records.map((record) => record.product))) bump(product)
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
