import { availableParallelism } from 'node:os'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { EngineShare } from '@footfall/core-domain'
import { CONNECTION_SETTINGS } from './connection-settings.ts'
import type { Purpose } from './engine.ts'
import { withTransientFailures } from './failures.ts'
import { type FairQueue, type FairQueueOptions, fairQueue, NO_LIMITS } from './fair-queue.ts'
import { type PurposeLimits, REPORT_WAIT_MS } from './limits.ts'
import { FIRST_PRIORITY, type Rank, type RecentUse } from './recent-use.ts'
import { atLowPriority } from './thread-priority.ts'

/** The location of ClickHouse: a directory of this machine, or a server. */
export type EngineConfig = { readonly embedded: { readonly path: string } } | { readonly remote: RemoteConfig }

interface RemoteConfig {
  readonly url: string
  readonly database?: string
  readonly cluster?: string | undefined
  /** Where this process may make a folder; without it, `runOnFiles` fails. */
  readonly filesDirectory?: string
}

export interface Asked {
  readonly share?: EngineShare | undefined
  readonly signal?: AbortSignal | undefined
}

/** Statements of reports have a rank, by the recent use of their account. */
type Work<T> = (client: ClickHouseClient, rank: Rank) => Promise<T>

/** The connections of one engine, divided by purpose. */
export interface Connections {
  /** Runs a statement when a connection for its purpose is free, and holds it until the statement ends. */
  run<T>(purpose: Purpose, asked: Asked, work: Work<T>): Promise<T>
  /** Runs a short statement about the engine itself, on a dedicated connection. */
  control<T>(work: Work<T>): Promise<T>
  close(): Promise<void>
}

const BACKGROUND_PRIORITY = FIRST_PRIORITY + 1
const SERVICE_SHARE: EngineShare = { account: 'service', person: 'service', credential: 'service' }
const UNLIMITED: FairQueueOptions = { total: NO_LIMITS, account: NO_LIMITS, person: NO_LIMITS, message: '' }
const ONE_AT_A_TIME: FairQueueOptions = { ...UNLIMITED, total: { ...NO_LIMITS, running: 1 } }

interface ReportSlots {
  readonly total: number
  readonly perAccount: number
  /** Of all heavy users together, while other accounts use the engine. */
  readonly heavy: number
}

/**
 * However many slots there are, one account never fills the places in which others wait, and heavy users together leave slots
 * to the others, so that their statements begin at once.
 */
function reportQueue({ total, perAccount, heavy }: ReportSlots, use: RecentUse): FairQueueOptions {
  return {
    total: { running: total, waiting: 2000 },
    account: { running: perAccount, waiting: 500 },
    person: { running: perAccount, waiting: 250 },
    heavy: { running: heavy, has: (account) => use.isHeavy(account) && hasCompany(account, use) },
    message: 'Too many reports are running; try again shortly.',
  }
}

/** Thrown errors are logged once by the caller; the client would also log the statements. */
const SILENT = { level: ClickHouseLogLevel.OFF }

/**
 * In process, a statement holds one of the threads that Node also syncs the ingest log with, and a statement that waited inside a
 * busy connection would hold another: eight callers of reports brought collecting from thousands of events a second to a hundred.
 * So statements wait here. Reports hold three threads, and events, maintenance and pings one each; a host reserves more than
 * these six. One account holds two, and all heavy users together one, so that two are left for an account of little use.
 */
const EMBEDDED_REPORTS: ReportSlots = { total: 3, perAccount: 2, heavy: 1 }

let engineLoaded = false

/** Whether this process has loaded the embedded engine, whose exit handlers may then crash. */
export function isEngineLoaded(): boolean {
  return engineLoaded
}

export async function embeddedConnections(path: string, use: RecentUse): Promise<Connections> {
  const [{ createChdbConnection }, { drainPending }] = await Promise.all([
    import('chdb/connection'),
    import('chdb'),
  ]).catch((error: unknown) => {
    throw new Error('The embedded engine is the package chdb, which is not installed.', { cause: error })
  })
  engineLoaded = true
  const settings = Object.entries(CONNECTION_SETTINGS).map(([name, value]) => `${name} = ${value}`)
  const connect = async () => {
    const client = createClient({ connection: pluggable(createChdbConnection({ path })), log: SILENT })
    await client.command({ query: `SET ${settings.join(', ')}` })
    return client
  }
  const connectAll = (count: number) => Promise.all(Array.from({ length: count }, connect))
  const pools = await atLowPriority(async () => ({
    ingest: clientPool(await connectAll(1), fairQueue(ONE_AT_A_TIME), { afterFailure: unlist }),
    report: clientPool(await connectAll(EMBEDDED_REPORTS.total), fairQueue(reportQueue(EMBEDDED_REPORTS, use)), {
      use,
      lowThreads: Math.ceil(availableParallelism() / 2),
      afterFailure: unlist,
    }),
    maintenance: clientPool(await connectAll(1), fairQueue(ONE_AT_A_TIME)),
    control: clientPool(await connectAll(1), fairQueue(ONE_AT_A_TIME)),
  }))
  const { close, ...calls } = shared(pools)
  return {
    ...calls,
    /** A connection whose statement still runs is closed when the statement has ended. */
    async close() {
      await close()
      await drainPending()
    },
  }
}

