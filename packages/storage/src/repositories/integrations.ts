import type { IntegrationRepository, ProviderConnection } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { inserted } from './inserted.ts'

export function integrationRepository({ read, write }: Database): IntegrationRepository {
  return {
    async list(product) {
      const rows = await read
        .selectFrom('provider_connections')
        .select(['provider', 'status', 'detail'])
        .where('product_id', '=', product)
        .orderBy('provider')
        .execute()
      return rows.map(({ provider, status, detail }) => ({ provider, status, ...(detail !== null && { detail }) }))
    },

    async connection(product, provider) {
      const row = await read
        .selectFrom('provider_connections')
        .selectAll()
        .where('product_id', '=', product)
        .where('provider', '=', provider)
        .executeTakeFirst()
      return row && toConnection(row)
    },

    async due(provider, before) {
      const rows = await read
        .selectFrom('provider_connections')
        .selectAll()
        .where('provider', '=', provider)
        .where((eb) => eb.or([eb('synced_at', 'is', null), eb('synced_at', '<', before)]))
        .orderBy('product_id')
        .execute()
      return rows.map(toConnection)
    },

    async put({ product, provider, status, detail, property, refresh_token, synced_at, updated_at }) {
      const state = {
        status,
        detail: detail ?? null,
        property,
        refresh_token,
        synced_at: synced_at ?? null,
        updated_at,
      }
      await inserted(
        write
          .insertInto('provider_connections')
          .values({ product_id: product, provider, ...state })
          .onConflict((conflict) => conflict.columns(['product_id', 'provider']).doUpdateSet(state))
          .execute(),
        'This connection already exists.',
      )
    },
  }
}

function toConnection(row: Tables['provider_connections']): ProviderConnection {
  return {
    product: row.product_id,
    provider: row.provider,
    status: row.status,
    detail: row.detail ?? undefined,
    property: row.property,
    refresh_token: row.refresh_token,
    synced_at: row.synced_at ?? undefined,
    updated_at: row.updated_at,
  }
}
