import { join, resolve } from 'node:path'
import { z } from 'zod'
import { flag, nonEmptyText, serviceUrl, type Values } from './fields.ts'
import { SettingsError } from './settings-error.ts'

export const storeVariables = {
  DATA_DIR: nonEmptyText.default('./data'),
  DATABASE_URL: serviceUrl(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  CLICKHOUSE_URL: serviceUrl(/^https?$/, 'https://user:password@host:8443/database').optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[a-z_]\w{0,62}$/i, "must be the name of a cluster in ClickHouse's configuration: letters, digits and _")
    .optional(),
  DEMO: flag.default(false),
  DEMO_TRAFFIC: flag.default(true),
}

export interface StoreSettings {
  readonly dataDir: string
  readonly database: { readonly sqlite: { readonly path: string } } | { readonly postgres: { readonly url: string } }
  readonly clickhouse:
    | { readonly embedded: { readonly path: string } }
    | {
        readonly remote: {
          readonly url: string
          readonly cluster: string | undefined
          readonly filesDirectory: string
        }
      }
  /** Fills empty stores with demo data. */
  readonly demo: boolean
  /** Whether the demo keeps getting events while the service runs. */
  readonly demoTraffic: boolean
}

export function storeSettings(env: Values<typeof storeVariables>): StoreSettings {
  if (env.CLICKHOUSE_CLUSTER !== undefined && env.CLICKHOUSE_URL === undefined)
    throw new SettingsError('CLICKHOUSE_CLUSTER', 'needs CLICKHOUSE_URL: the embedded engine is one node')
  const dataDir = resolve(env.DATA_DIR)
  return {
    dataDir,
    database:
      env.DATABASE_URL === undefined
        ? { sqlite: { path: join(dataDir, 'footfall.sqlite') } }
        : { postgres: { url: env.DATABASE_URL } },
    clickhouse:
      env.CLICKHOUSE_URL === undefined
        ? { embedded: { path: join(dataDir, 'clickhouse') } }
        : { remote: { url: env.CLICKHOUSE_URL, cluster: env.CLICKHOUSE_CLUSTER, filesDirectory: dataDir } },
    demo: env.DEMO,
    demoTraffic: env.DEMO_TRAFFIC,
  }
}
