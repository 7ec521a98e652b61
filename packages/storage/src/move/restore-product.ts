import type { AccountId, AuditEntry, AuditTransaction, ProductId, Timestamp } from '@footfall/core-domain'
import SqliteFile from 'better-sqlite3'
import { toRow } from '../repositories/audit.ts'
import type { Tables } from '../tables/tables.ts'

/** A restore of a product that is not possible. The message is for the operator; nothing was changed. */
export class ProductRestoreError extends Error {
  override readonly name = 'ProductRestoreError'
}

/** Tables of what belongs to a product. `left_out`: what is about the deleted product, or is only valid for a short time. */
export const TABLES_OF_A_PRODUCT = {
  members: 'restored',
  product_settings: 'restored',
  apps: 'restored',
  funnels: 'restored',
  segments: 'restored',
  annotations: 'restored',
  scheduled_reports: 'restored',
  alerts: 'restored',
  shared_links: 'restored',
  product_keys: 'restored',
  imports: 'restored',
  payment_ledger: 'restored',
  visitor_keys: 'restored',
  visitor_erasures: 'restored',
  // Its access was revoked at the provider when the product was deleted.
  provider_connections: 'left_out',
  provider_leftovers: 'left_out',
  deliveries: 'left_out',
  approvals: 'left_out',
  // The database has them already, since they are kept longer than the product.
  audit_entries: 'left_out',
  product_purges: 'left_out',
} as const satisfies Partial<Record<keyof Tables, 'restored' | 'left_out'>>

type RestoredTable = {
  [Name in keyof typeof TABLES_OF_A_PRODUCT]: (typeof TABLES_OF_A_PRODUCT)[Name] extends 'restored' ? Name : never
}[keyof typeof TABLES_OF_A_PRODUCT]

const isRestored = (name: keyof typeof TABLES_OF_A_PRODUCT): name is RestoredTable =>
  TABLES_OF_A_PRODUCT[name] === 'restored'
const RESTORED = (Object.keys(TABLES_OF_A_PRODUCT) as (keyof typeof TABLES_OF_A_PRODUCT)[]).filter(isRestored)

/** Whether the audit log has an entry about the row that the backup does not have. */
const CHANGED_SINCE = `exists (select 1 from main.audit_entries as entry where entry.subject = row.id
  and not exists (select 1 from origin.audit_entries as known where known.id = entry.id))`

/**
 * Access that ended since the backup stays ended: of a member who was removed, or of a key whose issuer has lost access. An
 * account that no longer exists has no row. Text of SQL about `row`, a row of the backup.
 */
const MAY_RETURN: Partial<Record<RestoredTable, string>> = {
  members: `not ${CHANGED_SINCE} and (row.account_id is null or row.account_id in (select id from main.accounts))`,
  shared_links: `not ${CHANGED_SINCE}`,
  product_keys: `not ${CHANGED_SINCE}
    and (row.issuer_token_id is null or row.issuer_token_id in (select id from main.account_tokens where status = 'active'))
    and (row.issuer_account_id is null or row.issuer_account_id in (
      select account_id from main.members where product_id = row.product_id and status = 'active'))`,
}

/** Columns of people who may be gone; such a column is empty then. */
const PERSON_WHO_MAY_BE_GONE: Partial<Record<RestoredTable, string>> = { members: 'invited_by' }
/** A lease of the process that the backup was made of. */
const LEASED: ReadonlySet<string> = new Set<RestoredTable>(['scheduled_reports', 'alerts'])

export interface ProductRows {
  readonly name: string
  /** How many rows of each table come back. */
  readonly restored: Readonly<Record<RestoredTable, number>>
  /** How many rows of each table the backup has and do not come back. */
  readonly leftOut: Readonly<Record<RestoredTable, number>>
}

export interface ProductRestoreOptions {
  /** The SQLite file of the backup, migrated to this schema. */
  readonly from: string
  readonly to: string
  readonly product: ProductId
  /** Who owns it if no owner of the backup can. */
  readonly owner?: { readonly id: AccountId; readonly email: string; readonly memberId: string } | undefined
  readonly at: Timestamp
}

/**
 * Removes what may be left of an earlier attempt once the service runs: the statistics of a product that the control data does not
 * have. Called before the first of them is written.
 */
export function expectPurge({ to, product, at }: Pick<ProductRestoreOptions, 'to' | 'product' | 'at'>): void {
  const database = new SqliteFile(to, { fileMustExist: true })
  try {
    const row = 'insert into product_purges (product_id, deleted_at, due_at) values (?, ?, ?)'
    database.prepare(`${row} on conflict (product_id) do update set due_at = excluded.due_at`).run(product, at, at)
  } finally {
    database.close()
  }
}

/**
 * Copies the rows of a product that was deleted from a backup into the database, in one transaction, and calls `record` in it. Without
 * `record` it is only tried, and nothing changes. No row of another product or account is written. Throws `ProductRestoreError`.
 */
