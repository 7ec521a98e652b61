import {
  type AccountId,
  type Clock,
  type ProductId,
  type ProductKey,
  type ProductKeyReader,
  type ProductKeyRepository,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { cachedOnce, parameter } from '../connections/compiled.ts'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { ownerOf } from './product-owner.ts'
import { countRows, insertRow, isInProduct, requireChange, revised } from './rows.ts'
import { storedNetworks } from './stored-networks.ts'

interface FoundKeyRow extends KeyRow {
  readonly issuer_disabled_at: Timestamp | null
  readonly owner: AccountId | null
}

/** The status of the issuer is a subquery: SQLite prepares a join again whenever its parameters change. */
const keyByHash = cachedOnce<[string], FoundKeyRow>((db) =>
  productKeys(db)
    .select((eb) =>
      eb
        .selectFrom('accounts')
        .select('accounts.disabled_at')
        .whereRef('accounts.id', '=', 'product_keys.issuer_account_id')
        .as('issuer_disabled_at'),
    )
    .select(ownerOf('product_keys.product_id').as('owner'))
    .where('product_keys.secret_hash', '=', parameter<string>()),
)

export function productKeyReader(executor: Executor, clock: Clock): ProductKeyReader {
  const { db } = executor
  const now = () => timestamp(clock.now())
  const toKey = (row: KeyRow) => toProductKey(row, now())
  return {
    list: (product, page) =>
      oldestFirst(productKeys(db).where('product_keys.product_id', '=', product), 'product_keys', page, toKey),

    async listActive(product, limit) {
      const rows = await productKeys(db)
        .where('product_keys.product_id', '=', product)
        .where(isActiveKey(now()))
        // In no order, for which SQLite would read those that have ended too.
        .limit(limit)
        .execute()
      return rows.map(toKey)
    },

    async findByHash(secretHash) {
      const row = await keyByHash(executor, secretHash)
      if (row === undefined) return undefined
      const issuerStatus = row.issuer_disabled_at === null ? 'active' : 'disabled'
      const issuer = row.issuer_account_id ?? undefined
      return { key: toKey(row), product: row.product_id, owner: row.owner ?? undefined, issuer, issuerStatus }
    },

    async find(product, id) {
      const row = await productKeys(db)
        .where('product_keys.id', '=', id)
        .where('product_keys.product_id', '=', product)
        .executeTakeFirst()
      return row && toKey(row)
    },

    async issuerToken(id) {
      const query = db.selectFrom('product_keys').select('issuer_token_id').where('id', '=', id)
      return (await query.executeTakeFirst())?.issuer_token_id ?? undefined
    },

    async issuedByToken(token, limit) {
      const rows = await productKeys(db)
        .where('product_keys.issuer_token_id', '=', token)
        .orderBy('product_keys.created_at')
        .orderBy('product_keys.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ key: toKey(row), product: row.product_id }))
    },

    count: (product) =>
      countRows(db.selectFrom('product_keys').where('product_id', '=', product).where(isActiveKey(now()))),

    async issuedBy(product, account, limit) {
      const isIssued = isActiveOf(product, account, now())
      const count = await countRows(db.selectFrom('product_keys').where(isIssued))
      const rows = await productKeys(db)
        .where(isIssued)
        .orderBy('product_keys.created_at')
        .orderBy('product_keys.id')
        .limit(limit)
        .execute()
      return { keys: rows.map(toKey), count }
    },
  }
}

export function productKeyRepository(executor: Executor, clock: Clock): ProductKeyRepository {
  const { db } = executor
  return {
    ...productKeyReader(executor, clock),

    insert(product, key, secret, issuer) {
      const { scopes, allowed_networks, status, disabled_reason, expires_at, ...same } = key
      const row = {
        ...same,
        ...secret,
        product_id: product,
        scopes: JSON.stringify(scopes),
        allowed_networks: JSON.stringify(allowed_networks),
        issuer_token_id: issuer?.token ?? null,
        issuer_account_id: issuer?.account ?? null,
        status: status === 'expired' ? 'active' : status,
        disabled_reason: disabled_reason ?? null,
        expires_at: expires_at ?? null,
      } satisfies Tables['product_keys']
      return insertRow(db, 'product_keys', row, 'This key already exists.')
    },

    async revoke(product, id, at) {
      await requireChange(
        db
          .updateTable('product_keys')
          .set({ status: 'revoked', disabled_reason: null, ...revised(at) })
          .where(isInProduct(product, id)),
      )
      return toProductKey(await productKeys(db).where('product_keys.id', '=', id).executeTakeFirstOrThrow(), at)
    },

    async setNetworks(product, id, networks, at) {
      await requireChange(
        db
          .updateTable('product_keys')
          .set({ allowed_networks: JSON.stringify(networks), ...revised(at) })
          .where(isInProduct(product, id)),
      )
      return toProductKey(await productKeys(db).where('product_keys.id', '=', id).executeTakeFirstOrThrow(), at)
    },

    async disableIssuedBy(product, account, reason, at) {
      const disabled = await db
        .updateTable('product_keys')
        .set({ status: 'disabled', disabled_reason: reason, ...revised(at) })
        .where(isActiveOf(product, account, at))
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

/** Neither revoked, disabled nor expired. */
export function isActiveKey(now: Timestamp) {
  return (eb: ExpressionBuilder<Tables, 'product_keys'>) =>
    eb.and([
      eb('product_keys.status', '=', 'active'),
      eb.or([eb('product_keys.expires_at', 'is', null), eb('product_keys.expires_at', '>', now)]),
    ])
}

function isActiveOf(product: ProductId | undefined, account: AccountId, now: Timestamp) {
  return (eb: ExpressionBuilder<Tables, 'product_keys'>) =>
    eb.and([
      eb('product_keys.issuer_account_id', '=', account),
      isActiveKey(now)(eb),
      ...(product === undefined ? [] : [eb('product_keys.product_id', '=', product)]),
    ])
}

function toProductKey(row: KeyRow, now: Timestamp): ProductKey {
  const { expires_at } = row
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scopes: JSON.parse(row.scopes),
    prefix: row.prefix,
    issued_by: row.issued_by,
    status: row.status === 'active' && expires_at !== null && expires_at <= now ? 'expired' : row.status,
    ...(row.disabled_reason !== null && { disabled_reason: row.disabled_reason }),
    ...(expires_at !== null && { expires_at }),
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    allowed_networks: storedNetworks(row.allowed_networks),
    last_used_network: row.last_used_network,
    last_used_operation: row.last_used_operation,
    revision: row.revision,
    updated_at: row.updated_at,
  }
}
