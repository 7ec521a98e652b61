import type { Timestamp, UsageRepository } from '@footfall/core-domain'
import type { Kysely } from 'kysely'
import { atomically, type Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'

type Use = Parameters<UsageRepository['touch']>[0][number]

export function usageRepository(database: Database): UsageRepository {
  return {
    async touch(used) {
      if (used.length === 0) return
      // One order for all writers, so that two replicas never wait for each other's rows in a circle.
      const ordered = [...used].sort((a, b) => (a.id < b.id ? -1 : 1))
      await atomically(database, async (trx) => {
        for (const use of ordered) await touchOne(trx, use)
      })
    },
  }
}

const TABLES = { token: 'account_tokens', key: 'product_keys', connection: 'oauth_connections' } as const

/** Batches of several replicas arrive in any order; the latest use stays. */
async function touchOne(trx: Kysely<Tables>, { kind, id, at }: Use): Promise<void> {
  await trx
    .updateTable(TABLES[kind])
    .set({ last_used_at: at satisfies Timestamp })
    .where('id', '=', id as never)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()
}
