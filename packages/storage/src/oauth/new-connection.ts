import type { EpochMs, NewConnection } from '@footfall/oauth-server'
import type { Kysely } from 'kysely'
import { insertedOnce } from '../connections/compiled.ts'
import { type Database, type Executor, within } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import type { RecordChange } from './audit.ts'
import { connectionRow } from './rows.ts'
import { insertAccessToken, insertRefreshToken } from './token-rows.ts'
import { transact } from './transact.ts'

const connections = insertedOnce('oauth_connections')

/** Inserts a connection and its tokens inside a transaction. */
export async function insertConnection(executor: Executor, begun: NewConnection): Promise<void> {
  const { connection, accessToken, refreshToken } = begun
  await connections(executor, connectionRow(connection))
  await insertAccessToken(executor, accessToken)
  if (refreshToken) await insertRefreshToken(executor, refreshToken)
}

/** A connection without a code. */
export async function beginConnection(database: Database, begun: NewConnection, record: RecordChange): Promise<void> {
  await transact(database, async (trx) => {
    await insertConnection(within(database, trx), begun)
    await markClientUsed(trx, begun.connection.clientId, begun.connection.createdAt)
    await record(trx, { kind: 'connection_begun', connection: begun.connection })
  })
}

/** From its first authorization on, a client no longer counts as an unused registration. */
export async function markClientUsed(trx: Kysely<Tables>, clientId: string, at: EpochMs): Promise<void> {
  await trx
    .updateTable('oauth_clients')
    .set({ first_allowed_at: at, registered_from: null })
    .where('id', '=', clientId)
    .where('first_allowed_at', 'is', null)
    .execute()
}
