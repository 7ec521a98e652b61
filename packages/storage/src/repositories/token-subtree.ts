import {
  type AccountId,
  existing,
  MINUTE_MS,
  type Timestamp,
  type TokenDependents,
  type TokenId,
  type TrustId,
  timestamp,
} from '@footfall/core-domain'
import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
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
  return startsWith(sql`lineage`, lineage)
}

function startsWith(column: RawBuilder<unknown>, lineage: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} >= ${lineage} and ${column} < ${`${lineage.slice(0, -1)}0`}`
}

/**
 * The tokens of an account that are neither revoked, disabled nor expired. They are found by two ranges of one index, so that none
 * is read of those that expired, of which workloads leave thousands.
 */
export function isActiveOf(account: AccountId, now: Timestamp): RawBuilder<SqlBool> {
  const active = sql`select id from account_tokens where account_id = ${account} and status = 'active'`
  return sql<SqlBool>`id in (${active} and expires_at is null union all ${active} and expires_at > ${now})`
}

/** The same in a subtree. The lineage is an expression, since it would find those that expired too. */
export function isActiveInSubtree({ lineage, account_id }: Subtree, now: Timestamp): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isActiveOf(account_id, now)} and ${startsWith(sql`(lineage || '')`, lineage)})`
}

/** A token and its descendants, which belong to its account. */
export interface Subtree {
  readonly lineage: string
  readonly account_id: AccountId
}

export async function subtreeOf(db: Kysely<Tables>, id: TokenId): Promise<Subtree | undefined> {
  return db.selectFrom('account_tokens').select(['lineage', 'account_id']).where('id', '=', id).executeTakeFirst()
}

export async function tokenDependents(db: Kysely<Tables>, id: TokenId, now: Timestamp): Promise<TokenDependents> {
  const subtree = existing(await subtreeOf(db, id))
  const descendants = db.selectFrom('account_tokens').where(isActiveInSubtree(subtree, now)).where('id', '!=', id)
  const keys = db.selectFrom('product_keys').where(isIssuedWithin(subtree)).where(isActiveKey(now))
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

/** Longer than the clocks of replicas differ. Nothing can change a token that expired earlier. */
const EXPIRED_RECENTLY_MS = 5 * MINUTE_MS

/**
 * Descendants that expired recently are not counted, but are disabled too, so that no replica whose clock is slow accepts them. No
 * descendant can be made meanwhile: transactions are serializable.
 */
export async function disableDependents(
  db: Kysely<Tables>,
  id: TokenId,
  reason: string,
  at: Timestamp,
): Promise<TokenDependents> {
  const disabled = await tokenDependents(db, id, at)
  const subtree = existing(await subtreeOf(db, id))
  await db
    .updateTable('account_tokens')
    .set({ status: 'disabled', disabled_reason: reason, ...revised(at) })
    .where(isActiveInSubtree(subtree, recently(at)))
    .where('id', '!=', id)
    .execute()
  await disableKeys(db, isIssuedWithin(subtree), at)
  return disabled
}

/**
 * Revokes the tokens that a trust made, and disables what they issued: all of a level of descendants in one statement, since there
 * can be hundreds. Returns how many were active.
 */
export async function revokeMadeBy(db: Kysely<Tables>, trust: TrustId, reason: string, at: Timestamp): Promise<number> {
  const made = await db
    .updateTable('account_tokens')
    .set({ status: 'revoked', disabled_reason: null, ...revised(at) })
    // All of them expire, and the index of trusts keeps those that did unread.
    .where('trust_id', '=', trust)
    .where('expires_at', '>', at)
    .where(sql<SqlBool>`status || '' = 'active'`)
    .returning('id')
    .execute()
  for (let ended = made; ended.length > 0; ) {
    const ids = ended.map(({ id }) => id)
    await disableKeys(db, (eb) => eb('issuer_token_id', 'in', ids), at)
    ended = await db
      .updateTable('account_tokens')
      .set({ status: 'disabled', disabled_reason: reason, ...revised(at) })
      .where('parent_id', 'in', ids)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', recently(at))]))
      .where(sql<SqlBool>`status || '' = 'active'`)
      .returning('id')
      .execute()
  }
  return made.length
}

const recently = (at: Timestamp) => timestamp(Date.parse(at) - EXPIRED_RECENTLY_MS)

type KeysCondition = (
  eb: ExpressionBuilder<Tables, 'product_keys'>,
) => ExpressionWrapper<Tables, 'product_keys', SqlBool>

async function disableKeys(db: Kysely<Tables>, condition: KeysCondition, at: Timestamp): Promise<void> {
  await db
    .updateTable('product_keys')
    .set({ status: 'disabled', disabled_reason: 'token_ended', ...revised(at) })
    .where(condition)
    .where(isActiveKey(at))
    .execute()
}

/** Looked up from the keys of the account, since a token can have far more descendants that expired. */
function isIssuedWithin({ lineage, account_id }: Subtree): KeysCondition {
  return (eb) =>
    eb.and([
      eb('product_keys.issuer_account_id', '=', account_id),
      eb.exists(
        eb
          .selectFrom('account_tokens')
          .select('account_tokens.id')
          .whereRef('account_tokens.id', '=', 'product_keys.issuer_token_id')
          .where(inSubtree(lineage)),
      ),
    ])
}
