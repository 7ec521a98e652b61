import type { CodeStore, EpochMs, SecretHash } from '@footfall/oauth-server'
import { compiledOnce, parameter, writtenOnce } from '../connections/compiled.ts'
import { type Database, type Executor, reading, within, writing } from '../connections/database.ts'
import { isOfEnabledAccount } from '../repositories/enabled-account.ts'
import type { RecordChange } from './audit.ts'
import { insertConnection } from './new-connection.ts'
import { toCode } from './rows.ts'
import { assertCondition, transactIf } from './transact.ts'

const codeByHash = compiledOnce((db) =>
  db
    .selectFrom('oauth_codes')
    .selectAll()
    .where('hash', '=', parameter<SecretHash>())
    .where(isOfEnabledAccount('oauth_codes.account_id')),
)

/** Of two callers, the second waits for the row lock and then updates nothing. */
const consumption = writtenOnce<[EpochMs, SecretHash], unknown>((db) =>
  db
    .updateTable('oauth_codes')
    .set({ consumed_at: parameter<EpochMs>() })
    .where('hash', '=', parameter<SecretHash>())
    .where('consumed_at', 'is', null),
)

export function codeStore(database: Database, startRecord: () => RecordChange): CodeStore {
  return {
    async find(hash) {
      const row = await codeByHash(reading(database), hash)
      return row && toCode(row)
    },

    redeem(hash, begun, now) {
      const record = startRecord()
      return transactIf(database, async (trx) => {
        const executor = within(database, trx)
        assertCondition(await consume(executor, hash, now))
        await insertConnection(executor, begun)
        await record(trx, { kind: 'connection_begun', connection: begun.connection })
      })
    },

    invalidate: (hash, now) => consume(writing(database), hash, now),
  }
}

async function consume(executor: Executor, hash: SecretHash, now: EpochMs): Promise<boolean> {
  return (await consumption(executor, now, hash)).changed === 1
}
