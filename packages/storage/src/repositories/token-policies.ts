import {
  NO_TOKEN_POLICY,
  type TokenPolicy,
  type TokenPolicyReader,
  type TokenPolicyRepository,
} from '@footfall/core-domain'
import { sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'

export function tokenPolicyReader({ db }: Executor): TokenPolicyReader {
  return {
    async find(account) {
      const row = await db.selectFrom('token_policies').selectAll().where('account_id', '=', account).executeTakeFirst()
      return row === undefined ? NO_TOKEN_POLICY : toPolicy(row)
    },
  }
}

export function tokenPolicyRepository(executor: Executor): TokenPolicyRepository {
  return {
    ...tokenPolicyReader(executor),

    async set(account_id, { max_lifetime_days, require_expiry }, updated_at) {
      const columns = { max_lifetime_days, require_expiry: require_expiry ? 1 : 0, updated_at } as const
      const row = await executor.db
        .insertInto('token_policies')
        .values({ account_id, revision: NO_TOKEN_POLICY.revision + 1, ...columns })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ ...columns, revision: sql<number>`token_policies.revision + 1` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return toPolicy(row)
    },
  }
}

function toPolicy({ account_id: _, require_expiry, ...same }: Tables['token_policies']): TokenPolicy {
  return { ...same, require_expiry: require_expiry === 1 }
}
