import type { ConnectionFilter, ConnectionStore, NewConnection } from '../ports.ts'
import { markAllowed } from './clients.ts'
import { type Condition, newestFirst } from './newest-first.ts'
import { rotation } from './rotation.ts'
import {
  accessTokenRow,
  connectionRow,
  refreshTokenRow,
  TOKEN_COLUMNS,
  toAccessToken,
  toConnection,
  toRefreshToken,
} from './rows.ts'
import { change, type Database, firstRow, insert, onlyIf, type Steps } from './steps.ts'
import type { Tables } from './tables.ts'

export function connectionStore(database: Database, tables: Tables): ConnectionStore {
  const { connections, accessTokens, refreshTokens } = tables
  const joined = (tokens: string, columns: string) =>
    `select c.*, ${columns} from ${tokens} t join ${connections} c on c.id = t.connection_id where t.hash = ?`
  const byAccessToken = joined(accessTokens, TOKEN_COLUMNS)
  const refreshColumns = `${TOKEN_COLUMNS}, t.generation as token_generation, t.consumed_at as token_consumed_at`
  const byRefreshToken = joined(refreshTokens, refreshColumns)
  return {
    begin: (created) =>
      database.transaction(function* () {
        yield* addConnection(tables, created)
        yield* markAllowed(tables, created.connection.clientId, created.connection.createdAt)
      }),

    find: (id) =>
      database.run(function* () {
        const row = yield* firstRow(`select * from ${connections} where id = ?`, id)
        return row && toConnection(row)
      }),

    findByAccessToken: (hash) =>
      database.run(function* () {
        const row = yield* firstRow(byAccessToken, hash)
        return row && { token: toAccessToken(row), connection: toConnection(row) }
      }),

    findByRefreshToken: (hash) =>
      database.run(function* () {
        const row = yield* firstRow(byRefreshToken, hash)
        return row && { token: toRefreshToken(row), connection: toConnection(row) }
      }),

    rotate: (asked) => onlyIf(database, () => rotation(tables, asked)),

    revoke: async (id, now) => {
      const sql = `update ${connections} set revoked_at = ? where id = ? and revoked_at is null`
      return (await database.run(() => change(sql, now, id))) === 1
    },

    list: (filter, page) =>
      database.run(function* () {
        return (yield* newestFirst(connections, 'created_at', conditionsOf(filter), page)).map(toConnection)
      }),
  }
}

export function* addConnection(tables: Tables, { connection, accessToken, refreshToken }: NewConnection): Steps<void> {
  yield* insert(tables.connections, connectionRow(connection))
  yield* insert(tables.accessTokens, accessTokenRow(accessToken))
  if (refreshToken) yield* insert(tables.refreshTokens, refreshTokenRow(refreshToken))
}

function conditionsOf({ accountId, clientId, liveAt }: ConnectionFilter): readonly Condition[] {
  const conditions: Condition[] = []
  if (accountId !== undefined) conditions.push(['account_id = ?', accountId])
  if (clientId !== undefined) conditions.push(['client_id = ?', clientId])
  if (liveAt !== undefined) conditions.push(['revoked_at is null and expires_at > ?', liveAt])
  return conditions
}
