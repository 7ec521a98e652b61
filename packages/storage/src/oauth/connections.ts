import type { Connection, ConnectionStore, SecretHash } from '@footfall/oauth-server'
import type { Kysely } from 'kysely'
import { compiledOnce, parameter } from '../connections/compiled.ts'
import { type Database, reading } from '../connections/database.ts'
import { isOfEnabledAccount } from '../repositories/enabled-account.ts'
import type { Tables } from '../tables/tables.ts'
import type { RecordChange } from './audit.ts'
import { beginConnection } from './new-connection.ts'
import { isOlderThan } from './newest-first.ts'
import { rotate } from './rotate.ts'
import { toConnection } from './rows.ts'
import { assertCondition, transactIf } from './transact.ts'

/**
 * The token comes from a common table expression: SQLite prepares a plain join again whenever its parameter changes,
 * which costs more than the rest of a refresh.
 */
const byAccessToken = compiledOnce((db) =>
  db
    .with(
      (expression) => expression('token').materialized(),
      () => db.selectFrom('oauth_access_tokens').selectAll().where('hash', '=', parameter<SecretHash>()),
    )
    .selectFrom('token')
    .innerJoin('oauth_connections', 'oauth_connections.id', 'token.connection_id')
    .selectAll('oauth_connections')
    .select(['token.issued_at', 'token.expires_at as token_expires_at'])
    .where(isOfEnabledAccount('oauth_connections.account_id')),
)

const byRefreshToken = compiledOnce((db) =>
  db
    .with(
      (expression) => expression('token').materialized(),
      () => db.selectFrom('oauth_refresh_tokens').selectAll().where('hash', '=', parameter<SecretHash>()),
    )
    .selectFrom('token')
    .innerJoin('oauth_connections', 'oauth_connections.id', 'token.connection_id')
    .selectAll('oauth_connections')
    .select(['token.issued_at', 'token.expires_at as token_expires_at'])
    .select(['token.generation as token_generation', 'token.consumed_at'])
    .where(isOfEnabledAccount('oauth_connections.account_id')),
)

export function connectionStore(database: Database, startRecord: () => RecordChange): ConnectionStore {
  const { read } = database
  return {
    begin: (begun) => beginConnection(database, begun, startRecord()),

    async find(id) {
      const row = await read.selectFrom('oauth_connections').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toConnection(row)
    },

    async findByAccessToken(hash) {
      const row = await byAccessToken(reading(database), hash)
      if (row === undefined) return undefined
      const { issued_at: issuedAt, token_expires_at: expiresAt } = row
      return { token: { hash, connectionId: row.id, issuedAt, expiresAt }, connection: toConnection(row) }
    },

    async findByRefreshToken(hash) {
      const row = await byRefreshToken(reading(database), hash)
      if (row === undefined) return undefined
      const token = {
        hash,
        connectionId: row.id,
        generation: row.token_generation,
        issuedAt: row.issued_at,
        expiresAt: row.token_expires_at,
        consumedAt: row.consumed_at ?? undefined,
      }
      return { token, connection: toConnection(row) }
    },

    rotate: (rotation) => rotate(database, rotation),

    revoke(id, now, because) {
      const record = startRecord()
      return transactIf(database, async (trx) => {
        const connection = await revokeConnection(trx, id, now)
        assertCondition(connection !== undefined)
        await record(trx, { kind: 'connection_revoked', connection, because })
      })
    },

    async list({ accountId, clientId, liveAt }, page) {
      let query = read
        .selectFrom('oauth_connections')
        .selectAll()
        .where(isOlderThan('oauth_connections', 'created_at', page))
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      if (clientId !== undefined) query = query.where('client_id', '=', clientId)
      if (liveAt !== undefined) query = query.where('revoked_at', 'is', null).where('expires_at', '>', liveAt)
      const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
      return rows.map(toConnection)
    },
  }
}

/** Inside a transaction; undefined for a connection that does not exist or was revoked before. */
export async function revokeConnection(trx: Kysely<Tables>, id: string, now: number): Promise<Connection | undefined> {
  const revoked = await trx
    .updateTable('oauth_connections')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return revoked && toConnection(revoked)
}
