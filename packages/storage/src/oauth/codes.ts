import type { CodeStore, EpochMs, SecretHash } from '@footfall/oauth-server'
import { compiledOnce, parameter, writtenOnce } from '../connections/compiled.ts'
import { type Database, type Executor, reading, within } from '../connections/database.ts'
import { isOfEnabledAccount } from '../repositories/enabled-account.ts'
import type { EnterChange } from './audit.ts'
import { insertConnection } from './new-connection.ts'
import { toCode } from './rows.ts'
import { assertMet, onlyIf } from './transact.ts'

const codeByHash = compiledOnce((db) =>
  db
    .selectFrom('oauth_codes')
    .selectAll()
    .where('hash', '=', parameter<SecretHash>())
    .where(isOfEnabledAccount('oauth_codes.account_id')),
)

/** On PostgreSQL a second caller waits for the first, then sees its change and updates nothing. */
const consumption = writtenOnce<[EpochMs, SecretHash], unknown>((db) =>
  db
    .updateTable('oauth_codes')
    .set({ consumed_at: parameter<EpochMs>() })
    .where('hash', '=', parameter<SecretHash>())
    .where('consumed_at', 'is', null),
)

export function codeStore(database: Database, entering: () => EnterChange): CodeStore {
  return {
    async find(hash) {
      const row = await codeByHash(reading(database), hash)
      return row && toCode(row)
    },

    redeem(hash, begun, now) {
      const enter = entering()
      return onlyIf(database, async (trx) => {
        const executor = within(database, trx)
        assertMet(await consume(executor, hash, now))
        await insertConnection(executor, begun)
        await enter(trx, { kind: 'connection_begun', connection: begun.connection })
      })
    },

    invalidate: (hash, now) => consume({ dialect: database.dialect, db: database.write }, hash, now),
  }
}

async function consume(executor: Executor, hash: SecretHash, now: EpochMs): Promise<boolean> {
  return (await consumption(executor, now, hash)).changed === 1
}
