import {
  type AccountId,
  type ConnectedApp,
  type ConnectedAppReader,
  type ConnectedAppRepository,
  type ConnectionId,
  storedLimits,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { isOfEnabledAccount } from './enabled-account.ts'
import { newestFirst } from './keyset.ts'
import { changedRows, countRows } from './rows.ts'

/** The connections of the authorization server, as shown to the account that allowed them. */
export function connectedAppReader({ db }: Executor): ConnectedAppReader {
  return {
    page(account, page) {
      const apps = connections(db).where('oauth_connections.account_id', '=', account)
      const columns = ['oauth_connections.created_at', 'oauth_connections.id'] as const
      const after = page.after && { ...page.after, created_at: Date.parse(page.after.created_at) }
      return newestFirst(apps, columns, page, toApp, (app) => app, after)
    },

    async find(account, id) {
      const row = await connections(db)
        .where('oauth_connections.id', '=', id)
        .where('oauth_connections.account_id', '=', account)
        .executeTakeFirst()
      return row && toApp(row)
    },

    async findBySecret(kind, secretHash, now) {
      const at = sql.val(Date.parse(now))
      // The authorization server writes the same digest in another alphabet.
      const hash = Buffer.from(secretHash, 'hex').toString('base64url')
      const access = db.selectFrom('oauth_access_tokens').select('connection_id').where('hash', '=', hash)
      const refresh = db.selectFrom('oauth_refresh_tokens').select('connection_id').where('hash', '=', hash)
      const presented =
        kind === 'oauth_access'
          ? access.where('expires_at', '>', at)
          : refresh.where('expires_at', '>', at).where('consumed_at', 'is', null)
      const row = await connections(db)
        .where('oauth_connections.id', 'in', presented)
        .where(isActive(now))
        .executeTakeFirst()
      return row && { app: toApp(row), account: row.account_id as AccountId }
    },

    async isLive(id, { issuer, resource }, now) {
      const row = await db
        .selectFrom('oauth_connections')
        .select('id')
        .where('id', '=', id as string as Tables['oauth_connections']['id'])
        .where('issuer', '=', issuer)
        .where('resource', '=', resource)
        .where(isActive(now))
        .where(isOfEnabledAccount('oauth_connections.account_id'))
        .executeTakeFirst()
      return row !== undefined
    },

    count: (account, now) =>
      countRows(db.selectFrom('oauth_connections').where('account_id', '=', account).where(isActive(now))),
  }
}

export function connectedAppRepository(executor: Executor): ConnectedAppRepository {
  const { db } = executor
  return {
    ...connectedAppReader(executor),

    async revoke(account, id, at) {
      await db
        .updateTable('oauth_connections')
        .set({ revoked_at: sql.val(Date.parse(at)) })
        .where('id', '=', id)
        .where('account_id', '=', account)
        .where('revoked_at', 'is', null)
        .execute()
    },

    async revokeAll(account, at) {
      const now = sql.val(Date.parse(at))
      // A consent page that is open now could still be allowed.
      await db.deleteFrom('oauth_consents').where('account_id', '=', account).execute()
      // A code that was issued and not redeemed could still become a connection.
      await db
        .updateTable('oauth_codes')
        .set({ consumed_at: now })
        .where('account_id', '=', account)
        .where('consumed_at', 'is', null)
        .execute()
      const live = db.updateTable('oauth_connections').where('account_id', '=', account).where(isActive(at))
      return changedRows(live.set({ revoked_at: now }))
    },
  }
}

function isActive(now: Timestamp) {
  return (eb: ExpressionBuilder<Tables, 'oauth_connections'>) =>
    eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', sql.val(Date.parse(now)))])
}

/** The authorization code is kept as long as its connection, and holds the redirect URI. */
function connections(db: Kysely<Tables>) {
  return db
    .selectFrom('oauth_connections')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('oauth_codes')
        .select('oauth_codes.redirect_uri')
        .whereRef('oauth_codes.connection_id', '=', 'oauth_connections.id')
        .limit(1)
        .as('redirect_uri'),
    )
}

type ConnectionRow = Awaited<ReturnType<ReturnType<typeof connections>['executeTakeFirstOrThrow']>>

/** The casts hold since this service makes the ids and grants in these tables. */
function toApp(row: ConnectionRow): ConnectedApp {
  return {
    id: row.id as string as ConnectionId,
    client_id: row.client_id,
    client_name: row.client_name,
    redirect_uri: row.redirect_uri ?? undefined,
    scopes: JSON.parse(row.scopes),
    ...granted(row.granted),
    created_at: timestamp(row.created_at),
    expires_at: timestamp(row.expires_at),
    revoked_at: row.revoked_at === null ? undefined : timestamp(row.revoked_at),
    last_used_at: (row.last_used_at ?? undefined) as Timestamp | undefined,
    last_used_network: row.last_used_network ?? undefined,
    last_used_operation: row.last_used_operation ?? undefined,
  }
}

function granted(text: string): Pick<ConnectedApp, 'products' | 'limits'> {
  const grant: { products?: unknown; limits?: unknown } | null = JSON.parse(text)
  return { products: Array.isArray(grant?.products) ? grant.products : [], limits: storedLimits(grant?.limits) }
}
