import type { Logger } from '@footfall/core-domain'
import {
  type ChangedDays,
  type Clock,
  NotFound,
  type PaymentLedger,
  type RandomSource,
  type SaltStore,
  type TrackingProfiles,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { type CrawlerAddresses, compileCrawlerLists } from '../enrich/crawler-lists.ts'
import type { Geo } from '../enrich/geo.ts'
import { type Networks, NO_NETWORKS } from '../enrich/networks.ts'
import { boundedOrigin } from '../enrich/origin.ts'
import { startDrain } from '../log/drain.ts'
import { openLog } from '../log/log.ts'
import type { LogStatus } from '../log/log-health.ts'
import { watchLog } from '../log/log-watch.ts'
import { createSeenSignatures } from '../signatures/seen-signatures.ts'
import { createSignerKeys, type FetchSignerDirectory } from '../signatures/signer-keys.ts'
import { createBursts } from './bursts.ts'
import { collectBatch, type LocalCollector } from './collect-batch.ts'
import { collectEvent } from './collect-event.ts'
import { createCounters } from './counters.ts'
import { intakeRecords } from './crawl-hits.ts'
import { cacheSalts } from './daily-salts.ts'
import { createErrorBudget } from './error-budget.ts'
import { rememberIds } from './event-ids.ts'
import { createBudgets, type HourlyBudget, UNLIMITED } from './hourly-budget.ts'
import { listedNames } from './listed-names.ts'
import { createPastVisits } from './past-visits.ts'
import { paymentRecorder } from './payments.ts'
import { restoreVisits } from './restore-visits.ts'
import { cacheProfiles } from './tracked-profiles.ts'
import { type ForgottenVisits, LIVE_VISIT_BYTES_MAX } from './visit-memory.ts'
import { createVisitTable } from './visits.ts'

export interface IngestOptions {
  readonly engine: Engine
  /** Directory of the ingest log, used by this process only. */
  readonly directory: string
  readonly profiles: TrackingProfiles
  readonly salts: SaltStore
  readonly ledger: PaymentLedger
  readonly geo: Geo
  /** Which networks belong to data centres; none is known by default. */
  readonly networks?: Networks
  /** The addresses of crawlers. Without it no hit is verified by its address. */
  readonly crawlerAddresses?: CrawlerAddresses
  /** Without it no signatures of crawlers are verified. */
  readonly fetchSignerDirectory?: FetchSignerDirectory
  readonly clock: Clock
  readonly random: RandomSource
  readonly logger: Logger
  /** Called for each event that a browser sends, with the account that owns its product, or the product if nobody does. */
  readonly onEvent?: (account: string) => void
  /** Called for every product whose rows were just inserted. */
  readonly bump?: (product: string, changed: ChangedDays) => void
  readonly logBytesMax?: number
  /** Memory limit of live visits. */
  readonly visitBytesMax?: number
  /** Per product in this process; unlimited by default. */
  readonly hourlyBudget?: HourlyBudget
  /** Interval of the drain rounds and of the log checks. */
  readonly intervalMs?: number
}

export interface IngestStatus {
  /** Accepted events that are not in the engine yet. */
  readonly pendingEvents: number
  /** When the oldest of them was accepted, in epoch milliseconds. */
  readonly pendingSince: number | undefined
  /** Size of the log on disk. */
  readonly logBytes: number
  /** Whether it can accept events. */
  readonly log: LogStatus
  /** Whether it knows which networks belong to data centres. */
  readonly knowsNetworks: boolean
}

/** Live visits in the memory of this process. */
export interface LiveVisits {
  readonly count: number
  /** As counted for the limit. */
  readonly bytes: number
  /** Visits evicted before they were over, since the start of the process. */
  readonly forgotten: ForgottenVisits
}

/** Collects events: from the request to the engine. */
export interface Ingest {
  readonly collector: LocalCollector
  status(): IngestStatus
  liveVisits(): LiveVisits
  /** Resolves when everything accepted so far can be queried. */
  flush(): Promise<void>
  /**
   * Runs the work between two deliveries, with the paths of the files that hold what is not in the engine yet. Events are
   * accepted meanwhile, into another file.
   */
  whilePaused<T>(work: (segments: readonly string[]) => Promise<T>): Promise<T>
  /** Called after the last request was answered. What is not in the engine by the deadline stays in the log. */
  stop(deadlineMs: number): Promise<{ readonly emptied: boolean }>
}

export async function openIngest(options: IngestOptions): Promise<Ingest> {
  const { engine, directory, geo, clock, random, logger, ledger, bump, logBytesMax, intervalMs } = options
  const log = await openLog({ directory, clock, random, bytesMax: logBytesMax })
  const { visitBytesMax = LIVE_VISIT_BYTES_MAX, hourlyBudget = UNLIMITED } = options
  const past = createPastVisits(random)
  const visits = createVisitTable(random, {
    bytesMax: visitBytesMax,
    onForgotten(visit, because) {
      if (because === 'over') past.keep(visit)
    },
  })
  const budgets = createBudgets(hourlyBudget)
  const counters = createCounters()
  const errorBudget = createErrorBudget()
  const names = listedNames({ engine, clock, logger })
  const profiles = cacheProfiles(options.profiles, clock)
  const salts = cacheSalts(options.salts, clock)
  try {
    await restoreVisits({ engine, log, visits, visitBytesMax, clock, logger })
  } catch (error) {
    await log.close()
    throw error
  }

  const crawlerAddresses = options.crawlerAddresses ?? compileCrawlerLists({})
  const signatures = options.fetchSignerDirectory && {
    keys: createSignerKeys(options.fetchSignerDirectory, clock),
    seen: createSeenSignatures(clock),
    clock,
  }
  const verification = { addresses: crawlerAddresses, signatures }

  const ids = rememberIds({ engine, log, clock, random, logger })
  ids.load()

  async function beforeRound(): Promise<void> {
    visits.sweep(clock.now())
    past.sweep(clock.now())
    ids.load()
    salts.refresh()
    const { records, restore } = counters.take()
    await log.append(records, restore)
  }
  const drain = startDrain({ log, engine, clock, logger, beforeRound, bump, intervalMs })
  const watch = watchLog({ log, clock, logger, intervalMs })
  const { networks = NO_NETWORKS } = options
  const bursts = createBursts()
  const dependencies = {
    ...{ log, profiles, salts, geo, crawlerAddresses, clock, counters, visits, budgets, errorBudget, names },
    ...{ networks, bursts, onEvent: options.onEvent },
  }
  const batches = { ...dependencies, ids, past, appending: new Set<Promise<void>>() }

  return {
    collector: {
      event: (event, origin) => collectEvent(dependencies, event, boundedOrigin(origin)),
      batch: (...batch) => collectBatch(batches, ...batch),
      countRejected(product) {
        const count = (known: unknown) => {
          if (known) counters.rejected(product, 'invalid', clock.now())
        }
        // The sender already has its answer, so a failed count is ignored.
        profiles.find(product).then(count, () => {})
      },
      async crawls(product, hits, turns) {
        const profile = await profiles.find(product)
        if (!profile) throw new NotFound()
        const { records, used } = await intakeRecords(verification, profile, hits, { now: clock.now(), turns })
        turns?.end()
        await log.append(records, () => {
          for (const signature of used) signatures?.seen.forget(signature)
        })
        return { accepted: records.length }
      },
      payment: paymentRecorder({ ...dependencies, ledger, engine }),
    },
    status() {
      const { records, since, bytes } = log.pending()
      return {
        pendingEvents: records,
        pendingSince: since,
        logBytes: bytes,
        log: log.status(),
        knowsNetworks: networks.isKnown,
      }
    },
    liveVisits: () => ({ count: visits.size, bytes: visits.bytes, forgotten: visits.forgotten }),
    flush: () => drain.flush(),
    whilePaused: (work) => drain.whilePaused(async () => work((await log.rotate()).map(({ path }) => path))),
    async stop(deadlineMs) {
      watch.stop()
      ids.stop()
      const stopped = await drain.stop(deadlineMs)
      await log.close()
      return stopped
    },
  }
}
