import type { AppReader, AppRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import { inserted } from './inserted.ts'
import { notThere } from './revised.ts'

const COLUMNS = ['id', 'platform', 'name', 'bundle_id', 'created_at', 'revision', 'updated_at'] as const

export function appReader(executor: Executor): AppReader {
  const { db } = executor
  return {
    list: (product) =>
      db
        .selectFrom('apps')
        .select(COLUMNS)
        .where('product_id', '=', product)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    find: (product, id) =>
      db.selectFrom('apps').select(COLUMNS).where('id', '=', id).where('product_id', '=', product).executeTakeFirst(),
  }
}

export function appRepository(executor: Executor): AppRepository {
  const { db } = executor
  return {
    ...appReader(executor),

    async insert(product, app) {
      const { id, platform, name, bundle_id, created_at, revision, updated_at } = app
      await inserted(
        db
          .insertInto('apps')
          .values({ id, product_id: product, platform, name, bundle_id, created_at, revision, updated_at })
          .execute(),
        'An app with this identifier already exists.',
      )
    },

    async remove(product, id) {
      await db
        .deleteFrom('apps')
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },
  }
}
