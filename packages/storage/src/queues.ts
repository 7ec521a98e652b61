import { sql } from 'kysely'
import type { Database } from './connections/database.ts'

/** How much work of each kind waits, including what is being done right now. */
export interface Queues {
  /** Emails about accounts. */
  readonly emails: number
  /** Messages of reports and alerts. */
  readonly messages: number
  /** Imports that run or are being removed. */
  readonly imports: number
  /** Visitors whose data is to be erased. */
  readonly erasures: number
  /** Deleted products whose events are to be deleted. */
  readonly deleted_products: number
}

/** Counts every queue in one read. */
export function queues({ read }: Database): () => Promise<Queues> {
  const rows = sql<number | string>`count(*)`
  return async () => {
    const counted = await read
      .selectNoFrom((from) => [
        from.selectFrom('outbox').select(rows.as('n')).where('delivered_at', 'is', null).as('emails'),
        from.selectFrom('deliveries').select(rows.as('n')).where('ended_at', 'is', null).as('messages'),
        from.selectFrom('imports').select(rows.as('n')).where('status', 'in', ['running', 'removing']).as('imports'),
        from.selectFrom('visitor_erasures').select(rows.as('n')).as('erasures'),
        from.selectFrom('product_purges').select(rows.as('n')).as('deleted_products'),
      ])
      .executeTakeFirstOrThrow()
    return {
      emails: Number(counted.emails),
      messages: Number(counted.messages),
      imports: Number(counted.imports),
      erasures: Number(counted.erasures),
      deleted_products: Number(counted.deleted_products),
    }
  }
}
