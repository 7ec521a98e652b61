import type { KeptSecretRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'

/** Transactions are serializable, so of several that take one secret at the same time one gets it. */
export function keptSecretRepository({ db }: Executor): KeptSecretRepository {
  const read: (...of: Parameters<KeptSecretRepository['find']>) => Promise<{ sealed: string | null } | undefined> = (
    handleHash,
    account,
    now,
  ) =>
    db
      .selectFrom('kept_secrets')
      .select('sealed')
      .where('handle_hash', '=', handleHash)
      .where('account_id', '=', account)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  return {
    async insert({ account, ...record }) {
      await db
        .insertInto('kept_secrets')
        .values({ ...record, account_id: account })
        .execute()
    },

    async find(handleHash, account, now) {
      const found = await read(handleHash, account, now)
      return found && { isShown: found.sealed === null }
    },

    async take(handleHash, account, now) {
      const found = await read(handleHash, account, now)
      if (found === undefined || found.sealed === null) return undefined
      await db.updateTable('kept_secrets').set({ sealed: null }).where('handle_hash', '=', handleHash).execute()
      return found.sealed
    },

    async purge(expiredBy) {
      await db.deleteFrom('kept_secrets').where('expires_at', '<=', expiredBy).execute()
    },
  }
}
