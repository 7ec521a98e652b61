import type { SignInAttemptRepository } from '@footfall/core-domain'
import type { CompiledQuery } from 'kysely'
import type { Database, UnflushedQuery } from './connections/database.ts'
import { changedRows } from './repositories/rows.ts'

/**
 * Counts failed attempts. SQLite does not flush them, since a flush blocks the thread that serves requests: a power cut
 * loses a few attempts.
 */
export function signInAttemptRepository({ read, write }: Database): SignInAttemptRepository {
  const unflushed = async (query: CompiledQuery) => {
    const statement: UnflushedQuery = { ...query, unflushed: true }
    const { numAffectedRows } = await write.executeQuery(statement)
    return Number(numAffectedRows ?? 0)
  }
  return {
    async find(subject) {
      return await read
        .selectFrom('sign_in_attempts')
        .select(['failures', 'blocked_until', 'hour_began_at', 'hour_entries', 'expires_at', 'version'])
        .where('subject', '=', subject)
        .executeTakeFirst()
    },

    async replace(subject, before, next) {
      const statement =
        before === undefined
          ? write
              .insertInto('sign_in_attempts')
              .values({ subject, ...next })
              .onConflict((conflict) => conflict.column('subject').doNothing())
              .compile()
          : write
              .updateTable('sign_in_attempts')
              .set(next)
              .where('subject', '=', subject)
              .where('version', '=', before.version)
              .compile()
      return (await unflushed(statement)) === 1
    },

    async remove(subject) {
      await unflushed(write.deleteFrom('sign_in_attempts').where('subject', '=', subject).compile())
    },

    purge: (now) => changedRows(write.deleteFrom('sign_in_attempts').where('expires_at', '<=', now)),
  }
}
