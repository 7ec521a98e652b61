import { existing, type Timestamp, type TokenDependents, type TokenId } from '@footfall/core-domain'
import { type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import { isActiveKey } from './product-keys.ts'
import { countRows, revised } from './rows.ts'

export async function lineageOf(db: Kysely<Tables>, id: TokenId): Promise<string | undefined> {
  return (await db.selectFrom('account_tokens').select('lineage').where('id', '=', id).executeTakeFirst())?.lineage
}

/**
 * The token with this lineage and its descendants. A range, not LIKE, in which the `_` of every id is a wildcard. Its end
 * is the least text above every lineage that starts with this one, since `0` is the character after `/`.
 */
export function inSubtree(lineage: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lineage >= ${lineage} and lineage < ${`${lineage.slice(0, -1)}0`}`
}

/** Neither revoked, disabled nor expired. */
export function isActive(now: Timestamp) {
  return (eb: ExpressionBuilder<Tables, 'account_tokens'>) =>
    eb.and([eb('status', '=', 'active'), eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])])
}

/**
 * `isActive` in a subtree. The status is an expression, so that SQLite finds the subtree by its lineage: by the status it would read
 * every token of the service that expired.
 */
export function isActiveInSubtree(lineage: string, now: Timestamp): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${inSubtree(lineage)} and status || '' = 'active' and (expires_at is null or expires_at > ${now}))`
}

export async function tokenDependents(db: Kysely<Tables>, id: TokenId, now: Timestamp): Promise<TokenDependents> {
  const lineage = existing(await lineageOf(db, id))
  const descendants = db.selectFrom('account_tokens').where(isActiveInSubtree(lineage, now)).where('id', '!=', id)
  const keys = db.selectFrom('product_keys').where(isIssuedWithin(lineage)).where(isActiveKey(now))
  return { tokens: await countRows(descendants), keys: await countRows(keys) }
}

/** Revokes the token and disables its dependents. */
export async function revokeToken(
  db: Kysely<Tables>,
  id: TokenId,
  reason: string,
  at: Timestamp,
): Promise<TokenDependents> {
  const disabled = await disableDependents(db, id, reason, at)
  await db
    .updateTable('account_tokens')
    .set({ status: 'revoked', disabled_reason: null, ...revised(at) })
    .where('id', '=', id)
    .where('status', '!=', 'revoked')
    .execute()
  return disabled
}

/**
 * Expired descendants are not counted, but are disabled too, so that a later `expires_at` does not revive them. No
 * descendant can be made meanwhile: transactions are serializable.
 */
export async function disableDependents(
  db: Kysely<Tables>,
  id: TokenId,
  reason: string,
  at: Timestamp,
): Promise<TokenDependents> {
  const disabled = await tokenDependents(db, id, at)
  const lineage = existing(await lineageOf(db, id))
  await db
    .updateTable('account_tokens')
    .set({ status: 'disabled', disabled_reason: reason, ...revised(at) })
    .where(inSubtree(lineage))
    .where('id', '!=', id)
    .where(sql<SqlBool>`status || '' = 'active'`)
    .execute()
  await db
    .updateTable('product_keys')
    .set({ status: 'disabled', disabled_reason: 'token_ended', ...revised(at) })
    .where(isIssuedWithin(lineage))
    .where(isActiveKey(at))
    .execute()
  return disabled
}

function isIssuedWithin(lineage: string) {
  return (eb: ExpressionBuilder<Tables, 'product_keys'>) =>
    eb('issuer_token_id', 'in', eb.selectFrom('account_tokens').select('account_tokens.id').where(inSubtree(lineage)))
}
