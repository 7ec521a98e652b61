import type { Dimension } from '../dimensions.ts'
import type { Goal } from '../entities/goals.ts'
import type { Integration } from '../entities/insight.ts'
import type { Funnel } from '../entities/product.ts'
import type { PropertyMatch } from '../entities/property-match.ts'
import type { Preferences } from '../entities/settings.ts'
import type { AccountId, ProductId } from '../ids.ts'
import type { OverviewReport, ProductSummary, SummaryPeriod } from '../overviews.ts'
import type {
  CatalogReport,
  CrawlersReport,
  FunnelResult,
  GoalsReport,
  HealthReport,
  InstallationReport,
  JourneyDirection,
  JourneysReport,
  ProxyReport,
  RealtimeReport,
  ReportMeta,
  RetentionReport,
  ScriptErrorsReport,
  SearchConsoleReport,
  SeveralStatsReport,
  StatsReport,
} from '../reports/index.ts'
import type { AskedFilter, CrawlerDimension, CrawlerPurpose, Interval, Metric, Period } from '../statistics.ts'
import type { Timestamp } from '../time/instant.ts'
import type { LocalDate } from '../time/local-date.ts'
import type { TimeZone } from '../time/time-zone.ts'
import type { Traffic } from '../traffic.ts'

/** What a report needs of its product. The caller reads it from the control data. */
export interface ReportScope {
  readonly product: ProductId
  /** What people call it: the label of its row among several. */
  readonly name?: string | undefined
  readonly preferences: Preferences
  /** Each with a name of its own. */
  readonly goals: readonly Goal[]
  /** The time zone of days: of the product, or the one that the caller chose. */
  readonly timezone: TimeZone
  /**
   * For a caller who may see numbers only: reports look at nothing outside of the filters, so they do not reveal whether a value
   * was ever collected.
   */
  readonly discreet?: boolean
  /** The visits that the caller chose; those of the preference of the product where absent. */
  readonly traffic?: Traffic | undefined
}

/** One product, or several that are asked about as one. */
export type AskedProducts = ProductId | readonly ProductId[]

/**
 * What a report must know that may be about several products. People of different products are different people, so their
 * numbers are those of one product that has the events of all.
 */
export interface AskedScope extends Omit<ReportScope, 'product' | 'goals'> {
  readonly product: AskedProducts
  /** Goals of several products may share a name; each then holds for its own products. */
  readonly goals: readonly GoalOfProducts[]
  /** Each of several products with its own settings; absent for a single product. */
  readonly parts?: readonly ReportScope[] | undefined
}

/** A goal of some of the products that a question is about; of all of them where `products` is absent. */
export type GoalOfProducts = Goal & { readonly products?: readonly ProductId[] | undefined }

/** The scope of a question about several products: `parts` have one time zone, one first day of the week and one kind of traffic. */
export interface SeveralScope extends AskedScope {
  readonly product: readonly ProductId[]
  readonly parts: readonly ReportScope[]
}

