import type { ConnectionFilter, ConnectionStore, NewConnection } from '../ports.ts'
import { markAllowed } from './clients.ts'
import { type Condition, newestFirst } from './newest-first.ts'
import { rotator } from './rotation.ts'
import {
  accessTokenRow,
  connectionRow,
  refreshTokenRow,
  TOKEN_COLUMNS,
  toAccessToken,
  toConnection,
  toRefreshToken,
} from './rows.ts'
import { assertCondition, type Database, firstRow, inserter, onlyIf, record, type Steps } from './steps.ts'
import type { Tables } from './tables.ts'

export function connectionStore(database: Database, tables: Tables): ConnectionStore {
  const { connections, accessTokens, refreshTokens } = tables
  /**
   * The token comes from a common table expression: SQLite prepares a plain join again whenever its parameter changes,
   * which costs more than the rest of a refresh.
   */
  const joined = (tokens: string, columns: string) =>
    `with t as materialized (select * from ${tokens} where hash = ?)
     select c.*, ${columns} from t join ${connections} c on c.id = t.connection_id where true${tables.andAccepted('c')}`
  const byAccessToken = joined(accessTokens, TOKEN_COLUMNS)
  const refreshColumns = `${TOKEN_COLUMNS}, t.generation as token_generation, t.consumed_at as token_consumed_at`
  const byRefreshToken = joined(refreshTokens, refreshColumns)
  const addConnection = connectionAdder(tables)
  const rotate = rotator(tables)
  return {
    begin: (created) =>
      database.transaction(function* () {
        yield* addConnection(created)
        yield* markAllowed(tables, created.connection.clientId, created.connection.createdAt)
        yield* record({ kind: 'connection_begun', connection: created.connection })
      }),

    find: (id) =>
      database.read(function* () {
        const row = yield* firstRow(`select * from ${connections} where id = ?`, id)
        return row && toConnection(row)
      }),

    findByAccessToken: (hash) =>
      database.read(function* () {
        const row = yield* firstRow(byAccessToken, hash)
        return row && { token: toAccessToken(row), connection: toConnection(row) }
      }),

    findByRefreshToken: (hash) =>
      database.read(function* () {
        const row = yield* firstRow(byRefreshToken, hash)
        return row && { token: toRefreshToken(row), connection: toConnection(row) }
      }),

    rotate: (asked) => onlyIf(database, () => rotate(asked)),

    revoke: (id, now, because) =>
      onlyIf(database, function* () {
        const sql = `update ${connections} set revoked_at = ? where id = ? and revoked_at is null returning *`
        const revoked = yield* firstRow(sql, now, id)
        assertCondition(revoked !== undefined)
        yield* record({ kind: 'connection_revoked', connection: toConnection(revoked), because })
      }),

    list: (filter, page) =>
      database.read(function* () {
        return (yield* newestFirst(connections, 'created_at', conditionsOf(filter), page)).map(toConnection)
      }),
  }
}

export function connectionAdder({ connections, accessTokens, refreshTokens }: Tables) {
  const insertConnection = inserter(connections)
  const insertAccessToken = inserter(accessTokens)
  const insertRefreshToken = inserter(refreshTokens)
  return function* addConnection({ connection, accessToken, refreshToken }: NewConnection): Steps<void> {
    yield* insertConnection(connectionRow(connection))
    yield* insertAccessToken(accessTokenRow(accessToken))
    if (refreshToken) yield* insertRefreshToken(refreshTokenRow(refreshToken))
  }
}

function conditionsOf({ accountId, clientId, liveAt }: ConnectionFilter): readonly Condition[] {
  const conditions: Condition[] = []
  if (accountId !== undefined) conditions.push(['account_id = ?', accountId])
  if (clientId !== undefined) conditions.push(['client_id = ?', clientId])
  if (liveAt !== undefined) conditions.push(['revoked_at is null and expires_at > ?', liveAt])
  return conditions
}
