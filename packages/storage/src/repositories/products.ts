import {
  type AccountId,
  defaultSettings,
  type MemberId,
  type NewProduct,
  NotFound,
  type Product,
  type ProductId,
  type ProductReader,
  type ProductRepository,
  type Role,
  SETTINGS,
  type SettingsSection,
} from '@footfall/core-domain'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { compiledOnce, parameter } from '../connections/compiled.ts'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { inserted } from './inserted.ts'
import { isAfter, pageLimit, toPage } from './keyset.ts'
import { notThere, revised } from './revised.ts'
import { serializeSettings } from './settings-document.ts'

/** In the order in which entities name them, so that rows are entities. */
const COLUMNS = ['products.id', 'products.name', 'products.timezone'] as const
const TIMES = ['products.created_at', 'products.revision', 'products.updated_at'] as const

/**
 * The role comes from a subquery, not a join: SQLite prepares a join anew whenever its parameters change, which costs
 * seven times what the query does.
 */
const productFor = compiledOnce<[AccountId, ProductId], Product & { role: Role | null }>((db) =>
  db
    .selectFrom('products')
    .select((eb) => [
      ...COLUMNS,
      eb
        .selectFrom('members')
        .select('members.role')
        .where('members.account_id', '=', parameter<AccountId>())
        .whereRef('members.product_id', '=', 'products.id')
        .where('members.status', '=', sql.lit('active'))
        .as('role'),
      ...TIMES,
    ])
    .where('products.id', '=', parameter<ProductId>()),
)

export function productReader(executor: Executor): ProductReader {
  const { db } = executor
  return {
    async findFor(account, id) {
      const row = await productFor(executor, account, id)
      return row && row.role !== null ? { ...row, role: row.role } : undefined
    },

    async find(id) {
      return await db
        .selectFrom('products')
        .select([...COLUMNS, ...TIMES])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    async listFor(account, visible, page) {
      if (visible.mode === 'selected' && visible.ids.length === 0) return { rows: [], next: undefined }
      const rows = await visibleTo(db, account)
        .$if(visible.mode === 'selected', (query) =>
          query.where('products.id', 'in', visible.mode === 'selected' ? visible.ids : []),
        )
        .where(isAfter('products', page.after))
        .orderBy('products.created_at')
        .orderBy('products.id')
        .limit(pageLimit(page))
        .execute()
      return toPage(rows, page, (product) => product)
    },

    async countTokensSelecting(id) {
      const { tokens } = await db
        .selectFrom('account_tokens')
        .select((eb) => eb.fn.countAll<number>().as('tokens'))
        .where('product_mode', '=', 'selected')
        .where('status', '=', 'active')
        .where(sql<SqlBool>`product_ids like ${`%"${id}"%`}`)
        .executeTakeFirstOrThrow()
      return tokens
    },

    async countOwnedBy(account) {
      const { owned } = await db
        .selectFrom('members')
        .select((eb) => eb.fn.countAll<number>().as('owned'))
        .where('account_id', '=', account)
        .where('role', '=', 'owner')
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow()
      return owned
    },

    async all() {
      return await db
        .selectFrom('products')
        .select([...COLUMNS, ...TIMES])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },
  }
}

export function productRepository(executor: Executor): ProductRepository {
  const { db } = executor
  return {
    ...productReader(executor),

    async insert(product, owner) {
      await inserted(insertProduct(db, product, owner), 'A product with this identifier already exists.')
    },

    async rename(id, name, at) {
      await db
        .updateTable('products')
        .set({ name, ...revised(at) })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },

    async remove(id) {
      await db.deleteFrom('products').where('id', '=', id).returning('id').executeTakeFirstOrThrow(notThere)
    },
  }
}

/** An invitation is not a membership: only who joined sees the product. */
function visibleTo(db: Kysely<Tables>, account: AccountId) {
  return db
    .selectFrom('products')
    .innerJoin('members', 'members.product_id', 'products.id')
    .where('members.account_id', '=', account)
    .where('members.status', '=', 'active')
    .select([...COLUMNS, 'members.role', ...TIMES])
}

async function insertProduct(
  trx: Kysely<Tables>,
  { id, name, timezone, created_at }: NewProduct,
  { member, account }: { member: MemberId; account: AccountId },
): Promise<void> {
  const owner = await trx.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirst()
  if (!owner) throw new NotFound()
  const mutable = { revision: 1, updated_at: created_at }
  await trx
    .insertInto('products')
    .values({ id, name, timezone, created_at, ...mutable })
    .execute()

  const defaults = defaultSettings(timezone)
  const sections = Object.keys(SETTINGS) as SettingsSection[]
  await trx
    .insertInto('product_settings')
    .values(
      sections.map((section) => ({
        product_id: id,
        section,
        document: serializeSettings(defaults[section]),
        ...mutable,
      })),
    )
    .execute()

  await trx
    .insertInto('members')
    .values({
      id: member,
      product_id: id,
      account_id: account,
      email: owner.email,
      role: 'owner',
      status: 'active',
      invited_at: null,
      joined_at: created_at,
      created_at,
      ...mutable,
    })
    .execute()
}