/** Both days are included. */
export interface ReportRange {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The date range of a question. Calendar periods are compared with calendar periods, so it keeps the name of its period. */
export interface AskedRange extends ReportRange {
  readonly period?: Period | undefined
}

/** Where the data of a report is. */
export type CollectedKind = 'events' | 'crawler_hits' | 'search_console'

export interface StatsQuery extends AskedRange {
  /** From 1 to `METRICS_PER_QUESTION_MAX`, each once. */
  readonly metrics: readonly Metric[]
  readonly interval?: Interval | undefined
  /** The longest series that is taken, where it is shorter than the catalog allows. */
  readonly pointsMax?: number | undefined
  /** Up to `DIMENSIONS_PER_QUESTION_MAX`, each once. */
  readonly dimensions: readonly Dimension[]
  readonly filters: readonly AskedFilter[]
  readonly compare?: ComparedPeriod | undefined
  /** The first metric, descending, when absent. */
  readonly order?: RowOrder | undefined
  /** Rows of fewer visitors are left out. */
  readonly minVisitors?: number | undefined
  readonly limit: number
  /** The number of rows of the breakdown already read. */
  readonly offset: number
}

/** The earlier period of a comparison. `matchWeekday` moves it earlier until its weekdays match. */
export type ComparedPeriod =
  | { readonly period: 'previous_period' | 'previous_year'; readonly matchWeekday: boolean }
  | { readonly period: 'custom'; readonly range: ReportRange; readonly matchWeekday: boolean }

/** An overview always has a comparison. */
export interface OverviewQuery extends AskedRange {
  readonly filters: readonly AskedFilter[]
  readonly compare: ComparedPeriod
  /** The most rows that gained, and that lost, of each dimension. */
  readonly moversMax: number
}

/** Filters about the event choose the conversions, filters about where it happened the visits that were there. */
export interface GoalsQuery extends AskedRange {
  readonly filters: readonly AskedFilter[]
  readonly compare?: ComparedPeriod | undefined
}

/** Filters choose visits; each step is then any event of theirs. */
export interface FunnelsQuery extends AskedRange {
  readonly filters: readonly AskedFilter[]
  /** Each funnel also for the ten largest values that its first step has of it. */
  readonly dimension?: Dimension | undefined
  /** Set if the caller chose the steps, instead of a saved funnel. */
  readonly isAdHoc?: boolean | undefined
  /** Whether to report the time between steps and who dropped off, which takes several times as long. */
  readonly dropOffs?: boolean | undefined
}

/** Filters choose visits that began in the date range; the journeys are those of the views of the page in them. */
export interface JourneysQuery extends AskedRange {
  readonly filters: readonly AskedFilter[]
  readonly page: string
  readonly directions: readonly JourneyDirection[]
}

/** Filters choose the events by which a visitor counts in a week, the first included. */
export interface RetentionQuery extends ReportRange {
  readonly filters: readonly AskedFilter[]
}

/** Each filter holds for a hit that has one of its values. */
export interface CrawlersQuery extends AskedRange {
  readonly purposes?: readonly CrawlerPurpose[] | undefined
  /** Names, in any case. */
  readonly crawlers?: readonly string[] | undefined
  /** A path; `*` stands for any run of characters. */
  readonly page?: string | undefined
  readonly verified?: readonly (boolean | null)[] | undefined
  readonly status?: readonly StatusFilter[] | undefined
  /** At most two, each once. */
  readonly dimensions?: readonly CrawlerDimension[] | undefined
  readonly compare?: ComparedPeriod | undefined
  /** Rows of the breakdown, or without one the crawlers and pages that are listed. */
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** False for a caller who may not see visits. */
  readonly visits?: boolean | undefined
}

export const SEARCH_DEVICES = ['desktop', 'mobile', 'tablet'] as const
export type SearchDevice = (typeof SEARCH_DEVICES)[number]

export interface SearchConsoleQuery extends ReportRange {
  /** What was searched for, in any case; `*` stands for any run of characters. */
  readonly query?: string | undefined
  /** A path, or the whole address; `*` stands for any run of characters. */
  readonly page?: string | undefined
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[] | undefined
  readonly devices?: readonly SearchDevice[] | undefined
  /** Rows of each list. */
  readonly limit?: number | undefined
  readonly compare?: ComparedPeriod | undefined
}

/** HTTP statuses from one to another; those that are not known count as 0. */
export interface StatusFilter {
  readonly from: number
  readonly to: number
}

export interface CrawlersAnswer extends Report<CrawlersReport> {
  /** Whether the breakdown has more rows after this page. */
  readonly more: boolean
}

/** Filters choose errors by where and in whose visit they happened. */
export interface ScriptErrorsQuery extends AskedRange {
  readonly filters: readonly AskedFilter[]
}

/** A funnel, saved or not. */
export type FunnelDefinition = Pick<Funnel, 'steps' | 'window_minutes'> & Partial<Pick<Funnel, 'name'>>

/** The order of rows. `change` is the absolute difference of the first metric and needs a comparison. */
export type RowOrder =
  | { readonly by: 'metric'; readonly metric: Metric; readonly direction: 'asc' | 'desc' }
  | { readonly by: 'change'; readonly direction: 'asc' | 'desc' }
  | { readonly by: 'key' }

export interface Report<Data> {
  readonly data: Data
  readonly meta: ReportMeta
}
/** What a report was computed from, in UTC days. */
export interface ReadDays {
  /** Closed days, whose numbers are stored. */
  readonly days: number
  /** Days whose events were read. */
  readonly rows: number
}

/** One metric answers as `StatsReport`, several as `SeveralStatsReport`. */
export interface StatsAnswer extends Report<StatsReport | SeveralStatsReport> {
  /** Whether the breakdown has more rows after this page. */
  readonly more: boolean
  readonly read?: ReadDays
}

export interface OverviewAnswer extends Report<OverviewReport> {
  readonly read?: ReadDays
}

/** Events that a change names. Patterns have `*` for any run of characters. */
export type SoughtEvents =
  | { readonly kind: 'page'; readonly pattern: string; readonly properties?: readonly PropertyMatch[] }
  | { readonly kind: 'event'; readonly name: string; readonly properties?: readonly PropertyMatch[] }
  /** What reaches a goal of the product. */
  | { readonly kind: 'goal'; readonly name: string }
  /** On hostnames that match one of the patterns, or on those that match none. */
  | { readonly kind: 'hostname' | 'other_hostname'; readonly patterns: readonly string[] }
  /** Patterns of hosts, or of hosts with paths, with or without `www.`. */
  | { readonly kind: 'referrer'; readonly pattern: string }
  | { readonly kind: 'country'; readonly code: string }
  | { readonly kind: 'any' }

/** What is known about the sought events. */
export interface Sighting {
  /** Visitors of the last 7 days, including today; null if they are fewer than the suppression threshold. */
  readonly visitors: number | null
  /** Events of the last 30 days, including today. */
  readonly events: number
  /** Whether there is any such event within retention. */
  readonly seen: boolean
  /** Whether there is such an event, whatever its properties. */
  readonly seenWithAnyProperties: boolean
  /** Up to three collected values similar to one that was never collected. */
  readonly near: readonly string[]
}

/** The maximum number of kinds of events in one question. */
export const SOUGHT_MAX = 20

/** What a summary must know of its product. */
export type SummaryScope = Omit<ReportScope, 'goals'>

/** What a product has collected, for the onboarding steps. */
export interface CollectionEvidence {
  readonly first_event_at: Timestamp | undefined
  readonly last_event_at: Timestamp | undefined
  readonly events: number
  readonly tracker_version: string | undefined
  readonly first_goal: { readonly name: string; readonly at: Timestamp } | undefined
}

/**
 * Whose turn of the warehouse a request uses. Turns go to the accounts in rotation, within an account to its people, and
 * within those to their credentials.
 */
export interface EngineShare {
  /** The account that owns the product; the product itself if it has no owner. For several products, the account that asks. */
  readonly account: AccountId | ProductId | 'service' | 'maintenance'
  /**
   * The account that asks. The shared links of an account together are one person in addition to its people, and so are its Website
   * API keys.
   */
  readonly person: AccountId | 'links' | 'keys' | 'service'
  /** The id of the credential. */
  readonly credential: string
}

/** The client of a report, for one request. */
export interface ReportCaller {
  readonly share: EngineShare
  /** Aborted when the client disconnects; work that no other request needs is then stopped. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The statistics of the service. Methods throw `InvalidRequest` for a combination that the catalog does not allow,
 * `ServiceUnavailable` when the warehouse does not answer, and `CallerGone` once the signal is aborted.
 */
export interface Reports {
  catalog(scope: ReportScope): Promise<CatalogReport>
  /** The first day that has data and is within retention; undefined where there is none. */
  firstDay(scope: ReportScope, kind: CollectedKind): Promise<LocalDate | undefined>
  query(scope: AskedScope, query: StatsQuery): Promise<StatsAnswer>
  /** The same question by each of several dimensions, in their order. */
  breakdowns(
    scope: AskedScope,
    query: Omit<StatsQuery, 'dimensions'>,
    dimensions: readonly Dimension[],
  ): Promise<readonly StatsAnswer[]>
  /** The headline metrics, and the rows that changed most. Metrics that the product never collects are left out. */
  overview(scope: AskedScope, query: OverviewQuery): Promise<OverviewAnswer>
  /** The visitors of many products, each in the time zone of its scope, by one statement, without goals. */
  summaries(scopes: readonly SummaryScope[], period: SummaryPeriod): Promise<ReadonlyMap<ProductId, ProductSummary>>
  /** The products that have the most events, the most first, then those without any. */
  busiest(products: readonly ProductId[], count: number): Promise<readonly ProductId[]>
  /** `active_visitors` of `realtime`, without the rest. */
  activeVisitors(scope: AskedScope): Promise<RealtimeReport['active_visitors']>
  realtime(scope: AskedScope): Promise<RealtimeReport>
  goals(scope: AskedScope, query: GoalsQuery): Promise<Report<GoalsReport>>
  searchConsole(
    scope: ReportScope,
    query: SearchConsoleQuery,
    /** The connection of the product; without one the report is `unavailable`. */
    connection: {
      readonly status: Integration['status']
      readonly synced_at: Timestamp | undefined
      /** Whether its data is made up for the demo. */
      readonly demo?: boolean
    },
  ): Promise<Report<SearchConsoleReport>>
  crawlers(scope: ReportScope, query: CrawlersQuery): Promise<CrawlersAnswer>
  /** The results of funnels, in their order. */
  funnels(
    scope: ReportScope,
    query: FunnelsQuery,
    funnels: readonly FunnelDefinition[],
  ): Promise<Report<readonly FunnelResult[]>>
  /** Where visits went from a page and where they came from, three steps in each direction. */
  journeys(scope: ReportScope, query: JourneysQuery): Promise<Report<JourneysReport>>
  /** Of the weeks that touch the range, which are read whole. Throws `InvalidRequest` for a range of too many weeks. */
  retention(scope: ReportScope, query: RetentionQuery): Promise<Report<RetentionReport>>
  /** The errors that scripts of pages threw, by how often they happened. */
  scriptErrors(scope: ReportScope, query: ScriptErrorsQuery): Promise<Report<ScriptErrorsReport>>
  /** How much is kept of a visitor by their pseudonyms. */
  visitorCount(
    scope: ReportScope,
    visitors: readonly string[],
  ): Promise<{ readonly events: number; readonly visits: number }>
  /**
   * What is known of at most `SOUGHT_MAX` kinds of events, in their order, by one statement and one more for each of three that
   * were never seen. Undefined for a product that never collected anything.
   */
  sightings(scope: ReportScope, sought: readonly SoughtEvents[]): Promise<readonly Sighting[] | undefined>
  health(scope: ReportScope): Promise<HealthReport>
  installation(scope: ReportScope, hostnames: readonly string[]): Promise<InstallationReport['domains']>
  proxy(scope: ReportScope): Promise<ProxyReport>
  evidence(scope: ReportScope): Promise<CollectionEvidence>
}

/** The reports of one request. */
export interface CallerReports {
  /** The first report waits for a slot of the account and the person, and throws `Overloaded` after a timeout. */
  readonly reports: Reports
  /** Stops running reports and frees the slot. */
  end(): void
}

/** Its own methods are for the service itself, without a share; requests use `forCaller`. */
export interface Analytics extends Reports {
  forCaller(caller: ReportCaller): CallerReports
  /** Does not wait for reports. Throws `ServiceUnavailable` when the warehouse does not answer. */
  ping(): Promise<void>
}
