import type { ClientStore } from '../ports.ts'
import type { EpochMs, SecretHash } from '../records.ts'
import { newestFirst } from './newest-first.ts'
import { clientRow, integer, toClient } from './rows.ts'
import { change, type Database, firstRow, inserter, rows, type Steps } from './steps.ts'
import type { Tables } from './tables.ts'

/** Serializes registrations on PostgreSQL, so that concurrent ones count each other; any constant. */
const REGISTRATION_LOCK = 0x6f617574

export function clientStore(database: Database, tables: Tables): ClientStore {
  const { clients, connections, credential, dialect } = tables
  const insertClient = inserter(clients)
  return {
    register: (client, { network, perNetworkMax, max }) =>
      database.transaction(function* () {
        // On SQLite the transaction itself is the lock: it begins with `begin immediate`.
        if (dialect === 'postgres') yield* rows(`select pg_advisory_xact_lock(${REGISTRATION_LOCK})`)
        if (network !== undefined) yield* makeRoom(tables, perNetworkMax, network)
        yield* makeRoom(tables, max)
        yield* insertClient({ ...clientRow(client, credential), registered_from: network ?? null })
      }),

    find: (id) =>
      database.read(function* () {
        const row = yield* firstRow(`select * from ${clients} where id = ?`, id)
        return row && toClient(row, credential)
      }),

    list: (page) =>
      database.read(function* () {
        const found = yield* newestFirst(clients, 'registered_at', [], page)
        return found.map((row) => toClient(row, credential))
      }),

    remove: (id, now) =>
      database.transaction(function* () {
        const removed = yield* change(`delete from ${clients} where id = ?`, id)
        const revoked = yield* change(
          `update ${connections} set revoked_at = ? where client_id = ? and revoked_at is null`,
          now,
          id,
        )
        return removed + revoked > 0
      }),
  }
}

/** Removes the oldest unused registrations, of one network or of all, until fewer than `max` are left. */
function* makeRoom({ clients }: Tables, max: number, network?: SecretHash): Steps<void> {
  const unused = `first_allowed_at is null${network === undefined ? '' : ' and registered_from = ?'}`
  const values = network === undefined ? [] : [network]
  const counted = yield* firstRow(`select count(*) as unused from ${clients} where ${unused}`, ...values)
  const tooMany = (counted === undefined ? 0 : integer(counted, 'unused')) - max + 1
  if (tooMany <= 0) return
  // The condition is checked again on the row itself: a consent may be allowing the client at the same time.
  yield* change(
    `delete from ${clients} where first_allowed_at is null
     and id in (select id from ${clients} where ${unused} order by registered_at, id limit ?)`,
    ...values,
    tooMany,
  )
}

/** From its first consent on, a client no longer counts as an unused registration. */
export function* markAllowed({ clients }: Tables, id: string, at: EpochMs): Steps<void> {
  yield* change(
    `update ${clients} set first_allowed_at = ?, registered_from = null where id = ? and first_allowed_at is null`,
    at,
    id,
  )
}
