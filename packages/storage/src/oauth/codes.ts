import type { CodeStore, EpochMs, SecretHash } from '@footfall/oauth-server'
import { compiledOnce, insertedOnce, parameter, writtenOnce } from '../connections/compiled.ts'
import { type Database, within } from '../connections/database.ts'
import { connectionRow, toCode } from './rows.ts'
import { insertAccessToken, insertRefreshToken } from './token-rows.ts'
import { assertMet, onlyIf } from './transact.ts'

const codeByHash = compiledOnce((db) =>
  db.selectFrom('oauth_codes').selectAll().where('hash', '=', parameter<SecretHash>()),
)

/** On PostgreSQL a second caller waits for the first, then sees its change and updates nothing. */
const consumption = writtenOnce<[EpochMs, SecretHash], unknown>((db) =>
  db
    .updateTable('oauth_codes')
    .set({ consumed_at: parameter<EpochMs>() })
    .where('hash', '=', parameter<SecretHash>())
    .where('consumed_at', 'is', null),
)

const insertConnection = insertedOnce('oauth_connections')

export function codeStore(database: Database): CodeStore {
  return {
    async find(hash) {
      const row = await codeByHash(database, hash)
      return row && toCode(row)
    },

    redeem(hash, { connection, accessToken, refreshToken }, now) {
      return onlyIf(database, async (trx) => {
        const inside = within(database, trx)
        assertMet(await consume(inside, hash, now))
        await insertConnection(inside, connectionRow(connection))
        await insertAccessToken(inside, accessToken)
        if (refreshToken) await insertRefreshToken(inside, refreshToken)
      })
    },

    spoil: (hash, now) => consume(database, hash, now),
  }
}

async function consume(database: Database, hash: SecretHash, now: EpochMs): Promise<boolean> {
  return (await consumption(database, now, hash)).changed === 1
}
