import type { CodeStore, EpochMs, SecretHash } from '@footfall/oauth-server'
import type { Kysely } from 'kysely'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { accessTokenRow, connectionRow, refreshTokenRow, toCode } from './rows.ts'
import { assertMet, onlyIf } from './transact.ts'

export function codeStore(database: Database): CodeStore {
  const { read, write } = database
  return {
    async find(hash) {
      const row = await read.selectFrom('oauth_codes').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row && toCode(row)
    },

    redeem(hash, { connection, accessToken, refreshToken }, now) {
      return onlyIf(database, async (trx) => {
        assertMet(await consume(trx, hash, now))
        await trx.insertInto('oauth_connections').values(connectionRow(connection)).execute()
        await trx.insertInto('oauth_access_tokens').values(accessTokenRow(accessToken)).execute()
        if (refreshToken) await trx.insertInto('oauth_refresh_tokens').values(refreshTokenRow(refreshToken)).execute()
      })
    },

    spoil: (hash, now) => consume(write, hash, now),
  }
}

/** On PostgreSQL a second caller waits for the first, then sees its change and updates nothing. */
async function consume(db: Kysely<Tables>, hash: SecretHash, now: EpochMs): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_codes')
    .set({ consumed_at: now })
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
