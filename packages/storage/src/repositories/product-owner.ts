import type { AccountId } from '@footfall/core-domain'
import { type RawBuilder, sql } from 'kysely'

/** The oldest owner of the product with the id in a column, so that it is the same one until they leave; null without one. */
export function ownerOf(productId: string): RawBuilder<AccountId | null> {
  return sql<AccountId | null>`(select owners.account_id from members as owners
where owners.product_id = ${sql.ref(productId)} and owners.role = 'owner' and owners.status = 'active'
order by owners.created_at, owners.id limit 1)`
}

/**
 * Whose turn a row of such a table is: that of the owner of its product, so that nobody gets more turns by having more
 * products; else that of the account that it is about.
 */
export function turnOf(table: 'alerts' | 'deliveries' | 'scheduled_reports' | 'visitor_erasures'): RawBuilder<string> {
  const product = `${table}.product_id`
  const ofOwner = sql`${ownerOf(product)}, ${sql.ref(product)}`
  if (table === 'alerts' || table === 'visitor_erasures') return sql<string>`coalesce(${ofOwner})`
  return sql<string>`coalesce(${ofOwner}, ${sql.ref(`${table}.account_id`)})`
}
