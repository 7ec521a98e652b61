import {
  type Clock,
  type Collector,
  NotFound,
  type PaymentLedger,
  type RandomSource,
  type SaltStore,
  type TrackingProfiles,
} from '@footfall/core-domain'
import type { Engine } from '../engine/engine.ts'
import type { Geo } from '../enrich/geo.ts'
import { startDrain } from '../ingest/drain.ts'
import { openLog } from '../ingest/log.ts'
import type { LogStatus } from '../ingest/log-health.ts'
import { watchLog } from '../ingest/log-watch.ts'
import type { IngestLogger } from '../ingest/logger.ts'
import { collectEvent } from './collect-event.ts'
import { createCounters } from './counters.ts'
import { intakeRecords } from './crawl-hits.ts'
import { cacheSalts } from './daily-salts.ts'
import { paymentRecorder } from './payments.ts'
import { restoreVisits } from './restore-visits.ts'
import { cacheProfiles } from './tracked-profiles.ts'
import { createVisitTable } from './visits.ts'

export interface IngestOptions {
  readonly engine: Engine
  /** Where events wait for the engine; of this process alone. */
  readonly directory: string
  readonly profiles: TrackingProfiles
  readonly salts: SaltStore
  readonly ledger: PaymentLedger
  readonly geo: Geo
  readonly clock: Clock
  readonly random: RandomSource
  readonly logger: IngestLogger
  /** Told of every product that the engine has just taken rows of. */
  readonly bump?: (product: string) => void
  readonly logBytesMax?: number
  readonly intervalMs?: number
}

export interface IngestStatus {
  /** Accepted and not in the engine yet. */
  readonly pendingEvents: number
  /** When the oldest of them was accepted, in epoch milliseconds. */
  readonly pendingSince: number | undefined
  /** What the log holds on the disk. */
  readonly logBytes: number
  /** Whether it can take events. */
  readonly log: LogStatus
}

/** The way of events from the request into the engine. */
export interface Ingest {
  readonly collector: Collector
  status(): IngestStatus
  /** Resolves when everything accepted so far can be queried. */
  flush(): Promise<void>
  /** To be called after the last request has been answered. What is not in the engine by the deadline stays in the log. */
  stop(deadlineMs: number): Promise<{ readonly emptied: boolean }>
}

export async function openIngest(options: IngestOptions): Promise<Ingest> {
  const { engine, directory, geo, clock, random, logger, ledger, bump, logBytesMax, intervalMs } = options
  const log = await openLog({
    directory,
    clock,
    random,
    ...(logBytesMax === undefined ? {} : { bytesMax: logBytesMax }),
  })
  const visits = createVisitTable(random)
  const counters = createCounters()
  const profiles = cacheProfiles(options.profiles, clock)
  const salts = cacheSalts(options.salts, clock)
  try {
    await restoreVisits({ engine, log, visits, logger }, clock.now())
  } catch (error) {
    await log.close()
    throw error
  }

  async function beforeRound(): Promise<void> {
    visits.sweep(clock.now())
    salts.turn()
    const { records, restore } = counters.take()
    await log.append(records, restore)
  }
  const drain = startDrain({
    log,
    engine,
    clock,
    logger,
    beforeRound,
    ...(bump ? { bump } : {}),
    ...(intervalMs === undefined ? {} : { intervalMs }),
  })
  const watch = watchLog({ log, clock, logger })
  const parts = { log, profiles, salts, geo, clock, counters, visits }

  return {
    collector: {
      event: (event, origin) => collectEvent(parts, event, origin),
      refused(product) {
        const count = (known: unknown) => {
          if (known) counters.rejected(product, 'invalid', clock.now())
        }
        // Whether the count succeeds changes nothing for the sender, who has been told what is wrong.
        profiles.find(product).then(count, () => {})
      },
      async crawls(product, hits) {
        const profile = await profiles.find(product)
        if (!profile) throw new NotFound()
        const records = intakeRecords(profile, hits, clock.now())
        await log.append(records)
        return { accepted: records.length }
      },
      payment: paymentRecorder({ ...parts, ledger, engine }),
    },
    status() {
      const { records, since, bytes } = log.pending()
      return { pendingEvents: records, pendingSince: since, logBytes: bytes, log: log.status() }
    },
    flush: () => drain.flush(),
    async stop(deadlineMs) {
      watch.stop()
      const stopped = await drain.stop(deadlineMs)
      await log.close()
      return stopped
    },
  }
}
