import type { Rotation } from '@footfall/oauth-server'
import { type Kysely, sql } from 'kysely'
import type { Database, Dialect } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { accessTokenRow, refreshTokenRow } from './rows.ts'
import { assertMet, onlyIf } from './transact.ts'

/**
 * The connection's row is changed first: whoever else rotates or revokes the same connection waits for it, and on
 * PostgreSQL every later statement here sees what they did.
 */
export function rotate(database: Database, rotation: Rotation): Promise<boolean> {
  return onlyIf(database, async (trx) => {
    const connection = await advance(trx, database.dialect, rotation)
    assertMet(connection !== undefined)
    assertMet((await consume(trx, rotation)) || (await isForgiven(trx, rotation, connection.generation)))
    await trx.insertInto('oauth_access_tokens').values(accessTokenRow(rotation.accessToken)).execute()
    await trx.insertInto('oauth_refresh_tokens').values(refreshTokenRow(rotation.refreshToken)).execute()
  })
}

function advance(trx: Kysely<Tables>, dialect: Dialect, { connectionId, refreshToken, now }: Rotation) {
  const greater = sql.raw(dialect === 'postgres' ? 'greatest' : 'max')
  return trx
    .updateTable('oauth_connections')
    .set({ refreshed_at: now, generation: sql<number>`${greater}(generation, ${refreshToken.generation})` })
    .where('id', '=', connectionId)
    .where('revoked_at', 'is', null)
    .returning('generation')
    .executeTakeFirst()
}

async function consume(trx: Kysely<Tables>, { presented, connectionId, now }: Rotation): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('oauth_refresh_tokens')
    .set({ consumed_at: now })
    .where('hash', '=', presented)
    .where('connection_id', '=', connectionId)
    .where('consumed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Whether a consumed token may rotate once more. It never is of the connection's own generation, since its rotation
 * raised that; so the generation after this rotation is the same as before.
 */
async function isForgiven(trx: Kysely<Tables>, rotation: Rotation, generation: number): Promise<boolean> {
  if (rotation.consumedSince === undefined) return false
  const token = await trx
    .selectFrom('oauth_refresh_tokens')
    .select('hash')
    .where('hash', '=', rotation.presented)
    .where('connection_id', '=', rotation.connectionId)
    .where('consumed_at', '>=', rotation.consumedSince)
    .where('generation', '=', generation - 1)
    .executeTakeFirst()
  return token !== undefined
}
