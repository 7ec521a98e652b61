import type { OAuthStores } from '../ports.ts'
import { clientStore } from './clients.ts'
import { codeStore } from './codes.ts'
import { connectionStore } from './connections.ts'
import { consentStore } from './consents.ts'
import { deviceStore } from './devices.ts'
import { purge } from './purge.ts'
import type { Database } from './steps.ts'
import { type SqlStoreOptions, tablesOf } from './tables.ts'

/** Stores in a database, and what creates their tables. */
export interface SqlStores extends OAuthStores {
  /** Creates the tables and indexes that do not exist; any number of processes may call it at once. */
  createTables(): Promise<void>
}

/** Stores over statements that the host runs. Throws a `TypeError` for a prefix that is not valid. */
export function sqlStores(database: Database, options: SqlStoreOptions): OAuthStores {
  const tables = tablesOf(options.dialect, options)
  return {
    clients: clientStore(database, tables),
    consents: consentStore(database, tables),
    codes: codeStore(database, tables),
    devices: deviceStore(database, tables),
    connections: connectionStore(database, tables),
    purgeExpired: (now) => database.transaction(() => purge(tables, now)),
  }
}
