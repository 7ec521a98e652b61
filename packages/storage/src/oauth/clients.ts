import type { ClientStore, RegisteredClient, SecretHash } from '@footfall/oauth-server'
import { type Kysely, sql } from 'kysely'
import { compiledOnce, parameter } from '../connections/compiled.ts'
import { type Database, reading } from '../connections/database.ts'
import { changedRows, countRows } from '../repositories/rows.ts'
import type { Tables } from '../tables/tables.ts'
import { isOlderThan } from './newest-first.ts'
import { clientRow, toClient } from './rows.ts'
import { transact } from './transact.ts'

const clientById = compiledOnce((db) =>
  db.selectFrom('oauth_clients').selectAll().where('id', '=', parameter<RegisteredClient['id']>()),
)

/** Serializes registrations, so that concurrent ones count each other. Any constant that no other lock uses. */
const REGISTRATION_LOCK = 0x6f617574

export function clientStore(database: Database): ClientStore {
  const { dialect, read, write } = database
  return {
    register(client, { network, perNetworkMax, max }) {
      return transact(database, async (trx) => {
        // On SQLite the transaction itself is the lock, since it begins with `begin immediate`.
        if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(REGISTRATION_LOCK)})`.execute(trx)
        if (network !== undefined) await makeRoom(trx, perNetworkMax, network)
        await makeRoom(trx, max)
        await trx
          .insertInto('oauth_clients')
          .values({ ...clientRow(client), registered_from: network ?? null })
          .execute()
      })
    },

    async find(id) {
      const row = await clientById(reading(database), id)
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

    remove: (id, now) => write.transaction().execute((trx) => removeClient(trx, id, now)),
  }
}

/** Removes the oldest unused registrations, of one network or of all, until fewer than `max` are left. */
async function makeRoom(trx: Kysely<Tables>, max: number, network?: SecretHash): Promise<void> {
  let unused = trx.selectFrom('oauth_clients').where('first_allowed_at', 'is', null)
  if (network !== undefined) unused = unused.where('registered_from', '=', network)
  const count = await countRows(unused)
  if (count < max) return
  const oldest = unused
    .select('id')
    .orderBy('registered_at')
    .orderBy('id')
    .limit(count - max + 1)
  await trx
    .deleteFrom('oauth_clients')
    .where('id', 'in', oldest)
    // Checked again on the row itself: a consent may be allowing the client at the same time.
    .where('first_allowed_at', 'is', null)
    .execute()
}

/** Ends the registration and every connection of the client, inside a transaction; false when there were none. */
export async function removeClient(trx: Kysely<Tables>, id: string, now: number): Promise<boolean> {
  const removed = await changedRows(trx.deleteFrom('oauth_clients').where('id', '=', id))
  const live = trx.updateTable('oauth_connections').where('client_id', '=', id).where('revoked_at', 'is', null)
  return removed + (await changedRows(live.set({ revoked_at: sql.val(now) }))) > 0
}
