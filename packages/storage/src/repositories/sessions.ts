import type { SessionRepository, Store } from '@footfall/core-domain'
import type { Transaction } from 'kysely'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { inserted } from './inserted.ts'
import { notThere } from './revised.ts'

export function sessionRepository(
  { read, write }: Database,
  transactions: { get(store: Store): Transaction<Tables> | undefined },
): SessionRepository {
  const writing = (within: Store | undefined) => (within && transactions.get(within)) ?? write
  const authenticatedAt: SessionRepository['authenticatedAt'] = async (id, now, seenBy) => {
    const row = await (transactions.get(seenBy) ?? read)
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select('sessions.authenticated_at')
      .where('sessions.id', '=', id)
      .where('sessions.expires_at', '>', now)
      .where('accounts.disabled_at', 'is', null)
      .executeTakeFirst()
    return row?.authenticated_at
  }
  return {
    async insert({ account, ...session }, within) {
      await inserted(
        writing(within)
          .insertInto('sessions')
          .values({ ...session, account_id: account })
          .execute(),
        'This session already exists.',
      )
    },

    async find(secretHash, now) {
      const row = await read
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .where('sessions.secret_hash', '=', secretHash)
        .where('sessions.expires_at', '>', now)
        .where('accounts.disabled_at', 'is', null)
        .select([
          'sessions.id as session_id',
          'sessions.created_at as signed_in_at',
          'sessions.authenticated_at',
          'sessions.expires_at',
          'accounts.id',
          'accounts.email',
          'accounts.name',
          'accounts.created_at',
        ])
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { session_id, signed_in_at, authenticated_at, expires_at, ...account } = row
      const session = {
        id: session_id,
        secret_hash: secretHash,
        account: account.id,
        created_at: signed_in_at,
        authenticated_at,
        expires_at,
      }
      return { session, account }
    },

    isLive: async (id, now, seenBy) => (await authenticatedAt(id, now, seenBy)) !== undefined,

    authenticatedAt,

    async renew(id, secretHash, at, within) {
      await writing(within)
        .updateTable('sessions')
        .set({ secret_hash: secretHash, authenticated_at: at })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },

    async list(account, now) {
      const rows = await read
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', account)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ account_id, ...session }) => ({ ...session, account: account_id }))
    },

    async extend(id, expiresAt) {
      await write
        .updateTable('sessions')
        .set({ expires_at: expiresAt })
        .where('id', '=', id)
        .where('expires_at', '<', expiresAt)
        .execute()
    },

    async remove(id, within) {
      const { numDeletedRows } = await writing(within)
        .deleteFrom('sessions')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async removeAll(account, but, within) {
      let ended = writing(within).deleteFrom('sessions').where('account_id', '=', account)
      if (but !== undefined) ended = ended.where('id', '!=', but)
      const { numDeletedRows } = await ended.executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async purge(endedBefore) {
      const { numDeletedRows } = await write
        .deleteFrom('sessions')
        .where('expires_at', '<', endedBefore)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
