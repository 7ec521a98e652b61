import type { AppRepository } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import { inserted } from './inserted.ts'
import { notThere } from './revised.ts'

const COLUMNS = ['id', 'platform', 'name', 'bundle_id', 'created_at', 'revision', 'updated_at'] as const

export function appRepository({ read, write }: Database): AppRepository {
  return {
    async insert(product, app) {
      const { id, platform, name, bundle_id, created_at, revision, updated_at } = app
      await inserted(
        write
          .insertInto('apps')
          .values({ id, product_id: product, platform, name, bundle_id, created_at, revision, updated_at })
          .execute(),
        'An app with this identifier already exists.',
      )
    },

    list: (product) =>
      read
        .selectFrom('apps')
        .select(COLUMNS)
        .where('product_id', '=', product)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    find: (product, id) =>
      read.selectFrom('apps').select(COLUMNS).where('id', '=', id).where('product_id', '=', product).executeTakeFirst(),

    async remove(product, id) {
      await write
        .deleteFrom('apps')
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },
  }
}
