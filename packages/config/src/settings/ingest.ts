import { join, resolve } from 'node:path'
import { nonEmptyText, origin, originList, type Values, wholeNumber } from './fields.ts'
import { SettingsError } from './settings-error.ts'
import type { storeVariables } from './stores.ts'

export const ingestVariables = {
  REPLICAS: originList.default([]),
  REPLICA_URL: origin.optional(),
  GEO_DATABASE: nonEmptyText.optional(),
  ASN_DATABASE: nonEmptyText.optional(),
  MAXMIND_ACCOUNT_ID: nonEmptyText.optional(),
  MAXMIND_LICENSE_KEY: nonEmptyText.optional(),
  INGEST_LOG_BYTES_MAX: wholeNumber(1_000_000, 1_000_000_000_000).default(2_000_000_000),
  LIVE_VISIT_BYTES_MAX: wholeNumber(16_777_216, 1_000_000_000_000).default(134_217_728),
  IMPORT_BYTES_MAX: wholeNumber(1_000_000, 1_000_000_000_000).default(2_000_000_000),
  QUOTA_EVENTS_PER_HOUR: wholeNumber(0, 1_000_000_000_000).default(10_000_000),
  QUOTA_EVENT_BYTES_PER_HOUR: wholeNumber(0, 1_000_000_000_000_000).default(8_000_000_000),
}

export interface Replicas {
  readonly all: readonly string[]
  readonly self: string
}

type IngestValues = Values<typeof ingestVariables & typeof storeVariables>

export function ingestSettings(env: IngestValues) {
  return {
    /** All replicas that collect events, and which of them this one is; undefined where it is the only one. */
    replicas: replicaSettings(env),
    ingestLog: { directory: join(resolve(env.DATA_DIR), 'ingest'), bytesMax: env.INGEST_LOG_BYTES_MAX },
    /** Memory that live visits may use in one process. */
    liveVisitBytesMax: env.LIVE_VISIT_BYTES_MAX,
    /** Of one file that a person uploads to import it. */
    importBytesMax: env.IMPORT_BYTES_MAX,
    /** What all replicas together may collect of one product in an hour; 0 means no limit. */
    hourlyBudget: { events: env.QUOTA_EVENTS_PER_HOUR, bytes: env.QUOTA_EVENT_BYTES_PER_HOUR },
    geoDatabase: env.GEO_DATABASE,
    /** Path of a database of networks, by which visits from data centres are recognized. */
    asnDatabase: env.ASN_DATABASE,
    /** The addresses of crawlers that `footfall crawlers update` fetched. */
    crawlerLists: join(resolve(env.DATA_DIR), 'crawlers.json'),
    maxMind: { accountId: env.MAXMIND_ACCOUNT_ID, licenseKey: env.MAXMIND_LICENSE_KEY },
  }
}

function replicaSettings(env: IngestValues): Replicas | undefined {
  const { REPLICAS: all, REPLICA_URL: self } = env
  if (all.length === 0 && self === undefined) return undefined
  if (env.DATABASE_URL === undefined || env.CLICKHOUSE_URL === undefined)
    throw new SettingsError(all.length === 0 ? 'REPLICA_URL' : 'REPLICAS', 'needs DATABASE_URL and CLICKHOUSE_URL')
  if (self === undefined) throw new SettingsError('REPLICA_URL', 'is missing while REPLICAS is set')
  if (!all.includes(self)) throw new SettingsError('REPLICAS', 'must list every replica, REPLICA_URL among them')
  if (new Set(all).size < all.length) throw new SettingsError('REPLICAS', 'must list each replica once')
  return { all, self }
}
