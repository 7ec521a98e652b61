import type { CodeStore, EpochMs, SecretHash } from '@footfall/oauth-server'
import { compiledOnce, parameter, writtenOnce } from '../connections/compiled.ts'
import { type Database, within } from '../connections/database.ts'
import type { EnterChange } from './audit.ts'
import { isOfEnabledAccount } from './enabled-account.ts'
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
      const row = await codeByHash(database, hash)
      return row && toCode(row)
    },

    redeem(hash, begun, now) {
      const enter = entering()
      return onlyIf(database, async (trx) => {
        const inside = within(database, trx)
        assertMet(await consume(inside, hash, now))
        await insertConnection(inside, begun)
        await enter(trx, { kind: 'connection_begun', connection: begun.connection })
      })
    },

    invalidate: (hash, now) => consume(database, hash, now),
  }
}

async function consume(database: Database, hash: SecretHash, now: EpochMs): Promise<boolean> {
  return (await consumption(database, now, hash)).changed === 1
}
