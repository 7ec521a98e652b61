import { setMaxListeners } from 'node:events'
import {
  type Analytics,
  type AskedScope,
  CallerGone,
  type Clock,
  type ReportMeta,
  type Reports,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { type FairQueueOptions, fairQueue } from '@footfall/warehouse'
import { answerBreakdowns } from '../answer/breakdowns.ts'
import { answerOverview } from '../answer/overview.ts'
import { answerStats } from '../answer/stats.ts'
import type { DataVersions } from '../cache/cache.ts'
import { type CrawlerListsStatus, createReader, type IngestStatus, type Reader } from '../cache/reader.ts'
import { withTraffic } from '../explain/traffic.ts'
import { scopeOf } from '../question/chosen-traffic.ts'
import { busiestProducts } from './busiest.ts'
import { catalogReport } from './catalog.ts'
import { crawlersReport } from './crawlers.ts'
import { scriptErrorsReport } from './errors.ts'
import { firstDay } from './first-day.ts'
import { funnelResults } from './funnels.ts'
import { goalsReport } from './goals.ts'
import { healthReport } from './health.ts'
import { evidenceOf, installationOf } from './installation.ts'
import { journeysReport } from './journeys.ts'
import { proxyReport } from './proxy.ts'
import { activeVisitors, realtimeReport } from './realtime.ts'
import { reportTurns } from './report-turns.ts'
import { retentionReport } from './retention.ts'
import { searchConsoleReport } from './search-console.ts'
import { sightingsReport } from './sightings.ts'
import { summariesReport } from './summaries.ts'
import { visitorCount } from './visitor-count.ts'

export interface AnalyticsOptions {
  readonly engine: Engine
  readonly clock: Clock
  /** Shared with everything that writes to the engine, so that cached results are never stale. */
  readonly versions: DataVersions
  /** What ingest holds back; without it everything accepted counts as brought in. */
  readonly ingestStatus?: () => IngestStatus
  /** The lists by which hits of crawlers are verified; without it the report does not say. */
  readonly crawlerListsStatus?: () => CrawlerListsStatus
  readonly cache?: { readonly entriesMax?: number; readonly bytesMax?: number }
  /**
   * How many requests of one person may have reports made at once, and half as many again all people on the products of
   * one account; 0 or absent means no limit.
   */
  readonly reportsPerPerson?: number
  /** How long a request beyond that waits before it is rejected. */
  readonly waitMs?: number
}

/** The longest wait of a report for a slot of its person and account. */
const WAIT_MS = 10_000
/** So that one person, or everybody who has a link, leaves room for the others of the account. */
const PEOPLE_FACTOR = 1.5

function admissionOf(reportsPerPerson: number): FairQueueOptions {
  return {
    total: { running: Number.POSITIVE_INFINITY, waiting: 1000 },
    account: { running: Math.ceil(reportsPerPerson * PEOPLE_FACTOR), waiting: 200 },
    person: { running: reportsPerPerson, waiting: 100 },
    message: TOO_MANY_REPORTS,
  }
}

const TOO_MANY_REPORTS = 'Too many reports of this account or product are running; try again shortly.'

function afterMs(ms: number, then: () => void): void {
  setTimeout(then, ms)
}

/** The reading side of the service. */
export function createAnalytics(options: AnalyticsOptions): Analytics {
  const { engine, clock, reportsPerPerson = 0, waitMs = WAIT_MS } = options
  const reader = createReader(options)
  const admission = reportsPerPerson === 0 ? undefined : fairQueue(admissionOf(reportsPerPerson))
  const waitForTurn = reportTurns({ nowMs: () => clock.now(), after: afterMs, message: TOO_MANY_REPORTS })
  return {
    ...reportsOf(() => Promise.resolve(reader)),

    forCaller(caller) {
      let begun: Begun | undefined
      let ended = false
      const begin = (): Begun => {
        const ending = endingWith(caller.signal)
        const { signal } = ending
        return {
          ending,
          reader: reader.forCaller({ share: caller.share, signal }),
          slot: admission?.waitForSlot(caller.share, { signal, waitMs }),
        }
      }
      const admitted = async () => {
        if (ended) throw new CallerGone()
        begun ??= begin()
        await begun.slot
        await waitForTurn(caller.share, begun.ending.signal)
        return begun.reader
      }
      return {
        reports: reportsOf(admitted),
        end() {
          ended = true
          begun?.ending.end()
          begun?.slot?.then(
            (release) => release(),
            () => undefined,
          )
        },
      }
    },

    ping: () => engine.ping(),
  }
}

/** A request that has asked for a report. */
interface Begun {
  readonly ending: Ending
  readonly reader: Reader
  /** Resolves with the function that releases the slot; absent where there is no limit. */
  readonly slot: Promise<() => void> | undefined
}

interface Ending {
  readonly signal: AbortSignal
  end(): void
}

/** A signal that is aborted with another one, and at the end of the work at the latest. */
function endingWith(signal: AbortSignal | undefined): Ending {
  const controller = new AbortController()
  // Each statement of a report listens, and there is no fixed number of them.
  setMaxListeners(0, controller.signal)
  const end = () => {
    signal?.removeEventListener('abort', end)
    controller.abort(signal?.reason)
  }
  if (signal?.aborted) end()
  else signal?.addEventListener('abort', end)
  return { signal: controller.signal, end }
}

/** Every report, each made with the reader that it is given once it may begin. */
function reportsOf(admitted: () => Promise<Reader>): Reports {
  const answered = async <Answer extends { readonly meta: ReportMeta }, Scope extends AskedScope>(
    asked: Scope,
    query: Parameters<typeof scopeOf>[1] & Parameters<typeof withTraffic>[2],
    answer: (reader: Reader, scope: Scope) => Promise<Answer>,
  ) => {
    const reader = await admitted()
    const scope = scopeOf(asked, query)
    return withTraffic(reader, scope, query, await answer(reader, scope))
  }
  return {
    catalog: async (scope) => catalogReport(await admitted(), scope),
    firstDay: async (scope, kind) => firstDay(await admitted(), scope, kind),
    query: (asked, query) => answered(asked, query, (reader, scope) => answerStats(reader, scope, query)),
    async breakdowns(asked, query, dimensions) {
      const reader = await admitted()
      // Each is a question of its own: rows by class are of both classes, which changes none of the others.
      const alike = Map.groupBy(dimensions, (dimension) => scopeOf(asked, { ...query, dimension }).traffic)
      const answered = [...alike.values()].map(async (own) => {
        const scope = scopeOf(asked, { ...query, dimensions: own })
        const answers = await answerBreakdowns(reader, scope, query, own)
        return Promise.all(answers.map((answer) => withTraffic(reader, scope, query, answer)))
      })
      const answers = await Promise.all(answered)
      const byDimension = new Map(
        [...alike.values()].flatMap((own, i) => own.map((name, at) => [name, answers[i]?.[at]])),
      )
      return dimensions.flatMap((dimension) => byDimension.get(dimension) ?? [])
    },
    overview: (asked, query) => answered(asked, query, (reader, scope) => answerOverview(reader, scope, query)),
    summaries: async (scopes, period) => summariesReport(await admitted(), scopes, period),
    busiest: async (products, count) => busiestProducts(await admitted(), products, count),
    activeVisitors: async (scope) => activeVisitors(await admitted(), scope),
    realtime: async (scope) => realtimeReport(await admitted(), scope),
    goals: (asked, query) => answered(asked, query, (reader, scope) => goalsReport(reader, scope, query)),
    searchConsole: async (scope, range, connection) => searchConsoleReport(await admitted(), scope, range, connection),
    crawlers: async (scope, query) => crawlersReport(await admitted(), scope, query),
    funnels: (asked, query, funnels) =>
      answered(asked, query, (reader, scope) => funnelResults(reader, scope, query, funnels)),
    journeys: (asked, query) => answered(asked, query, (reader, scope) => journeysReport(reader, scope, query)),
    retention: (asked, query) => answered(asked, query, (reader, scope) => retentionReport(reader, scope, query)),
    scriptErrors: (asked, query) => answered(asked, query, (reader, scope) => scriptErrorsReport(reader, scope, query)),
    visitorCount: async (scope, visitors) => visitorCount(await admitted(), scope, visitors),
    sightings: async (scope, sought) => sightingsReport(await admitted(), scope, sought),
    health: async (scope) => healthReport(await admitted(), scope),
    installation: async (scope, hostnames) => installationOf(await admitted(), scope, hostnames),
    proxy: async (scope) => proxyReport(await admitted(), scope),
    evidence: async (scope) => evidenceOf(await admitted(), scope),
  }
}
