import type { Rotation } from '../ports.ts'
import { accessTokenRow, integer, refreshTokenRow } from './rows.ts'
import { assertCondition, change, firstRow, inserter, type Steps } from './steps.ts'
import type { Tables } from './tables.ts'

/**
 * The connection's row is changed first, as a lock: concurrent rotations and revocations of the connection wait for it,
 * and on PostgreSQL every later statement here sees what they changed.
 */
export function rotator({ dialect, connections, accessTokens, refreshTokens }: Tables) {
  const greatest = dialect === 'postgres' ? 'greatest' : 'max'
  const advance = `update ${connections} set refreshed_at = ?, generation = ${greatest}(generation, ?)
    where id = ? and revoked_at is null returning generation`
  const consume = `update ${refreshTokens} set consumed_at = ?
    where hash = ? and connection_id = ? and consumed_at is null`
  const rotatesAgain = `select hash from ${refreshTokens}
    where hash = ? and connection_id = ? and consumed_at >= ? and generation = ?`
  const insertAccessToken = inserter(accessTokens)
  const insertRefreshToken = inserter(refreshTokens)

  /**
   * Whether a consumed token may rotate once more. Its own rotation raised the generation of the connection, so this one
   * does not raise it again.
   */
  function* mayRotateAgain({ presented, connectionId, consumedSince }: Rotation, generation: number): Steps<boolean> {
    if (consumedSince === undefined) return false
    return (yield* firstRow(rotatesAgain, presented, connectionId, consumedSince, generation - 1)) !== undefined
  }

  return function* rotate(asked: Rotation): Steps<void> {
    const { connectionId, presented, accessToken, refreshToken, now } = asked
    const connection = yield* firstRow(advance, now, refreshToken.generation, connectionId)
    assertCondition(connection !== undefined)
    const consumed = yield* change(consume, now, presented, connectionId)
    assertCondition(consumed === 1 || (yield* mayRotateAgain(asked, integer(connection, 'generation'))))
    yield* insertAccessToken(accessTokenRow(accessToken))
    yield* insertRefreshToken(refreshTokenRow(refreshToken))
  }
}
