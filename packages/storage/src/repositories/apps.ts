import type { AppReader, AppRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import { deleteInProduct, insertRow, isInProduct } from './rows.ts'

export function appReader({ db }: Executor): AppReader {
  const apps = db
    .selectFrom('apps')
    .select(['id', 'platform', 'name', 'bundle_id', 'created_at', 'revision', 'updated_at'])
  return {
    list: (product) => apps.where('product_id', '=', product).orderBy('created_at').orderBy('id').execute(),

    find: (product, id) => apps.where(isInProduct(product, id)).executeTakeFirst(),
  }
}

export function appRepository(executor: Executor): AppRepository {
  const { db } = executor
  return {
    ...appReader(executor),

    insert: (product, app) =>
      insertRow(db, 'apps', { ...app, product_id: product }, 'An app with this identifier already exists.'),

    remove: (product, id) => deleteInProduct(db, 'apps', product, id),
  }
}
