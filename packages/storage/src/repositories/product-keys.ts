import type {
  AccountId,
  ProductId,
  ProductKey,
  ProductKeyReader,
  ProductKeyRepository,
  Timestamp,
} from '@footfall/core-domain'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { cachedOnce, parameter } from '../connections/compiled.ts'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { countRows, insertRow, isInProduct, notFound, revised } from './rows.ts'

/** The status of the issuer is a subquery: SQLite prepares a join again whenever its parameters change. */
const keyByHash = cachedOnce<[string], KeyRow & { readonly issuer_disabled_at: Timestamp | null }>((db) =>
  productKeys(db)
    .select((eb) =>
      eb
        .selectFrom('accounts')
        .select('accounts.disabled_at')
        .whereRef('accounts.id', '=', 'product_keys.issuer_account_id')
        .as('issuer_disabled_at'),
    )
    .where('product_keys.secret_hash', '=', parameter<string>()),
)

export function productKeyReader(executor: Executor): ProductKeyReader {
  const { db } = executor
  return {
    list: (product, page) =>
      oldestFirst(productKeys(db).where('product_keys.product_id', '=', product), 'product_keys', page, toProductKey),

    async findByHash(secretHash) {
      const row = await keyByHash(executor, secretHash)
      if (row === undefined) return undefined
      const issuerStatus = row.issuer_disabled_at === null ? 'active' : 'disabled'
      const issuer = row.issuer_account_id ?? undefined
      return { key: toProductKey(row), product: row.product_id, issuer, issuerStatus }
    },

    async find(product, id) {
      const row = await productKeys(db)
        .where('product_keys.id', '=', id)
        .where('product_keys.product_id', '=', product)
        .executeTakeFirst()
      return row && toProductKey(row)
    },

    count: (product) =>
      countRows(db.selectFrom('product_keys').where('product_id', '=', product).where('status', '=', 'active')),

    async issuedBy(product, account, limit) {
      const count = await countRows(db.selectFrom('product_keys').where(isActiveOf(product, account)))
      const rows = await productKeys(db)
        .where(isActiveOf(product, account))
        .orderBy('product_keys.created_at')
        .orderBy('product_keys.id')
        .limit(limit)
        .execute()
      return { keys: rows.map(toProductKey), count }
    },
  }
}

export function productKeyRepository(executor: Executor): ProductKeyRepository {
  const { db } = executor
  return {
    ...productKeyReader(executor),

    insert(product, key, secret, issuer) {
      const { scopes, disabled_reason, ...same } = key
      const row = {
        ...same,
        ...secret,
        product_id: product,
        scopes: JSON.stringify(scopes),
        issuer_token_id: issuer?.token ?? null,
        issuer_account_id: issuer?.account ?? null,
        disabled_reason: disabled_reason ?? null,
      }
      return insertRow(db, 'product_keys', row, 'This key already exists.')
    },

    async revoke(product, id, at) {
      await db
        .updateTable('product_keys')
        .set({ status: 'revoked', disabled_reason: null, ...revised(at) })
        .where(isInProduct(product, id))
        .returning('id')
        .executeTakeFirstOrThrow(notFound)
      return toProductKey(await productKeys(db).where('product_keys.id', '=', id).executeTakeFirstOrThrow())
    },

    async disableIssuedBy(product, account, reason, at) {
      const disabled = await db
        .updateTable('product_keys')
        .set({ status: 'disabled', disabled_reason: reason, ...revised(at) })
        .where(isActiveOf(product, account))
        .returning('id')
        .execute()
      return disabled.length
    },
  }
}

/** Keys with the member who issued them, as long as the issuer is a member. */
function productKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('product_keys')
    .leftJoin('members', (join) =>
      join
        .onRef('members.account_id', '=', 'product_keys.issuer_account_id')
        .onRef('members.product_id', '=', 'product_keys.product_id'),
    )
    .selectAll('product_keys')
    .select('members.id as issued_by')
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof productKeys>['executeTakeFirstOrThrow']>>

function isActiveOf(product: ProductId | undefined, account: AccountId) {
  return (eb: ExpressionBuilder<Tables, 'product_keys'>) =>
    eb.and([
      eb('product_keys.issuer_account_id', '=', account),
      eb('product_keys.status', '=', 'active'),
      ...(product === undefined ? [] : [eb('product_keys.product_id', '=', product)]),
    ])
}

function toProductKey(row: KeyRow): ProductKey {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scopes: JSON.parse(row.scopes),
    prefix: row.prefix,
    issued_by: row.issued_by,
    status: row.status,
    ...(row.disabled_reason !== null && { disabled_reason: row.disabled_reason }),
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    revision: row.revision,
    updated_at: row.updated_at,
  }
}
