import type { EpochMs, Rotation, SecretHash } from '@footfall/oauth-server'
import { sql } from 'kysely'
import { parameter, writtenOnce } from '../connections/compiled.ts'
import { type Database, type Executor, within } from '../connections/database.ts'
import { insertAccessToken, insertRefreshToken } from './token-rows.ts'
import { assertCondition, transactIf } from './transact.ts'

/**
 * The connection's row is changed first, as a lock: concurrent rotations and revocations of the connection wait for it,
 * and on PostgreSQL every later statement here sees what they changed.
 */
export function rotate(database: Database, rotation: Rotation): Promise<boolean> {
  return transactIf(database, async (trx) => {
    const { connectionId, presented, accessToken, refreshToken, now } = rotation
    const executor = within(database, trx)
    const { row: connection } = await advance(executor, now, refreshToken.generation, connectionId)
    assertCondition(connection !== undefined)
    const { changed } = await consume(executor, now, presented, connectionId)
    assertCondition(changed === 1 || (await mayRotateAgain(executor, rotation, connection.generation)))
    await insertAccessToken(executor, accessToken)
    await insertRefreshToken(executor, refreshToken)
  })
}

const advance = writtenOnce<[EpochMs, number, string], { generation: number }>((db, dialect) => {
  const greater = sql.raw(dialect === 'postgres' ? 'greatest' : 'max')
  return db
    .updateTable('oauth_connections')
    .set({ refreshed_at: parameter<EpochMs>(), generation: sql<number>`${greater}(generation, ${parameter()})` })
    .where('id', '=', parameter<string>())
    .where('revoked_at', 'is', null)
    .returning('generation')
})

const consume = writtenOnce<[EpochMs, SecretHash, string], unknown>((db) =>
  db
    .updateTable('oauth_refresh_tokens')
    .set({ consumed_at: parameter<EpochMs>() })
    .where('hash', '=', parameter<SecretHash>())
    .where('connection_id', '=', parameter<string>())
    .where('consumed_at', 'is', null),
)

/**
 * Whether a consumed token may rotate once more. Its own rotation raised the generation of the connection, so this one
 * does not raise it again.
 */
async function mayRotateAgain({ db }: Executor, rotation: Rotation, generation: number): Promise<boolean> {
  if (rotation.consumedSince === undefined) return false
  const token = await db
    .selectFrom('oauth_refresh_tokens')
    .select('hash')
    .where('hash', '=', rotation.presented)
    .where('connection_id', '=', rotation.connectionId)
    .where('consumed_at', '>=', rotation.consumedSince)
    .where('generation', '=', generation - 1)
    .executeTakeFirst()
  return token !== undefined
}
