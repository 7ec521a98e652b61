import type { NewConnection } from '@footfall/oauth-server'
import { insertedOnce } from '../connections/compiled.ts'
import { type Database, type Executor, within } from '../connections/database.ts'
import type { EnterChange } from './audit.ts'
import { connectionRow } from './rows.ts'
import { insertAccessToken, insertRefreshToken } from './token-rows.ts'
import { transact } from './transact.ts'

const connections = insertedOnce('oauth_connections')

/** A connection and its tokens, inside a transaction of the caller. */
export async function insertConnection(executor: Executor, begun: NewConnection): Promise<void> {
  const { connection, accessToken, refreshToken } = begun
  await connections(executor, connectionRow(connection))
  await insertAccessToken(executor, accessToken)
  if (refreshToken) await insertRefreshToken(executor, refreshToken)
}

/** A connection without a code, whose client counts as used from then on. */
export async function beginConnection(database: Database, begun: NewConnection, enter: EnterChange): Promise<void> {
  await transact(database, async (trx) => {
    await insertConnection(within(database, trx), begun)
    await trx
      .updateTable('oauth_clients')
      .set({ first_allowed_at: begun.connection.createdAt, registered_from: null })
      .where('id', '=', begun.connection.clientId)
      .where('first_allowed_at', 'is', null)
      .execute()
    await enter(trx, { kind: 'connection_begun', connection: begun.connection })
  })
}
