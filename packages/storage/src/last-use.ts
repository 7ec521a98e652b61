import type { LastUseRecorder, Timestamp } from '@footfall/core-domain'
import type { Transaction } from 'kysely'
import type { Database } from './connections/database.ts'
import type { Tables } from './tables/tables.ts'

type Use = Parameters<LastUseRecorder['record']>[0][number]

export function lastUseRecorder({ write }: Database): LastUseRecorder {
  return {
    async record(uses) {
      if (uses.length === 0) return
      // All replicas lock rows in the same order, which prevents deadlocks.
      const ordered = [...uses].sort((a, b) => (a.id < b.id ? -1 : 1))
      await write.transaction().execute(async (trx) => {
        for (const use of ordered) await recordOne(trx, use)
      })
    },
  }
}

const TABLES = { token: 'account_tokens', key: 'product_keys', connection: 'oauth_connections' } as const

/** Replicas write their batches in any order; the latest use is kept. */
async function recordOne(trx: Transaction<Tables>, { kind, id, at }: Use): Promise<void> {
  await trx
    .updateTable(TABLES[kind])
    .set({ last_used_at: at satisfies Timestamp })
    .where('id', '=', id as never)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()
}
