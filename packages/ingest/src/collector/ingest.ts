import type { Logger } from '@footfall/core-domain'
import {
  type Clock,
  type Collector,
  NotFound,
  type PaymentLedger,
  type RandomSource,
  type SaltStore,
  type TrackingProfiles,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import type { Geo } from '../enrich/geo.ts'
import { boundedOrigin } from '../enrich/origin.ts'
import { startDrain } from '../log/drain.ts'
import { openLog } from '../log/log.ts'
import type { LogStatus } from '../log/log-health.ts'
import { watchLog } from '../log/log-watch.ts'
import { collectEvent } from './collect-event.ts'
import { createCounters } from './counters.ts'
import { intakeRecords } from './crawl-hits.ts'
import { cacheSalts } from './daily-salts.ts'
import { createBudgets, type HourlyBudget, UNLIMITED } from './hourly-budget.ts'
import { paymentRecorder } from './payments.ts'
import { restoreVisits } from './restore-visits.ts'
import { cacheProfiles } from './tracked-profiles.ts'
import { type ForgottenVisits, LIVE_VISIT_BYTES_MAX } from './visit-memory.ts'
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
  readonly logger: Logger
  /** Told of every product that the engine has just taken rows of. */
  readonly bump?: (product: string) => void
  readonly logBytesMax?: number
  /** What live visits may take in memory. */
  readonly visitBytesMax?: number
  /** Of each product, in this process; none by default. */
  readonly hourlyBudget?: HourlyBudget
  /** Between two rounds of the drain, and between two checks of the log. */
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

/** The visits that are going on, in the memory of this process. */
export interface LiveVisits {
  readonly count: number
  /** By the count that the bound goes by. */
  readonly bytes: number
  /** Given up before they were over, since the start of the process. */
  readonly forgotten: ForgottenVisits
}

/** The way of events from the request into the engine. */
export interface Ingest {
  readonly collector: Collector
  status(): IngestStatus
  liveVisits(): LiveVisits
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
  const { visitBytesMax = LIVE_VISIT_BYTES_MAX, hourlyBudget = UNLIMITED } = options
  const visits = createVisitTable(random, visitBytesMax)
  const budgets = createBudgets(hourlyBudget)
  const counters = createCounters()
  const profiles = cacheProfiles(options.profiles, clock)
  const salts = cacheSalts(options.salts, clock)
  try {
    await restoreVisits({ engine, log, visits, visitBytesMax, clock, logger })
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
  const watch = watchLog({ log, clock, logger, ...(intervalMs === undefined ? {} : { intervalMs }) })
  const parts = { log, profiles, salts, geo, clock, counters, visits, budgets }

  return {
    collector: {
      event: (event, origin) => collectEvent(parts, event, boundedOrigin(origin)),
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
    liveVisits: () => ({ count: visits.size, bytes: visits.bytes, forgotten: visits.forgotten }),
    flush: () => drain.flush(),
    async stop(deadlineMs) {
      watch.stop()
      const stopped = await drain.stop(deadlineMs)
      await log.close()
      return stopped
    },
  }
}
