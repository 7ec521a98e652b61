import type {
  AccountId,
  ProductId,
  ProductKey,
  ProductKeyReader,
  ProductKeyRepository,
  Timestamp,
} from '@footfall/core-domain'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { compiledOnce, parameter } from '../connections/compiled.ts'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { inserted } from './inserted.ts'
import { isAfter, pageLimit, toPage } from './keyset.ts'
import { notThere, revised } from './revised.ts'

/** The status of the issuer is a subquery, not a join, which SQLite would prepare anew for every parameter. */
const keyByHash = compiledOnce<[string], KeyRow & { readonly issuer_disabled_at: Timestamp | null }>((db) =>
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
    async list(product, page) {
      const rows = await productKeys(db)
        .where('product_keys.product_id', '=', product)
        .where(isAfter('product_keys', page.after))
        .orderBy('product_keys.created_at')
        .orderBy('product_keys.id')
        .limit(pageLimit(page))
        .execute()
      return toPage(rows, page, toProductKey)
    },

    async findByHash(secretHash) {
      const row = await keyByHash(executor, secretHash)
      if (row === undefined) return undefined
      const issuerStatus = row.issuer_disabled_at === null ? 'active' : 'disabled'
      return {
        key: toProductKey(row),
        product: row.product_id,
        issuer: row.issuer_account_id ?? undefined,
        issuerStatus,
      }
    },

    async find(product, id) {
      const row = await productKeys(db)
        .where('product_keys.id', '=', id)
        .where('product_keys.product_id', '=', product)
        .executeTakeFirst()
      return row && toProductKey(row)
    },

    async count(product) {
      const { keys } = await db
        .selectFrom('product_keys')
        .select((eb) => eb.fn.countAll<number>().as('keys'))
        .where('product_id', '=', product)
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow()
      return keys
    },

    async issuedBy(product, account, limit) {
      const { count } = await db
        .selectFrom('product_keys')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(isActiveOf(product, account))
        .executeTakeFirstOrThrow()
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

    async insert(product, key, secret, issuer) {
      const row = {
        id: key.id,
        product_id: product,
        name: key.name,
        kind: key.kind,
        scopes: JSON.stringify(key.scopes),
        prefix: secret.prefix,
        secret_hash: secret.secret_hash,
        issuer_token_id: issuer?.token ?? null,
        issuer_account_id: issuer?.account ?? null,
        status: key.status,
        disabled_reason: key.disabled_reason ?? null,
        created_at: key.created_at,
        last_used_at: key.last_used_at,
        revision: key.revision,
        updated_at: key.updated_at,
      }
      await inserted(db.insertInto('product_keys').values(row).execute(), 'This key already exists.')
    },

    async revoke(product, id, at) {
      await db
        .updateTable('product_keys')
        .set({ status: 'revoked', disabled_reason: null, ...revised(at) })
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
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

/** Keys with the member who issued them, while the issuer is one. */
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