const REMOTE_SOCKETS = { ingest: 4, report: 16, maintenance: 2, control: 4 }
const REMOTE_REPORTS: ReportSlots = { total: REMOTE_SOCKETS.report, perAccount: 12, heavy: 12 }
/** The client times out shortly after the time limit of the query on the server. */
const REMOTE_GRACE_MS = 5000

export function remoteConnections(
  { url, database }: { url: string; database?: string },
  limits: Readonly<Record<Purpose, PurposeLimits>>,
  use: RecentUse,
): Connections {
  const reports = reportQueue(REMOTE_REPORTS, use)
  const open = (name: keyof typeof REMOTE_SOCKETS, maxSeconds: number, queue = UNLIMITED, used?: RecentUse) =>
    clientPool(
      [
        createClient({
          url,
          ...(database === undefined ? {} : { database }),
          application: 'footfall',
          log: SILENT,
          request_timeout: maxSeconds * 1000 + REMOTE_GRACE_MS,
          max_open_connections: REMOTE_SOCKETS[name],
          clickhouse_settings: CONNECTION_SETTINGS,
        }),
      ],
      fairQueue(queue),
      { use: used },
    )
  return shared({
    ingest: open('ingest', limits.ingest.maxExecutionSeconds),
    report: open('report', limits.report.maxExecutionSeconds, reports, use),
    maintenance: open('maintenance', limits.maintenance.maxExecutionSeconds),
    control: open('control', 0),
  })
}

type PluggableConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

/** Both packages declare the same interface separately. */
function pluggable(connection: { close(): Promise<void> }): PluggableConnection {
  return connection as unknown as PluggableConnection
}

function shared(pools: Readonly<Record<Purpose | 'control', ClientPool>>): Connections {
  return {
    run: (purpose, asked, work) => pools[purpose].run(work, waitingOf(purpose, asked)),
    control: (work) => pools.control.run(work, {}),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

function waitingOf(purpose: Purpose, asked: Asked): PoolOptions {
  return purpose === 'report' ? { ...asked, waitMs: REPORT_WAIT_MS } : asked
}

interface PoolOptions extends Asked {
  readonly waitMs?: number
}

interface ClientPool {
  run<T>(work: Work<T>, options: PoolOptions): Promise<T>
  close(): Promise<void>
}

/** Whether people of other accounts use the engine. */
function hasCompany(account: string, use: RecentUse): boolean {
  return use.areOthersActive([account, SERVICE_SHARE.account])
}

/** Reports that nobody waits for pause for those of people. */
function rankOf({ account, person }: EngineShare, { use, lowThreads }: Watched): Rank {
  if (use === undefined) return {}
  const used = use.priorityOf(account)
  const priority = person === 'service' ? Math.max(used, BACKGROUND_PRIORITY) : used
  const isBound = priority > FIRST_PRIORITY && hasCompany(account, use)
  return { priority, threads: isBound ? lowThreads : undefined }
}

interface Watched {
  /** What decides the priority of statements; absent where they have none. */
  readonly use?: RecentUse | undefined
  /** The threads of a statement that does not have the first priority while other accounts use the engine. */
  readonly lowThreads?: number
  /** Runs before the connection takes the next statement. */
  readonly afterFailure?: (client: ClickHouseClient) => Promise<void>
}

/**
 * In process, a statement that was stopped or failed stays in the list of those that run until its connection takes the next
 * one, and those of a lower priority pause for it until they run out of time.
 */
async function unlist(client: ClickHouseClient): Promise<void> {
  await client.command({ query: 'SELECT 1' }).catch(() => undefined)
}

/** Assigns clients in the order of a queue; each statement goes to the client with the fewest running statements. */
function clientPool(clients: readonly ClickHouseClient[], queue: FairQueue, watched: Watched = {}): ClientPool {
  const { use, afterFailure } = watched
  const members = clients.map((client) => ({ client, running: 0 }))
  return {
    async run(work, { share = SERVICE_SHARE, signal, waitMs }) {
      const release = await queue.waitForSlot(share, { signal, waitMs })
      const member = members.reduce((best, next) => (next.running < best.running ? next : best))
      const rank = rankOf(share, watched)
      const end = use?.begin(share.account)
      member.running++
      try {
        return await withTransientFailures(() => work(member.client, rank))
      } catch (error) {
        await afterFailure?.(member.client)
        throw error
      } finally {
        member.running--
        end?.()
        release()
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
