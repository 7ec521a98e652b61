import type {
  IntegrationReader,
  IntegrationRepository,
  ProviderCleanup,
  ProviderConnection,
} from '@footfall/core-domain'
import { sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { ownerOf } from './product-owner.ts'
import { insertRow, rejectDuplicate, requireChange } from './rows.ts'

export function integrationReader({ db }: Executor): IntegrationReader {
  return {
    async list(product) {
      const rows = await db
        .selectFrom('provider_connections')
        .select(['provider', 'status', 'detail'])
        .where('product_id', '=', product)
        .orderBy('provider')
        .execute()
      return rows.map(({ provider, status, detail }) => ({ provider, status, ...(detail !== null && { detail }) }))
    },

    async connection(product, provider) {
      const row = await db
        .selectFrom('provider_connections')
        .selectAll()
        .where('product_id', '=', product)
        .where('provider', '=', provider)
        .executeTakeFirst()
      return row && toConnection(row)
    },

    async due(provider, before) {
      const rows = await db
        .selectFrom('provider_connections')
        .selectAll()
        .select(ownerOf('provider_connections.product_id').as('owner'))
        .where('provider', '=', provider)
        .where('property', '!=', '')
        .where((eb) =>
          eb.or([eb('synced_at', 'is', null), eb('synced_at', '<', before), eb('sync_requested_at', 'is not', null)]),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('provider_leftovers')
                .select('provider_leftovers.id')
                .whereRef('provider_leftovers.product_id', '=', 'provider_connections.product_id')
                .whereRef('provider_leftovers.provider', '=', 'provider_connections.provider')
                .where('has_rows', '=', 1),
            ),
          ),
        )
        .orderBy('product_id')
        .execute()
      return rows.map((row) => ({ ...toConnection(row), property: row.property, owner: row.owner ?? undefined }))
    },

    async dueCleanups(now) {
      const rows = await db
        .selectFrom('provider_leftovers')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toCleanup)
    },
  }
}

export function integrationRepository(executor: Executor): IntegrationRepository {
  const { db } = executor
  return {
    ...integrationReader(executor),

    async put({ product, provider, ...connection }) {
      const state = {
        ...connection,
        detail: connection.detail ?? null,
        property: connection.property ?? '',
        properties: JSON.stringify(connection.properties),
        synced_at: connection.synced_at ?? null,
        sync_requested_at: connection.sync_requested_at ?? null,
      }
      await rejectDuplicate(
        db
          .insertInto('provider_connections')
          .values({ product_id: product, provider, ...state })
          .onConflict((conflict) => conflict.columns(['product_id', 'provider']).doUpdateSet(state))
          .execute(),
        'This connection already exists.',
      )
    },

    async recordSync(synced, { status, detail, synced_at }, at) {
      const { product, provider, property, refresh_token } = synced
      const request = synced.sync_requested_at ?? null
      const row = await db
        .updateTable('provider_connections')
        .set({
          status,
          detail: detail ?? null,
          synced_at: synced_at ?? null,
          sync_requested_at: sql`case when sync_requested_at is not distinct from ${request} then null else sync_requested_at end`,
          updated_at: at,
        })
        .where('product_id', '=', product)
        .where('provider', '=', provider)
        .where('property', '=', property)
        .where('refresh_token', '=', refresh_token)
        .returning('product_id')
        .executeTakeFirst()
      return row !== undefined
    },

    async remove(product, provider) {
      await requireChange(
        db.deleteFrom('provider_connections').where('product_id', '=', product).where('provider', '=', provider),
      )
    },

    enqueueCleanup({ id, product, provider, created_at, ...work }) {
      const row = { id, product_id: product, provider, ...workColumns(work), created_at, due_at: created_at }
      return insertRow(db, 'provider_leftovers', row, 'This cleanup already exists.')
    },

    async updateCleanup({ id, refresh_token, rows }, until) {
      if (refresh_token === undefined && !rows) {
        await db.deleteFrom('provider_leftovers').where('id', '=', id).execute()
        return
      }
      await db
        .updateTable('provider_leftovers')
        .set({ ...workColumns({ refresh_token, rows }), due_at: until })
        .where('id', '=', id)
        .execute()
    },
  }
}

function toConnection(row: Tables['provider_connections']): ProviderConnection {
  return {
    product: row.product_id,
    provider: row.provider,
    status: row.status,
    detail: row.detail ?? undefined,
    property: row.property === '' ? undefined : row.property,
    properties: JSON.parse(row.properties),
    refresh_token: row.refresh_token,
    synced_at: row.synced_at ?? undefined,
    sync_requested_at: row.sync_requested_at ?? undefined,
    updated_at: row.updated_at,
  }
}

function workColumns({ refresh_token, rows }: Pick<ProviderCleanup, 'refresh_token' | 'rows'>) {
  return { refresh_token: refresh_token ?? null, has_rows: rows ? (1 as const) : (0 as const) }
}

function toCleanup(row: Tables['provider_leftovers']): ProviderCleanup {
  return {
    id: row.id,
    product: row.product_id,
    provider: row.provider,
    refresh_token: row.refresh_token ?? undefined,
    rows: row.has_rows === 1,
    created_at: row.created_at,
  }
}
