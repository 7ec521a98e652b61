import {
  type AskedProducts,
  type Clock,
  type LocalDate,
  MINUTE_MS,
  type ReportCaller,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import type { Engine, Sql } from '@footfall/warehouse'
import { type AskedRows, type DataVersions, memoryVersions, type ResultCache, resultCache } from './cache.ts'
import { type HeldDays, heldDays } from './held-days.ts'

/** The events that ingest has accepted and that are not in the engine yet. */
export interface IngestStatus {
  /** When the oldest of them was accepted; undefined without any. */
  readonly pendingSince: number | undefined
  readonly pendingEvents: number
  /** Whether ingest knows which networks belong to data centers. */
  readonly knowsNetworks?: boolean
}

/** The lists of crawlers' addresses that this service has. */
export interface CrawlerListsStatus {
  readonly lists: number
  /** The latest day on which a list was fetched; undefined if none was. */
  readonly fetchedOn: LocalDate | undefined
}

/** Reads rows for reports, through the cache and with one clock. */
export interface Reader {
  /** Reads rows of one product or of several; a cached result is valid until the data of any of them changes. */
  rows<Row>(products: AskedProducts, statement: Sql): Promise<readonly Row[]>
  /** The same for rows that the caller holds in another form: concurrent callers share one reading, and no result is cached. */
  passingRows<Row>(products: AskedProducts, statement: Sql): Promise<readonly Row[]>
  /** The same for results that rows of the running UTC day do not change. */
  pastRows<Row>(products: AskedProducts, statement: Sql): Promise<readonly Row[]>
  readonly held: HeldDays
  /**
   * The same, up to a minute old: for approximate numbers that accompany many reports. With `isOfPast`, rows of the running UTC
   * day do not change the result, which is then kept while no past day changes.
   */
  rowsOfMinute<Row>(products: AskedProducts, statement: Sql, isOfPast?: boolean): Promise<readonly Row[]>
  /** Milliseconds since the epoch. */
  now(): number
  freshUntil(): Timestamp
  ingest(): IngestStatus
  /** Undefined if hits are not verified by lists. */
  crawlerLists(): CrawlerListsStatus | undefined
}

/** The reader of the service itself, from which that of each caller is made. */
export interface SharedReader extends Reader {
  /** The same reader for one caller: its statements use the share of the caller, and stop when the caller is gone. */
  forCaller(caller: ReportCaller): Reader
}

export interface ReaderOptions {
  readonly engine: Engine
  readonly clock: Clock
  readonly versions: DataVersions
  readonly ingestStatus?: (() => IngestStatus) | undefined
  readonly crawlerListsStatus?: (() => CrawlerListsStatus) | undefined
  readonly cache?: { readonly entriesMax?: number; readonly bytesMax?: number } | undefined
}

/** On a server, other processes also write: their rows are seen within this time. */
const REMOTE_MAX_AGE_MS = 1000
/** Without an outage, events that another process accepted are in the engine within this time. */
const OTHERS_DELIVER_WITHIN_MS = 2000
/** Replicas of a cluster that lag further behind are not read. It allows for clocks that differ. */
const REPLICAS_LAG_MS = 10_000
/** Results that are kept for a minute are few and small. */
const MINUTE_LIMITS = { entriesMax: 1000, bytesMax: 4 * 1024 * 1024 }
const NOTHING_PENDING: IngestStatus = { pendingSince: undefined, pendingEvents: 0 }

export function createReader({
  engine,
  clock,
  versions,
  ingestStatus,
  crawlerListsStatus,
  cache: limits,
}: ReaderOptions): SharedReader {
  const maxAgeMs = engine.kind === 'remote' ? REMOTE_MAX_AGE_MS : undefined
  const cache: ResultCache = resultCache({ versions, clock, maxAgeMs, ...limits })
  const ofMinute = resultCache({ versions: memoryVersions(), clock, maxAgeMs: MINUTE_MS, ...MINUTE_LIMITS })
  const ingest = ingestStatus ?? (() => NOTHING_PENDING)
  const held = heldDays({ lagMs: engine.cluster === undefined ? undefined : REPLICAS_LAG_MS })
  const readsOf = ({
    share,
    signal,
  }: Partial<ReportCaller>): Pick<Reader, 'rows' | 'passingRows' | 'pastRows' | 'rowsOfMinute'> => {
    const read = <Row>(from: ResultCache, products: AskedProducts, { text }: Sql, more: AskedRows = {}) =>
      from.read<Row>(
        products,
        text,
        (reading) => engine.rows<Row>(text, { purpose: 'report', share, signal: reading }),
        { account: share?.account, signal, ...more },
      )
    return {
      rows: (products, statement) => read(cache, products, statement),
      passingRows: (products, statement) => read(cache, products, statement, { isPassing: true }),
      pastRows: (products, statement) => read(cache, products, statement, { isOfPast: true }),
      // On a server, a past day may change unseen, so that a result is kept for seconds: a minute is longer.
      rowsOfMinute: (products, statement, isOfPast = false) =>
        isOfPast && maxAgeMs === undefined
          ? read(cache, products, statement, { isOfPast })
          : read(ofMinute, products, statement),
    }
  }
  const reader: Reader = {
    ...readsOf({}),
    held,
    now: () => clock.now(),
    freshUntil() {
      const now = clock.now()
      const read = maxAgeMs === undefined ? now : Math.floor(now / maxAgeMs) * maxAgeMs - OTHERS_DELIVER_WITHIN_MS
      return timestamp(Math.min(ingest().pendingSince ?? read, read))
    },
    ingest,
    crawlerLists: () => crawlerListsStatus?.(),
  }
  return {
    ...reader,
    forCaller: (caller) => ({ ...reader, ...readsOf(caller), held: held.of(caller.share?.account) }),
  }
}

/** 64-bit numbers arrive as text. */
export function toNumber(value: string | number | null | undefined): number {
  return value === null || value === undefined ? 0 : Number(value)
}

export function toMs(seconds: string | number): number {
  return Number(seconds) * 1000
}
