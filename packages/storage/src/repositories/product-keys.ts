import type { ProductKey, ProductKeyRepository } from '@footfall/core-domain'
import { compiledOnce, parameter } from '../connections/compiled.ts'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { inserted } from './inserted.ts'
import { isAfter, pageLimit, toPage } from './keyset.ts'
import { notThere, revised } from './revised.ts'

const keyByHash = compiledOnce<[string], Tables['product_keys']>((db) =>
  db.selectFrom('product_keys').selectAll().where('secret_hash', '=', parameter<string>()),
)

export function productKeyRepository(database: Database): ProductKeyRepository {
  const { read, write } = database
  return {
    async insert(product, key, secret, issuer) {
      const row = {
        id: key.id,
        product_id: product,
        name: key.name,
        kind: key.kind,
        scopes: JSON.stringify(key.scopes),
        prefix: secret.prefix,
        secret_hash: secret.secret_hash,
        issuer_token_id: issuer ?? null,
        status: key.status,
        created_at: key.created_at,
        last_used_at: key.last_used_at,
        revision: key.revision,
        updated_at: key.updated_at,
      }
      await inserted(write.insertInto('product_keys').values(row).execute(), 'This key already exists.')
    },

    async list(product, page) {
      const rows = await read
        .selectFrom('product_keys')
        .selectAll()
        .where('product_id', '=', product)
        .where(isAfter('product_keys', page.after))
        .orderBy('created_at')
        .orderBy('id')
        .limit(pageLimit(page))
        .execute()
      return toPage(rows, page, toProductKey)
    },

    async findByHash(secretHash) {
      const row = await keyByHash(database, secretHash)
      return row && { key: toProductKey(row), product: row.product_id }
    },

    async find(product, id) {
      const row = await read
        .selectFrom('product_keys')
        .selectAll()
        .where('id', '=', id)
        .where('product_id', '=', product)
        .executeTakeFirst()
      return row && toProductKey(row)
    },

    async revoke(product, id, at) {
      const row = await write
        .updateTable('product_keys')
        .set({ status: 'revoked', ...revised(at) })
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returningAll()
        .executeTakeFirstOrThrow(notThere)
      return toProductKey(row)
    },

    async count(product) {
      const { keys } = await read
        .selectFrom('product_keys')
        .select((eb) => eb.fn.countAll<number>().as('keys'))
        .where('product_id', '=', product)
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow()
      return keys
    },
  }
}

function toProductKey(row: Tables['product_keys']): ProductKey {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scopes: JSON.parse(row.scopes),
    prefix: row.prefix,
    status: row.status,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    revision: row.revision,
    updated_at: row.updated_at,
  }
}
