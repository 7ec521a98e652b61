import { setTimeout as delay } from 'node:timers/promises'
import { type Delivery, deliver } from './deliver.ts'
import type { EventLog } from './log.ts'

export interface DrainOptions extends Delivery {
  readonly log: EventLog
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
const BACKOFF_MS_MAX = 30_000

export function startDrain(options: DrainOptions): Drain {
  const { log, logger, intervalMs = INTERVAL_MS, backoffMsMax = BACKOFF_MS_MAX } = options
  const stopping = new AbortController()
  let failures = 0
  let running: Promise<void> = Promise.resolve()

  /** Rounds run one after the other, whoever asks for them. */
  function round(): Promise<void> {
    const next = running.then(() => drainOnce(options))
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
      } catch (error) {
        failures++
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

async function drainOnce(options: DrainOptions): Promise<void> {
  const { log, logger, bump, beforeRound } = options
  // A full log refuses these as well, and only draining makes room.
  await beforeRound?.().catch((error: unknown) => logger.warn({ error: nameOf(error) }, 'Counters wait for the log.'))
  for (const segment of await log.rotate()) {
    const records = await log.read(segment)
    await deliver(options, segment, records)
    // A crash right here is what the tokens are for: the segment comes again, and the engine knows it.
    await log.remove(segment)
    if (bump) for (const product of new Set(records.map((record) => record.product))) bump(product)
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
