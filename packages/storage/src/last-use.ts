import type { CredentialUse, LastUseRecorder, TokenId } from '@footfall/core-domain'
import { sql, type Transaction } from 'kysely'
import type { Database } from './connections/database.ts'
import type { Tables } from './tables/tables.ts'

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
async function recordOne(trx: Transaction<Tables>, use: CredentialUse): Promise<void> {
  const { kind, id, at, network, operation, scopes = [] } = use
  await trx
    .updateTable(TABLES[kind])
    .set({
      last_used_at: at,
      ...(network !== undefined && { last_used_network: network }),
      ...(operation !== undefined && { last_used_operation: operation }),
    })
    .where('id', '=', id as never)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()
  if (kind === 'token') for (const scope of [...scopes].sort()) await recordScope(trx, id as TokenId, scope, use)
}

/** Inserts nothing for a token that was deleted meanwhile. */
async function recordScope(trx: Transaction<Tables>, token_id: TokenId, scope: string, { at }: CredentialUse) {
  await trx
    .insertInto('token_scope_uses')
    .columns(['token_id', 'scope', 'last_used_at'])
    .expression((eb) =>
      eb
        .selectFrom('account_tokens')
        .select(['account_tokens.id as token_id', sql.val(scope).as('scope'), sql.val(at).as('last_used_at')])
        .where('account_tokens.id', '=', token_id),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['token_id', 'scope'])
        .doUpdateSet((eb) => ({ last_used_at: eb.ref('excluded.last_used_at') }))
        .whereRef('token_scope_uses.last_used_at', '<', 'excluded.last_used_at'),
    )
    .execute()
}
