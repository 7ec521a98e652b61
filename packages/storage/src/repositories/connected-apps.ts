import {
  type ConnectedApp,
  type ConnectedAppReader,
  type ConnectedAppRepository,
  type ConnectionId,
  type ProductId,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { isOfEnabledAccount } from './enabled-account.ts'
import { isBefore, pageLimit, toPage } from './keyset.ts'

/** The connections of the authorization server, seen by the person who allowed them. */
export function connectedAppReader(executor: Executor): ConnectedAppReader {
  const { db } = executor
  return {
    async page(account, page) {
      const after = page.after && { ...page.after, created_at: Date.parse(page.after.created_at) }
      const rows = await connections(db)
        .where('connection.account_id', '=', account)
        .where(isBefore('connection.created_at', 'connection.id', after))
        .orderBy('connection.created_at', 'desc')
        .orderBy('connection.id', 'desc')
        .limit(pageLimit(page))
        .execute()
      return toPage(rows.map(toApp), page, (app) => app)
    },

    async find(account, id) {
      const row = await connections(db)
        .where('connection.id', '=', id)
        .where('connection.account_id', '=', account)
        .executeTakeFirst()
      return row && toApp(row)
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

    async count(account, now) {
      const { active } = await db
        .selectFrom('oauth_connections')
        .select((eb) => eb.fn.countAll<number>().as('active'))
        .where('account_id', '=', account)
        .where(isActive(now))
        .executeTakeFirstOrThrow()
      return active
    },
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
      // A person who is asked at this moment could still say yes, in a request that was judged before.
      await db.deleteFrom('oauth_consents').where('account_id', '=', account).execute()
      // A code that is on its way would become a connection after this.
      await db
        .updateTable('oauth_codes')
        .set({ consumed_at: now })
        .where('account_id', '=', account)
        .where('consumed_at', 'is', null)
        .execute()
      const { numUpdatedRows } = await db
        .updateTable('oauth_connections')
        .set({ revoked_at: now })
        .where('account_id', '=', account)
        .where(isActive(at))
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
  }
}

function isActive(now: Timestamp) {
  return (eb: ExpressionBuilder<Tables, 'oauth_connections'>) =>
    eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', sql.val(Date.parse(now)))])
}

/** The code that a connection came from is kept as long as the connection, and knows where the person was sent back. */
function connections(db: Kysely<Tables>) {
  return db
    .selectFrom('oauth_connections as connection')
    .select([
      'connection.id',
      'connection.client_id',
      'connection.client_name',
      'connection.scopes',
      'connection.granted',
      'connection.created_at',
      'connection.expires_at',
      'connection.revoked_at',
      'connection.last_used_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('oauth_codes as code')
        .select('code.redirect_uri')
        .whereRef('code.connection_id', '=', 'connection.id')
        .limit(1)
        .as('redirect_uri'),
    )
}

type ConnectionRow = Awaited<ReturnType<ReturnType<typeof connections>['executeTakeFirstOrThrow']>>

/** Ids and grants in these tables were made by this service. */
function toApp(row: ConnectionRow): ConnectedApp {
  return {
    id: row.id as string as ConnectionId,
    client_id: row.client_id,
    client_name: row.client_name,
    redirect_uri: row.redirect_uri ?? undefined,
    scopes: JSON.parse(row.scopes),
    products: grantedProducts(row.granted),
    created_at: timestamp(row.created_at),
    expires_at: timestamp(row.expires_at),
    revoked_at: row.revoked_at === null ? undefined : timestamp(row.revoked_at),
    last_used_at: (row.last_used_at ?? undefined) as Timestamp | undefined,
  }
}

function grantedProducts(granted: string): readonly ProductId[] {
  const grant: { products?: unknown } | null = JSON.parse(granted)
  return Array.isArray(grant?.products) ? grant.products : []
}
