import type { SessionReader, SessionRecord, SessionRepository, Timestamp } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { inOfferedLanguage } from './accounts.ts'
import { changedRows, insertRow, requireChange } from './rows.ts'

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
    async find(secretHashes, now) {
      const row = await live(now)
        .where('sessions.secret_hash', 'in', secretHashes)
        .select([
          'sessions.id as session_id',
          'sessions.secret_hash',
          'sessions.created_at as signed_in_at',
          'sessions.authenticated_at',
          'sessions.expires_at',
          'sessions.second_factor',
          'sessions.used_at',
          'sessions.address',
          'sessions.user_agent',
          'accounts.id',
          'accounts.email',
          'accounts.name',
          'accounts.language',
          'accounts.created_at',
        ])
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { id, email, name, language, created_at, session_id, signed_in_at, ...session } = row
      const record = { ...session, id: session_id, account_id: id, created_at: signed_in_at }
      return { session: toSession(record), account: inOfferedLanguage({ id, email, name, language, created_at }) }
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
      return rows.map(toSession)
    },
  }
}

export function sessionRepository(executor: Executor): SessionRepository {
  const { db } = executor
  return {
    ...sessionReader(executor),

    insert({ account, second_factor, address, user_agent, ...session }) {
      const facts = { second_factor: second_factor ?? null, address: address ?? null, user_agent: user_agent ?? null }
      const row = { ...session, ...facts, account_id: account }
      return insertRow(db, 'sessions', row, 'This session already exists.')
    },

    async renew(id, secretHash, at, secondFactor) {
      await requireChange(
        db
          .updateTable('sessions')
          .set({
            secret_hash: secretHash,
            authenticated_at: at,
            ...(secondFactor !== undefined && { second_factor: secondFactor }),
          })
          .where('id', '=', id),
      )
    },

    async putSecret(id, secretHash) {
      await requireChange(db.updateTable('sessions').set({ secret_hash: secretHash }).where('id', '=', id))
    },

    async rehash(id, from, to) {
      await db
        .updateTable('sessions')
        .set({ secret_hash: to })
        .where('id', '=', id)
        .where('secret_hash', '=', from)
        .execute()
    },

    async putSecondFactor(id, method) {
      await db.updateTable('sessions').set({ second_factor: method }).where('id', '=', id).execute()
    },

    async extend(id, expiresAt, usedAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiresAt, used_at: usedAt })
        .where('id', '=', id)
        .where('expires_at', '<=', expiresAt)
        .where('used_at', '<', usedAt)
        .execute()
    },

    remove: (id) => changedRows(db.deleteFrom('sessions').where('id', '=', id)),

    removeOldest(account, kept) {
      const newest = db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', account)
        .orderBy('used_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(kept)
      return changedRows(db.deleteFrom('sessions').where('account_id', '=', account).where('id', 'not in', newest))
    },

    removeAll(account, except) {
      const sessions = db.deleteFrom('sessions').where('account_id', '=', account)
      return changedRows(except === undefined ? sessions : sessions.where('id', '!=', except))
    },

    purge: (endedBefore) => changedRows(db.deleteFrom('sessions').where('expires_at', '<', endedBefore)),
  }
}

function toSession({ account_id, second_factor, address, user_agent, ...row }: Tables['sessions']): SessionRecord {
  return {
    ...row,
    account: account_id,
    second_factor: second_factor ?? undefined,
    address: address ?? undefined,
    user_agent: user_agent ?? undefined,
  }
}
