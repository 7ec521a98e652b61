import type { Rotation } from '../ports.ts'
import { accessTokenRow, integer, refreshTokenRow } from './rows.ts'
import { assertCondition, change, firstRow, insert, type Steps } from './steps.ts'
import type { Tables } from './tables.ts'

/**
 * The connection's row is changed first, as a lock: concurrent rotations and revocations of the connection wait for it,
 * and on PostgreSQL every later statement here sees what they changed.
 */
export function* rotation(tables: Tables, asked: Rotation): Steps<void> {
  const { connectionId, presented, accessToken, refreshToken, now } = asked
  const greatest = tables.dialect === 'postgres' ? 'greatest' : 'max'
  const connection = yield* firstRow(
    `update ${tables.connections} set refreshed_at = ?, generation = ${greatest}(generation, ?)
     where id = ? and revoked_at is null returning generation`,
    now,
    refreshToken.generation,
    connectionId,
  )
  assertCondition(connection !== undefined)
  const consumed = yield* change(
    `update ${tables.refreshTokens} set consumed_at = ? where hash = ? and connection_id = ? and consumed_at is null`,
    now,
    presented,
    connectionId,
  )
  assertCondition(consumed === 1 || (yield* mayRotateAgain(tables, asked, integer(connection, 'generation'))))
  yield* insert(tables.accessTokens, accessTokenRow(accessToken))
  yield* insert(tables.refreshTokens, refreshTokenRow(refreshToken))
}

/**
 * Whether a consumed token may rotate once more. Its own rotation raised the generation of the connection, so this one
 * does not raise it again.
 */
function* mayRotateAgain({ refreshTokens }: Tables, asked: Rotation, generation: number): Steps<boolean> {
  if (asked.consumedSince === undefined) return false
  const token = yield* firstRow(
    `select hash from ${refreshTokens} where hash = ? and connection_id = ? and consumed_at >= ? and generation = ?`,
    asked.presented,
    asked.connectionId,
    asked.consumedSince,
    generation - 1,
  )
  return token !== undefined
}