export async function restoreProductRows(
  options: ProductRestoreOptions,
  record?: (tx: AuditTransaction, rows: ProductRows) => Promise<void>,
): Promise<ProductRows> {
  const { from, to, product } = options
  const database = new SqliteFile(to, { fileMustExist: true })
  try {
    database.pragma('foreign_keys = on')
    database.prepare('attach ? as origin').run(from)
    assertSameSchema(database)
    database.exec('begin immediate')
    try {
      const rows = copyRows(database, options)
      await record?.({ store: { audit: { append: async (entry) => insertEntry(database, entry) } } }, rows)
      if (record !== undefined) {
        database.prepare('delete from product_purges where product_id = ?').run(product)
        database.prepare('update provider_leftovers set has_rows = 0 where product_id = ?').run(product)
      }
      database.exec(record === undefined ? 'rollback' : 'commit')
      return rows
    } catch (error) {
      if (database.inTransaction) database.exec('rollback')
      throw error
    }
  } finally {
    database.close()
  }
}

function assertSameSchema(database: SqliteFile.Database): void {
  const names = (schema: string) =>
    database.prepare(`select name from ${schema}.schema_migrations order by name`).pluck().all()
  if (JSON.stringify(names('main')) !== JSON.stringify(names('origin')))
    throw new ProductRestoreError('The backup and DATA_DIR are of different versions: start the service once first.')
}

function copyRows(database: SqliteFile.Database, { product, owner, at }: ProductRestoreOptions): ProductRows {
  const existing = database.prepare<[string], { name: string }>('select name from main.products where id = ?')
  const found = existing.get(product)
  if (found !== undefined)
    throw new ProductRestoreError(
      `${product} exists; it is called “${found.name}”. Only a deleted product can be restored: delete it first, with everything it has now.`,
    )
  const origin = database
    .prepare<[string], { name: string }>('select name from origin.products where id = ?')
    .get(product)
  if (origin === undefined)
    throw new ProductRestoreError(`The backup has no product ${product}. ${contentOf(database)}`)
  copyTable(database, 'products', 'row.id = ?', product)
  const restored = countsOf((table) => {
    const rule = MAY_RETURN[table]
    return copyTable(database, table, `row.product_id = ?${rule === undefined ? '' : ` and ${rule}`}`, product)
  })
  const leftOut = countsOf((table) => {
    const count = database.prepare<[string], number>(`select count(*) from origin.${table} where product_id = ?`)
    return Number(count.pluck().get(product)) - restored[table]
  })
  ensureOwner(database, product, owner, at)
  return { name: origin.name, restored, leftOut }
}

/** Tables in the order in which rows refer to each other: keys depend on the members that are restored. */
function countsOf(count: (table: RestoredTable) => number): Record<RestoredTable, number> {
  const counts = RESTORED.map((table) => [table, count(table)] as const)
  return Object.fromEntries(counts) as Record<RestoredTable, number>
}

/** The condition is about `row`, and has one parameter. */
function copyTable(
  database: SqliteFile.Database,
  table: RestoredTable | 'products',
  condition: string,
  product: string,
): number {
  const columns = database.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[]
  const values = columns.map((column) => {
    if (column === 'leased_until' && LEASED.has(table)) return 'null'
    if (table !== 'products' && PERSON_WHO_MAY_BE_GONE[table] === column)
      return `(select id from main.accounts where id = row.${column})`
    return `row."${column}"`
  })
  const names = columns.map((column) => `"${column}"`).join(', ')
  const insert = `insert into main.${table} (${names}) select ${values.join(', ')} from origin.${table} as row where ${condition}`
  return database.prepare(insert).run(product).changes
}

function ensureOwner(
  database: SqliteFile.Database,
  product: ProductId,
  owner: ProductRestoreOptions['owner'],
  at: Timestamp,
): void {
  const owners = `select count(*) from members where product_id = ? and role = 'owner' and status = 'active'`
  if (Number(database.prepare(owners).pluck().get(product)) > 0) return
  if (owner === undefined)
    throw new ProductRestoreError(
      'No owner in the backup can own it again: each has since left the product or the service. Name an account with --owner.',
    )
  const promote = `update members set role = 'owner', revision = revision + 1, updated_at = ? where product_id = ? and account_id = ?`
  if (database.prepare(promote).run(at, product, owner.id).changes > 0) return
  database.prepare('delete from members where product_id = ? and email = ?').run(product, owner.email)
  const insert = `insert into members (id, product_id, account_id, email, role, status, invited_at, joined_at, created_at, revision, updated_at)
    values (?, ?, ?, ?, 'owner', 'active', null, ?, ?, 1, ?)`
  database.prepare(insert).run(owner.memberId, product, owner.id, owner.email, at, at, at)
}

const LISTED_MAX = 20

function contentOf(database: SqliteFile.Database): string {
  const products = database
    .prepare<[], { id: string; name: string }>('select id, name from origin.products order by created_at, id')
    .all()
  const listed = products.slice(0, LISTED_MAX).map(({ id, name }) => `${id} “${name}”`)
  if (products.length > LISTED_MAX) listed.push(`${products.length - LISTED_MAX} more`)
  return products.length === 0 ? 'It has none.' : `It has ${listed.join(', ')}.`
}

function insertEntry(database: SqliteFile.Database, entry: AuditEntry): void {
  const row = Object.entries(toRow(entry))
  const names = row.map(([name]) => `"${name}"`).join(', ')
  const places = row.map(() => '?').join(', ')
  database.prepare(`insert into main.audit_entries (${names}) values (${places})`).run(row.map(([, value]) => value))
}
