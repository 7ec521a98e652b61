import {
  type AskedProducts,
  type Asker,
  type Clock,
  type LocalDate,
  MINUTE_MS,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import type { Engine, Sql } from '@footfall/warehouse'
import type { AskedRows, DataVersions, ResultCache } from './cache.ts'
import { memoryVersions, resultCache } from './cache.ts'
import { type HeldDays, heldDays } from './held-days.ts'

/** What ingest has accepted and not yet brought into the engine. */
export interface IngestStatus {
  /** When the oldest of them was accepted; undefined when there is none. */
  readonly pendingSince: number | undefined
  readonly pendingEvents: number
  /** Whether it knows which networks belong to data centres. */
  readonly knowsNetworks?: boolean
}

/** The lists of crawlers' addresses that this service has. */
export interface CrawlerListsStatus {
  readonly lists: number
  /** The latest day on which one was fetched; undefined where none was. */
  readonly fetchedOn: LocalDate | undefined
}

/** How reports read: through the cache, and with one idea of now. */
export interface Reader {
  /** Of one product or of several: a cached result is good until the data of any of them changes. */
  rows<Row>(products: AskedProducts, statement: Sql): Promise<readonly Row[]>
  /** The same of rows that are held in another form afterwards: askers at one time share a reading, and no result is kept. */
  passingRows<Row>(products: AskedProducts, statement: Sql): Promise<readonly Row[]>
  /** The same of what rows of the running UTC day do not change. */
  pastRows<Row>(products: AskedProducts, statement: Sql): Promise<readonly Row[]>
  readonly held: HeldDays
  /** The same, up to a minute old: for what goes with many answers, and says about how much there is. */
  rowsOfMinute<Row>(products: AskedProducts, statement: Sql): Promise<readonly Row[]>
  /** Milliseconds since the epoch. */
  now(): number
  freshUntil(): Timestamp
  ingest(): IngestStatus
  /** Undefined where hits are not verified by lists. */
  crawlerLists(): CrawlerListsStatus | undefined
}

/** The reader of the service itself, and of everybody who asks it. */
export interface SharedReader extends Reader {
  /** The same reader for one asker: what it reads counts to their share, and ends when they are gone. */
  askedBy(asker: Asker): Reader
}

export interface ReaderOptions {
  readonly engine: Engine
  readonly clock: Clock
  readonly versions: DataVersions
  readonly ingestStatus?: (() => IngestStatus) | undefined
  readonly crawlerListsStatus?: (() => CrawlerListsStatus) | undefined
  readonly cache?: { readonly entriesMax?: number; readonly bytesMax?: number } | undefined
  /** How many bytes the numbers of closed days may take that are held. */
  readonly heldBytesMax?: number | undefined
}

/** On a server, other processes write too: what one of them brought in is seen within this. */
const REMOTE_MAX_AGE_MS = 1000
/** What another process accepted is in the engine within this, while nothing is wrong. */
const OTHERS_DELIVER_WITHIN_MS = 2000
/** Replicas of a cluster that lag further behind are not read, and clocks differ. */
const REPLICAS_LAG_MS = 10_000
/** They are few and small. */
const OF_MINUTE = { entriesMax: 1000, bytesMax: 4 * 1024 * 1024 }
const NOTHING_PENDING: IngestStatus = { pendingSince: undefined, pendingEvents: 0 }

export function createReader({
  engine,
  clock,
  versions,
  ingestStatus,
  crawlerListsStatus,
  cache: bounds,
  heldBytesMax,
}: ReaderOptions): SharedReader {
  const maxAgeMs = engine.kind === 'remote' ? REMOTE_MAX_AGE_MS : undefined
  const cache: ResultCache = resultCache({ versions, clock, maxAgeMs, ...bounds })
  const ofMinute = resultCache({ versions: memoryVersions(), clock, maxAgeMs: MINUTE_MS, ...OF_MINUTE })
  const ingest = ingestStatus ?? (() => NOTHING_PENDING)
  const held = heldDays({ bytesMax: heldBytesMax, lagMs: engine.cluster === undefined ? undefined : REPLICAS_LAG_MS })
  const readsOf = ({
    share,
    signal,
  }: Partial<Asker>): Pick<Reader, 'rows' | 'passingRows' | 'pastRows' | 'rowsOfMinute'> => {
    const read = <Row>(products: AskedProducts, { text }: Sql, more: AskedRows = {}) =>
      cache.read<Row>(
        products,
        text,
        (reading) => engine.rows<Row>(text, { purpose: 'report', share, signal: reading }),
        { account: share?.account, signal, ...more },
      )
    return {
      rows: (products, statement) => read(products, statement),
      passingRows: (product, statement) => read(product, statement, { isPassing: true }),
      pastRows: (product, statement) => read(product, statement, { isOfPast: true }),
      rowsOfMinute: <Row>(product: AskedProducts, { text }: Sql) =>
        ofMinute.read<Row>(
          product,
          text,
          (reading) => engine.rows<Row>(text, { purpose: 'report', share, signal: reading }),
          { account: share?.account, signal },
        ),
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
    askedBy: (asker) => ({ ...reader, ...readsOf(asker), held: held.of(asker.share?.account) }),
  }
}

/** 64-bit numbers arrive as text. */
export function toNumber(value: string | number | null | undefined): number {
  return value === null || value === undefined ? 0 : Number(value)
}

export function toMs(seconds: string | number): number {
  return Number(seconds) * 1000
}
