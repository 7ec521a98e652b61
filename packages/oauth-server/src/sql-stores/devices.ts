import { isTooSoon, raisedInterval } from '../device-polling.ts'
import type { DeviceStore } from '../ports.ts'
import type { DeviceRequest, EpochMs, SecretHash } from '../records.ts'
import { markAllowed } from './clients.ts'
import { connectionAdder } from './connections.ts'
import { deviceRow, integer, toDevice } from './rows.ts'
import {
  assertCondition,
  change,
  type Database,
  firstRow,
  inserter,
  onlyIf,
  record,
  rows,
  type Steps,
} from './steps.ts'
import type { Tables } from './tables.ts'

/** Serializes new requests on PostgreSQL, so that concurrent ones count each other; any constant. */
const REQUEST_LOCK = 0x64657663

export function deviceStore(database: Database, tables: Tables): DeviceStore {
  const { devices, dialect } = tables
  const insertDevice = inserter<ReturnType<typeof deviceRow>>(devices)
  const addConnection = connectionAdder(tables)
  /** An undecided request has no account yet; one of a disabled account is not found. */
  const accepted = `(${devices}.account_id is null or (true${tables.andAccepted(devices)}))`
  const findBy = (column: 'hash' | 'user_code_hash') => (hash: SecretHash) =>
    database.read(function* () {
      const row = yield* firstRow(`select * from ${devices} where ${column} = ? and ${accepted}`, hash)
      return row && toDevice(row)
    })

  const consume = (hash: SecretHash, now: EpochMs) =>
    change(
      `update ${devices} set consumed_at = ?
       where hash = ? and state = 'allowed' and consumed_at is null${tables.andAccepted(devices)}`,
      now,
      hash,
    )

  function* decided(hash: SecretHash, set: string, ...values: readonly (string | number)[]): Steps<DeviceRequest> {
    const row = yield* firstRow(
      `update ${devices} set ${set}, requested_from = null where hash = ? and state = 'pending' returning *`,
      ...values,
      hash,
    )
    assertCondition(row !== undefined)
    return toDevice(row)
  }

  return {
    add: (request, { network, perNetworkMax, perClientMax }) =>
      onlyIf(database, function* () {
        // On SQLite the transaction itself is the lock.
        if (dialect === 'postgres') yield* rows(`select pg_advisory_xact_lock(${REQUEST_LOCK})`)
        const sameCode = `select hash from ${devices} where user_code_hash = ?`
        assertCondition((yield* firstRow(sameCode, request.userCodeHash)) === undefined)
        if (network !== undefined) yield* makeRoom(tables, perNetworkMax, 'requested_from', network)
        yield* makeRoom(tables, perClientMax, 'client_id', request.clientId)
        yield* insertDevice(deviceRow(request, network ?? null))
      }),

    find: findBy('hash'),
    findByUserCode: findBy('user_code_hash'),

    poll: (hash, now) =>
      database.transaction(function* () {
        const locked = dialect === 'postgres' ? ' for update' : ''
        const row = yield* firstRow(`select * from ${devices} where hash = ? and state = 'pending'${locked}`, hash)
        if (row === undefined) return 'waits' as const
        const request = toDevice(row)
        const tooSoon = isTooSoon(request, now)
        yield* change(
          `update ${devices} set polled_at = ?, interval_seconds = ? where hash = ?`,
          now,
          tooSoon ? raisedInterval(request.intervalSeconds) : request.intervalSeconds,
          hash,
        )
        return tooSoon ? ('too_soon' as const) : ('waits' as const)
      }),

    approve: (hash, { accountId, clientName, scopes, grant, connectionId }, now) =>
      onlyIf(database, function* () {
        const request = yield* decided(
          hash,
          `state = 'allowed', account_id = ?, client_name = ?, granted_scopes = ?, granted = ?, connection_id = ?`,
          accountId,
          clientName,
          JSON.stringify(scopes),
          JSON.stringify(grant),
          connectionId,
        )
        yield* markAllowed(tables, request.clientId, now)
        yield* record({ kind: 'device_allowed', request })
      }),

    deny: (hash, accountId) =>
      onlyIf(database, function* () {
        const request = yield* decided(hash, `state = 'denied', account_id = ?`, accountId)
        yield* record({ kind: 'device_denied', request })
      }),

    redeem: (hash, created, now) =>
      onlyIf(database, function* () {
        assertCondition((yield* consume(hash, now)) === 1)
        yield* addConnection(created)
        yield* record({ kind: 'connection_begun', connection: created.connection })
      }),

    consume: async (hash, now) => (await database.transaction(() => consume(hash, now))) === 1,
  }
}

/** Removes the oldest undecided requests with this value until fewer than `max` are left. */
function* makeRoom(
  { devices }: Tables,
  max: number,
  column: 'requested_from' | 'client_id',
  value: string,
): Steps<void> {
  const pending = `state = 'pending' and ${column} = ?`
  const counted = yield* firstRow(`select count(*) as pending from ${devices} where ${pending}`, value)
  const tooMany = (counted === undefined ? 0 : integer(counted, 'pending')) - max + 1
  if (tooMany <= 0) return
  // The state is checked again on the row itself: a person may be deciding at the same time.
  yield* change(
    `delete from ${devices} where state = 'pending'
     and hash in (select hash from ${devices} where ${pending} order by created_at, hash limit ?)`,
    value,
    tooMany,
  )
}
