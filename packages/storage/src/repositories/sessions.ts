import type { SessionReader, SessionRepository, Timestamp } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import { changedRows, insertRow, notFound } from './rows.ts'

export function sessionReader({ db }: Executor): SessionReader {
  const live = (now: Timestamp) =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .where('sessions.expires_at', '>', now)
      .where('accounts.disabled_at', 'is', null)
  const authenticatedAt: SessionReader['authenticatedAt'] = async (id, now) => {
    const row = await live(now).select('sessions.authenticated_at').where('sessions.id', '=', id).executeTakeFirst()
    return row?.authenticated_at
  }
  return {
    async find(secretHash, now) {
      const row = await live(now)
        .where('sessions.secret_hash', '=', secretHash)
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
      const times = { created_at: signed_in_at, authenticated_at, expires_at }
      return { session: { id: session_id, secret_hash: secretHash, account: account.id, ...times }, account }
    },

    isLive: async (id, now) => (await authenticatedAt(id, now)) !== undefined,

    authenticatedAt,

    async list(account, now) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', account)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ account_id, ...session }) => ({ ...session, account: account_id }))
    },
  }
}

export function sessionRepository(executor: Executor): SessionRepository {
  const { db } = executor
  return {
    ...sessionReader(executor),

    insert: ({ account, ...session }) =>
      insertRow(db, 'sessions', { ...session, account_id: account }, 'This session already exists.'),

    async renew(id, secretHash, at) {
      await db
        .updateTable('sessions')
        .set({ secret_hash: secretHash, authenticated_at: at })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow(notFound)
    },

    async extend(id, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiresAt })
        .where('id', '=', id)
        .where('expires_at', '<', expiresAt)
        .execute()
    },

    remove: (id) => changedRows(db.deleteFrom('sessions').where('id', '=', id)),

    removeAll(account, except) {
      const sessions = db.deleteFrom('sessions').where('account_id', '=', account)
      return changedRows(except === undefined ? sessions : sessions.where('id', '!=', except))
    },

    purge: (endedBefore) => changedRows(db.deleteFrom('sessions').where('expires_at', '<', endedBefore)),
  }
}
