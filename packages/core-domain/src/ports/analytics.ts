import type { Integration } from '../entities/insight.ts'
import type { Funnel } from '../entities/product.ts'
import type { Preferences, TrackedEvent } from '../entities/settings.ts'
import type { FunnelId, ProductId } from '../ids.ts'
import type {
  CatalogReport,
  CrawlersReport,
  FunnelResult,
  GoalsReport,
  HealthReport,
  InstallationReport,
  ProxyReport,
  RealtimeReport,
  ReportMeta,
  SearchConsoleReport,
  StatsReport,
} from '../reports.ts'
import type { Comparison, Dimension, Filter, Interval, Metric } from '../statistics.ts'
import type { Timestamp } from '../time/instant.ts'
import type { LocalDate } from '../time/local-date.ts'
import type { TimeZone } from '../time/time-zone.ts'

/** What a report needs to know about its product; read from the control data by the caller. */
export interface ReportScope {
  readonly product: ProductId
  readonly preferences: Preferences
  /** Every tracked event whose `goal` is set. */
  readonly goals: readonly TrackedEvent[]
  /** The zone in which days are cut: the product's, or the caller's choice. */
  readonly timezone: TimeZone
}

/** Days are inclusive on both ends. */
export interface ReportRange {
  readonly from: LocalDate
  readonly to: LocalDate
}

export interface StatsQuery extends ReportRange {
  readonly metric: Metric
  readonly interval?: Interval | undefined
  readonly dimension?: Dimension | undefined
  readonly filters: readonly Filter[]
  readonly compare?: Comparison | undefined
  readonly limit: number
  /** Rows already seen of the same breakdown. */
  readonly offset: number
}

export interface Report<Data> {
  readonly data: Data
  readonly meta: ReportMeta
}
export interface StatsAnswer extends Report<StatsReport> {
  /** Whether a breakdown has rows after this page. */
  readonly more: boolean
}

/** First and last event of a product and what it ever sent, as evidence for the onboarding steps. */
export interface CollectionEvidence {
  readonly first_event_at: Timestamp | undefined
  readonly last_event_at: Timestamp | undefined
  readonly events: number
  readonly tracker_version: string | undefined
  readonly first_goal: { readonly name: string; readonly at: Timestamp } | undefined
}

/** Who asks for reports, for the length of one request. */
export interface Asker {
  /** Whose share of the engine the work counts to: an account, or the product of a product key. */
  readonly share: string
  /** Aborted when the asker no longer waits for the answer; what runs for nobody else is then stopped. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The statistics of the service. Methods throw `InvalidRequest` for a combination that the catalog does not allow,
 * `ServiceUnavailable` when the engine does not answer, and `AskerGone` once the asker's signal is aborted.
 */
export interface Reports {
  catalog(scope: ReportScope): Promise<CatalogReport>
  query(scope: ReportScope, query: StatsQuery): Promise<StatsAnswer>
  realtime(scope: ReportScope): Promise<RealtimeReport>
  goals(scope: ReportScope, range: ReportRange): Promise<Report<GoalsReport>>
  searchConsole(
    scope: ReportScope,
    range: ReportRange,
    /** What the product's connection says of itself; without a connection the report is `unavailable`. */
    connection: { readonly status: Integration['status']; readonly synced_at: Timestamp | undefined },
  ): Promise<Report<SearchConsoleReport>>
  crawlers(scope: ReportScope, range: ReportRange): Promise<Report<CrawlersReport>>
  funnels(
    scope: ReportScope,
    range: ReportRange,
    funnels: readonly Funnel[],
  ): Promise<ReadonlyMap<FunnelId, FunnelResult>>
  health(scope: ReportScope): Promise<HealthReport>
  installation(scope: ReportScope, hostnames: readonly string[]): Promise<InstallationReport['domains']>
  proxy(scope: ReportScope): Promise<ProxyReport>
  evidence(scope: ReportScope): Promise<CollectionEvidence>
}

/** The reports of one asker, for the length of one request. */
export interface AskerReports {
  /** The first waits until the asker's share has room, and throws `Overloaded` when it has none in time. */
  readonly reports: Reports
  /** Stops what is still being made, and frees the place in the share. */
  end(): void
}

/** Reports for anybody, and for askers who share the engine. Its own methods are the service's: no share, no limit. */
export interface Analytics extends Reports {
  askedBy(asker: Asker): AskerReports
  /** Never waits behind a report. Throws `ServiceUnavailable` when the engine does not answer. */
  ping(): Promise<void>
}
