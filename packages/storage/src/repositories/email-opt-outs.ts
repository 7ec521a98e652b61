import type { EmailOptOutReader, EmailOptOutRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'

export function emailOptOutReader({ db }: Executor): EmailOptOutReader {
  return {
    async among(source, addresses) {
      if (addresses.length === 0) return new Set()
      const rows = await db
        .selectFrom('email_opt_outs')
        .select('address')
        .where('address', 'in', addresses)
        .where('source_id', 'in', [source, 'all'])
        .execute()
      return new Set(rows.map(({ address }) => address))
    },
  }
}

export function emailOptOutRepository(executor: Executor): EmailOptOutRepository {
  return {
    ...emailOptOutReader(executor),

    async add(source, address, at) {
      const added = await executor.db
        .insertInto('email_opt_outs')
        .values({ address, source_id: source, created_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('address')
        .executeTakeFirst()
      return added !== undefined
    },
  }
}
