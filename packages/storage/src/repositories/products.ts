import {
  type AccountId,
  defaultSettings,
  type MemberId,
  type NewProduct,
  NotFound,
  type OwnedProduct,
  type Product,
  type ProductId,
  type ProductReader,
  type ProductRepository,
  type ProductWithRole,
  type Role,
  SETTINGS,
  type SettingsSection,
  type Timestamp,
  type VisibleProducts,
} from '@footfall/core-domain'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { cachedOnce, parameter, writtenOnce } from '../connections/compiled.ts'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { ownerOf } from './product-owner.ts'
import { countRows, notFound, rejectDuplicate, requireChange, revised } from './rows.ts'
import { serializeSettings } from './settings-document.ts'

/** In the order of the entity, around its role. */
const COLUMNS = ['products.id', 'products.name', 'products.timezone'] as const
const TIMES = ['products.created_at', 'products.revision', 'products.updated_at'] as const

export type OwnedRow = Product & { owner: AccountId | null }
export type ProductOfAccountRow = OwnedRow & { role: Role | null }

function owned(db: Kysely<Tables>) {
  return db.selectFrom('products').select(ownerOf('products.id').as('owner'))
}

/**
 * The product as an account sees it. The role comes from a subquery: SQLite prepares a join again whenever its parameters
 * change, which costs seven times what the query costs.
 */
export function productOfAccount(db: Kysely<Tables>, account: AccountId | RawBuilder<AccountId>) {
  return owned(db)
    .select((eb) => [
      ...COLUMNS,
      eb
        .selectFrom('members')
        .select('members.role')
        .where('members.account_id', '=', account)
        .whereRef('members.product_id', '=', 'products.id')
        .where('members.status', '=', sql.lit('active'))
        .as('role'),
      ...TIMES,
    ])
    .where('products.id', '=', parameter<ProductId>())
}

const productFor = cachedOnce<[AccountId, ProductId], ProductOfAccountRow>((db) =>
  productOfAccount(db, parameter<AccountId>()),
)

/** Undefined if the account is not a member of it. */
export function toOwnedProduct(row: ProductOfAccountRow): OwnedProduct<ProductWithRole> | undefined {
  const { owner, role, ...product } = row
  return role === null ? undefined : { product: { ...product, role }, owner: owner ?? undefined }
}

const ownedProduct = cachedOnce<[ProductId], OwnedRow>((db) =>
  owned(db)
    .select([...COLUMNS, ...TIMES])
    .where('products.id', '=', parameter<ProductId>()),
)

export function productReader(executor: Executor): ProductReader {
  const { db } = executor
  const products = () => db.selectFrom('products').select([...COLUMNS, ...TIMES])
  const findOwnedFor: ProductReader['findOwnedFor'] = async (account, id) => {
    const row = await productFor(executor, account, id)
    return row && toOwnedProduct(row)
  }
  return {
    findFor: async (account, id) => (await findOwnedFor(account, id))?.product,

    findOwnedFor,

    async findOwned(id) {
      const row = await ownedProduct(executor, id)
      if (row === undefined) return undefined
      const { owner, ...product } = row
      return { product, owner: owner ?? undefined }
    },

    find: (id) => products().where('id', '=', id).executeTakeFirst(),

    async listFor(account, visible, page) {
      if (selectsNothing(visible)) return { rows: [], next: undefined }
      return oldestFirst(within(visibleTo(db, account), visible), 'products', page, (product) => product)
    },

    async listCalled(account, visible, { name, hostname }, limit) {
      if (selectsNothing(visible)) return []
      return within(visibleTo(db, account), visible)
        .where((eb) =>
          eb.or([
            eb('products.name', '=', name),
            ...(hostname === undefined ? [] : [eb('products.id', 'in', withHostname(db, hostname))]),
          ]),
        )
        .orderBy('products.created_at')
        .orderBy('products.id')
        .limit(limit)
        .execute()
    },

    countTokensSelecting: (id) =>
      countRows(
        db
          .selectFrom('account_tokens')
          .where('product_mode', '=', 'selected')
          .where('status', '=', 'active')
          .where(sql<SqlBool>`product_ids like ${`%"${id}"%`}`),
      ),

    countOwnedBy: (account) =>
      countRows(
        db
          .selectFrom('members')
          .where('account_id', '=', account)
          .where('role', '=', 'owner')
          .where('status', '=', 'active'),
      ),

    all: () => products().orderBy('created_at').orderBy('id').execute(),

    inTurns: () =>
      products()
        .orderBy(
          sql`row_number() over (partition by coalesce(${ownerOf('products.id')}, products.id) order by created_at, id)`,
        )
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
  }
}

export function productRepository(executor: Executor): ProductRepository {
  const { db } = executor
  return {
    ...productReader(executor),

    insert: (product, owner) =>
      rejectDuplicate(insertProduct(db, product, owner), 'A product with this identifier already exists.'),

    rename: (id, name, at) => executor.later(renameProduct(executor, name, at, id)),

    async remove(id) {
      await requireChange(db.deleteFrom('products').where('id', '=', id))
    },
  }
}

const nameChange = writtenOnce<[string, Timestamp, ProductId], unknown>((db) =>
  db
    .updateTable('products')
    .set({ name: parameter<string>(), ...revised(parameter<Timestamp>()) })
    .where('id', '=', parameter<ProductId>()),
)

async function renameProduct(executor: Executor, name: string, at: Timestamp, id: ProductId): Promise<void> {
  if ((await nameChange(executor, name, at, id)).changed === 0) throw new NotFound()
}

/** Invited people do not see the product until they join. */
function visibleTo(db: Kysely<Tables>, account: AccountId) {
  return db
    .selectFrom('products')
    .innerJoin('members', 'members.product_id', 'products.id')
    .where('members.account_id', '=', account)
    .where('members.status', '=', 'active')
    .select([...COLUMNS, 'members.role', ...TIMES])
}

const selectsNothing = (visible: VisibleProducts) => visible.mode === 'selected' && visible.ids.length === 0

function within(listed: ReturnType<typeof visibleTo>, visible: VisibleProducts) {
  return visible.mode === 'all' ? listed : listed.where('products.id', 'in', visible.ids)
}

/** Hostnames are stored in lower case and as punycode. An underscore in one stands for itself. */
function withHostname(db: Kysely<Tables>, hostname: string) {
  const pattern = `%"hostname":"${hostname.replaceAll('_', '!_')}"%`
  return db
    .selectFrom('product_settings')
    .select('product_settings.product_id')
    .where('product_settings.section', '=', 'domains')
    .where(sql<SqlBool>`product_settings.document like ${pattern} escape '!'`)
}

async function insertProduct(
  db: Kysely<Tables>,
  { id, name, timezone, created_at }: NewProduct,
  { member, account }: { member: MemberId; account: AccountId },
): Promise<void> {
  const owner = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account)
    .executeTakeFirstOrThrow(notFound)
  const mutable = { revision: 1, updated_at: created_at }
  await db
    .insertInto('products')
    .values({ id, name, timezone, created_at, ...mutable })
    .execute()

  const defaults = defaultSettings(timezone)
  const sections = Object.keys(SETTINGS) as SettingsSection[]
  await db
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

  await db
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
