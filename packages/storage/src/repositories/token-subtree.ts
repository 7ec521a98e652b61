import { NotFound, type Timestamp, type TokenDependents, type TokenId } from '@footfall/core-domain'
import { type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import { revised } from './revised.ts'

export async function lineageOf(db: Kysely<Tables>, id: TokenId): Promise<string | undefined> {
  return (await db.selectFrom('account_tokens').select('lineage').where('id', '=', id).executeTakeFirst())?.lineage
}

/**
 * The token with this lineage and all below it. A range, not LIKE: the `_` of every id is a wildcard there. Its end is
 * the least text above every lineage that starts with this one, since `0` is the character after `/`.
 */
export function inSubtree(lineage: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lineage >= ${lineage} and lineage < ${`${lineage.slice(0, -1)}0`}`
}

/** Neither ended by somebody nor by time. */
export function isActive(now: Timestamp) {
  return (eb: ExpressionBuilder<Tables, 'account_tokens'>) =>
    eb.and([eb('status', '=', 'active'), eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])])
}

export async function tokenDependents(db: Kysely<Tables>, id: TokenId, now: Timestamp): Promise<TokenDependents> {
  const lineage = await lineageOf(db, id)
  if (lineage === undefined) throw new NotFound()
  const { tokens } = await db
    .selectFrom('account_tokens')
    .select((eb) => eb.fn.countAll<number>().as('tokens'))
    .where(inSubtree(lineage))
    .where('id', '!=', id)
    .where(isActive(now))
    .executeTakeFirstOrThrow()
  const { keys } = await db
    .selectFrom('product_keys')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where(isIssuedWithin(lineage))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return { tokens, keys }
}

/** Ends the token, and with it what hangs on it. */
export async function revokeToken(
  trx: Kysely<Tables>,
  id: TokenId,
  reason: string,
  at: Timestamp,
): Promise<TokenDependents> {
  const fallen = await disableDependents(trx, id, reason, at)
  await trx
    .updateTable('account_tokens')
    .set({ status: 'revoked', disabled_reason: null, ...revised(at) })
    .where('id', '=', id)
    .where('status', '!=', 'revoked')
    .execute()
  return fallen
}

/**
 * Tokens below that have expired do not count as fallen, but are disabled too: moving their end must not revive them.
 * Inside `transaction` no token can be made below in the meantime; PostgreSQL refuses one of the two.
 */
export async function disableDependents(
  trx: Kysely<Tables>,
  id: TokenId,
  reason: string,
  at: Timestamp,
): Promise<TokenDependents> {
  const fallen = await tokenDependents(trx, id, at)
  const { lineage } = await trx
    .selectFrom('account_tokens')
    .select('lineage')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('account_tokens')
    .set({ status: 'disabled', disabled_reason: reason, ...revised(at) })
    .where(inSubtree(lineage))
    .where('id', '!=', id)
    .where('status', '=', 'active')
    .execute()
  await trx
    .updateTable('product_keys')
    .set({ status: 'disabled', disabled_reason: 'token_ended', ...revised(at) })
    .where(isIssuedWithin(lineage))
    .where('status', '=', 'active')
    .execute()
  return fallen
}

function isIssuedWithin(lineage: string) {
  return (eb: ExpressionBuilder<Tables, 'product_keys'>) =>
    eb('issuer_token_id', 'in', eb.selectFrom('account_tokens').select('account_tokens.id').where(inSubtree(lineage)))
}
