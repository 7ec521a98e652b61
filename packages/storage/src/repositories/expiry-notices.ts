import {
  type AccountId,
  DAY_MS,
  type EndingCredential,
  type ExpiryNoticeReader,
  type ExpiryNoticeRepository,
  NOTICE_DAYS,
  type NoticeDays,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import { isOfEnabledAccount } from './enabled-account.ts'
import { changedRows } from './rows.ts'

export function expiryNoticeReader(executor: Executor): ExpiryNoticeReader {
  const { db } = executor
  return {
    async due(days, now, limit) {
      const window = windowOf(days, now)
      const found = [
        ...(await endingTokens(executor, days, window, limit)),
        ...(await endingKeys(executor, days, window, limit)),
        ...(await endingConnections(executor, days, window, limit)),
      ]
      return found.slice(0, limit)
    },

    of: (credential) =>
      db
        .selectFrom('expiry_notices')
        .select(['days', 'ends_at', 'sent_at'])
        .where('credential', '=', credential)
        .orderBy('sent_at')
        .orderBy('days', 'desc')
        .execute(),
  }
}

export function expiryNoticeRepository(executor: Executor): ExpiryNoticeRepository {
  const { db } = executor
  return {
    ...expiryNoticeReader(executor),

    async record(credential, days, ends_at, sent_at) {
      const row = { credential, days, ends_at, sent_at }
      const inserted = await db
        .insertInto('expiry_notices')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
    },

    async purge(endedBefore) {
      await changedRows(db.deleteFrom('expiry_notices').where('ends_at', '<', endedBefore))
    },
  }
}

interface Window {
  readonly after: Timestamp
  readonly until: Timestamp
}

/** The ends that a notice is about: up to the next shorter notice. */
function windowOf(days: NoticeDays, now: Timestamp): Window {
  const shorter = Math.max(0, ...NOTICE_DAYS.filter((other) => other < days))
  const at = Date.parse(now)
  return { after: timestamp(at + shorter * DAY_MS), until: timestamp(at + days * DAY_MS) }
}

function endingTokens({ db, dialect }: Executor, days: NoticeDays, { after, until }: Window, limit: number) {
  return db
    .selectFrom('account_tokens')
    .select(['id', 'account_id as account', 'name', 'parent_id as parent'])
    .select((eb) => [sql.lit('token').$castTo<'token'>().as('kind'), eb.ref('expires_at').$notNull().as('ends_at')])
    .where('status', '=', 'active')
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .where(livesLonger(dialect, days))
    .where(isOfEnabledAccount('account_tokens.account_id'))
    .where(isUnannounced(sql`account_tokens.id`, sql`account_tokens.expires_at`, days))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function endingKeys({ db, dialect }: Executor, days: NoticeDays, { after, until }: Window, limit: number) {
  return db
    .selectFrom('product_keys')
    .select(['id', 'name', 'issuer_token_id as parent'])
    .select((eb) => [
      sql.lit('key').$castTo<'key'>().as('kind'),
      eb.ref('issuer_account_id').$notNull().as('account'),
      eb.ref('expires_at').$notNull().as('ends_at'),
    ])
    .where('status', '=', 'active')
    .where('issuer_account_id', 'is not', null)
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .where(livesLonger(dialect, days))
    .where(isOfEnabledAccount('product_keys.issuer_account_id'))
    .where(isUnannounced(sql`product_keys.id`, sql`product_keys.expires_at`, days))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Connections have their times in milliseconds. */
async function endingConnections(
  { db }: Executor,
  days: NoticeDays,
  { after, until }: Window,
  limit: number,
): Promise<readonly EndingCredential[]> {
  const rows = await db
    .selectFrom('oauth_connections')
    .select(['id', 'account_id', 'client_name', 'expires_at'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql.val(Date.parse(after)))
    .where('expires_at', '<=', sql.val(Date.parse(until)))
    .where(sql<SqlBool>`expires_at - created_at > ${days * DAY_MS}`)
    .where(isOfEnabledAccount('oauth_connections.account_id'))
    // The end of a connection never changes.
    .where(isUnannounced(sql`oauth_connections.id`, undefined, days))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, account_id, client_name, expires_at }) => ({
    kind: 'connection',
    id,
    account: account_id as AccountId,
    name: client_name,
    ends_at: timestamp(expires_at),
    parent: null,
  }))
}

/** A credential of an hour needs no notice of a day. */
function livesLonger(dialect: Executor['dialect'], days: NoticeDays) {
  return dialect === 'postgres'
    ? sql<SqlBool>`expires_at::timestamptz - created_at::timestamptz > ${days} * interval '1 day'`
    : sql<SqlBool>`julianday(expires_at) - julianday(created_at) > ${days}`
}

function isUnannounced(id: Expression<unknown>, end: Expression<unknown> | undefined, days: NoticeDays) {
  const sameEnd = end === undefined ? sql`` : sql`and expiry_notices.ends_at = ${end}`
  return sql<SqlBool>`not exists (
    select 1 from expiry_notices
    where expiry_notices.credential = ${id} and expiry_notices.days = ${days} ${sameEnd}
  )`
}
