import type { ClientStore, RegisteredClient } from '@footfall/oauth-server'
import { sql } from 'kysely'
import { compiledOnce, parameter } from '../connections/compiled.ts'
import type { Database } from '../connections/database.ts'
import { isOlderThan } from './newest-first.ts'
import { clientRow, toClient } from './rows.ts'
import { assertMet, onlyIf } from './transact.ts'

const clientById = compiledOnce((db) =>
  db.selectFrom('oauth_clients').selectAll().where('id', '=', parameter<RegisteredClient['id']>()),
)

export function clientStore(database: Database): ClientStore {
  const { read, write } = database
  return {
    register(client, { max, evictRegisteredBefore }) {
      return onlyIf(database, async (trx) => {
        const { unused } = await trx
          .selectFrom('oauth_clients')
          .select((eb) => eb.fn.countAll<number>().as('unused'))
          .where('first_allowed_at', 'is', null)
          .executeTakeFirstOrThrow()
        const tooMany = unused + 1 - max
        if (tooMany > 0) {
          const oldest = trx
            .selectFrom('oauth_clients')
            .select('id')
            .where('first_allowed_at', 'is', null)
            .where('registered_at', '<', evictRegisteredBefore)
            .orderBy('registered_at')
            .orderBy('id')
            .limit(tooMany)
          const { numDeletedRows } = await trx
            .deleteFrom('oauth_clients')
            .where('id', 'in', oldest)
            .executeTakeFirstOrThrow()
          assertMet(Number(numDeletedRows) === tooMany)
        }
        await trx.insertInto('oauth_clients').values(clientRow(client)).execute()
      })
    },

    async find(id) {
      const row = await clientById(database, id)
      return row && toClient(row)
    },

    async list(page) {
      const rows = await read
        .selectFrom('oauth_clients')
        .selectAll()
        .where(isOlderThan('oauth_clients', 'registered_at', page))
        .orderBy('registered_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute()
      return rows.map(toClient)
    },

    remove(id, now) {
      return write.transaction().execute(async (trx) => {
        const removed = await trx.deleteFrom('oauth_clients').where('id', '=', id).executeTakeFirstOrThrow()
        const revoked = await trx
          .updateTable('oauth_connections')
          .set({ revoked_at: sql.val(now) })
          .where('client_id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow()
        return removed.numDeletedRows + revoked.numUpdatedRows > 0n
      })
    },
  }
}
