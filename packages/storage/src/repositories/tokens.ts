import {
  type AccountId,
  type AccountToken,
  type Clock,
  type CredentialLimits,
  existing,
  inToolsetOrder,
  type ProductId,
  type ProductLookup,
  type ProductSelection,
  type Timestamp,
  type TokenId,
  type TokenReader,
  type TokenRecord,
  type TokenRepository,
  timestamp,
} from '@footfall/core-domain'
import { type Kysely, sql, type UpdateObject } from 'kysely'
import { jsonObjectFrom as jsonOnPostgres } from 'kysely/helpers/postgres'
import { jsonObjectFrom as jsonOnSqlite } from 'kysely/helpers/sqlite'
import { cachedOnce, compiledOnce, parameter } from '../connections/compiled.ts'
import type { Dialect, Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { type ProductOfAccountRow, productOfAccount, toOwnedProduct } from './products.ts'
import { countRows, insertRow, notFound, revised } from './rows.ts'
import { storedNetworks } from './stored-networks.ts'
import {
  disableDependents,
  inSubtree,
  isActiveInSubtree,
  isActiveOf,
  lineageOf,
  revokeMadeBy,
  revokeToken,
  subtreeOf,
  tokenDependents,
} from './token-subtree.ts'

type TokenRow = Tables['account_tokens'] & { readonly account_disabled_at: Timestamp | null }

const tokenByHash = cachedOnce<[string], TokenRow>((db) =>
  withAccount(db).where('account_tokens.secret_hash', '=', parameter<string>()),
)

/** `product` is null if there is no product of this id. */
type TokenAndProductRow = TokenRow & { readonly product: string | ProductOfAccountRow | null }

const tokenAndProduct = cachedOnce<[ProductId, string], TokenAndProductRow>((db, dialect) =>
  withProduct(db, dialect).where('account_tokens.secret_hash', '=', parameter<string>()),
)

/** SQLite has no type for JSON and returns its text. */
function lookupOf(id: ProductId, { product }: TokenAndProductRow): ProductLookup {
  const row: ProductOfAccountRow | null = typeof product === 'string' ? JSON.parse(product) : product
  return { id, found: row === null ? undefined : toOwnedProduct(row) }
}

const tokenById = compiledOnce<[TokenId], TokenRow>((db) =>
  withAccount(db).where('account_tokens.id', '=', parameter<TokenId>()),
)

const tokenAndProductById = compiledOnce<[ProductId, TokenId], TokenAndProductRow>((db, dialect) =>
  withProduct(db, dialect).where('account_tokens.id', '=', parameter<TokenId>()),
)

function withProduct(db: Kysely<Tables>, dialect: Dialect) {
  const product = productOfAccount(db, sql<AccountId>`account_tokens.account_id`)
  const asJson = dialect === 'sqlite' ? jsonOnSqlite(product) : jsonOnPostgres(product)
  return withAccount(db).select(asJson.as('product'))
}

/** A subquery: SQLite prepares a join again whenever its parameters change. */
function withAccount(db: Kysely<Tables>) {
  return db
    .selectFrom('account_tokens')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('accounts')
        .select('accounts.disabled_at')
        .whereRef('accounts.id', '=', 'account_tokens.account_id')
        .as('account_disabled_at'),
    )
}

export function tokenReader(executor: Executor, clock: Clock): TokenReader {
  const { db } = executor
  const tokens = () => db.selectFrom('account_tokens').selectAll()
  const toToken = (row: Tables['account_tokens']) => toAccountToken(row, clock)
  const toRecord = (row: TokenRow): TokenRecord => ({
    token: toToken(row),
    account: row.account_id,
    accountStatus: row.account_disabled_at === null ? 'active' : 'disabled',
    lineage: row.lineage.slice(0, -1).split('/') as TokenId[],
  })
  const toRecordWith = (product: ProductId, row: TokenAndProductRow): TokenRecord => ({
    ...toRecord(row),
    lookedUp: lookupOf(product, row),
  })
  /** The records of cached rows. Time changes a record without a commit, but only once. */
  const records = new WeakMap<TokenRow, { readonly record: TokenRecord; readonly validBeforeMs: number }>()
  const recordOf = <Row extends TokenRow>(row: Row, make: (row: Row) => TokenRecord): TokenRecord => {
    const known = records.get(row)
    if (known !== undefined && clock.now() < known.validBeforeMs) return known.record
    const record = make(row)
    const { status, expires_at } = record.token
    const expiresAt = status === 'active' && expires_at !== null ? Date.parse(expires_at) : Number.POSITIVE_INFINITY
    records.set(row, { record, validBeforeMs: expiresAt })
    return record
  }
  return {
    async findByHash(secretHash, product) {
      if (product === undefined) {
        const row = await tokenByHash(executor, secretHash)
        return row && recordOf(row, toRecord)
      }
      const row = await tokenAndProduct(executor, product, secretHash)
      return row && recordOf(row, (read) => toRecordWith(product, read))
    },

    async find(id, product) {
      if (product === undefined) {
        const row = await tokenById(executor, id)
        return row && toRecord(row)
      }
      const row = await tokenAndProductById(executor, product, id)
      return row && toRecordWith(product, row)
    },

    async listSubtree(root, page) {
      const lineage = await lineageOf(db, root)
      if (lineage === undefined) return { rows: [], next: undefined }
      return oldestFirst(tokens().where(inSubtree(lineage)), 'account_tokens', page, toToken)
    },

    async listForAccount(account) {
      const rows = await tokens().where('account_id', '=', account).orderBy('created_at').orderBy('id').execute()
      return rows.map(toToken)
    },

    async listActive(within, limit) {
      const now = timestamp(clock.now())
      // In no order, for which SQLite would read those that have ended too.
      const some = tokens().limit(limit)
      if ('account' in within) {
        return (await some.where(isActiveOf(within.account, now)).execute()).map(toToken)
      }
      const subtree = await subtreeOf(db, within.root)
      if (subtree === undefined) return []
      return (await some.where(isActiveInSubtree(subtree, now)).execute()).map(toToken)
    },

    pageForAccount: (account, page) =>
      oldestFirst(tokens().where('account_id', '=', account), 'account_tokens', page, toToken),

    count: (account) => countRows(tokens().where(isActiveOf(account, timestamp(clock.now())))),

    dependents: (id) => tokenDependents(db, id, timestamp(clock.now())),
  }
}

export function tokenRepository(executor: Executor, clock: Clock): TokenRepository {
  const { db } = executor
  const toToken = (row: Tables['account_tokens']) => toAccountToken(row, clock)
  const set = async (id: TokenId, columns: UpdateObject<Tables, 'account_tokens'>) => {
    const row = await db
      .updateTable('account_tokens')
      .set(columns)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(notFound)
    return toToken(row)
  }

  return {
    ...tokenReader(executor, clock),

    async insert(account, token, secret, trust) {
      const ancestors = token.parent_id ? existing(await lineageOf(db, token.parent_id)) : ''
      const { scopes, products, allowed_networks, status, disabled_reason, ...rest } = token
      const { read_only, toolsets, preview_first, approval, ...same } = rest
      const row: Tables['account_tokens'] = {
        ...same,
        ...secret,
        account_id: account,
        lineage: `${ancestors}${token.id}/`,
        scopes: JSON.stringify(scopes),
        allowed_networks: JSON.stringify(allowed_networks),
        scopes_watched_since: token.created_at,
        ...selectionColumns(products),
        ...limitColumns({ read_only, toolsets, preview_first, approval }),
        status: status === 'expired' ? 'active' : status,
        disabled_reason: disabled_reason ?? null,
        trust_id: trust ?? null,
      }
      await insertRow(db, 'account_tokens', row, 'This token already exists.')
    },

    async disableAll(account, reason, at) {
      const disabled = await countRows(db.selectFrom('account_tokens').where(isActiveOf(account, at)))
      await db
        .updateTable('account_tokens')
        .set({ status: 'disabled', disabled_reason: reason, ...revised(at) })
        .where('account_id', '=', account)
        .where('status', '=', 'active')
        .execute()
      return disabled
    },

    async findExchanged(secretHash) {
      const row = await db
        .selectFrom('account_tokens')
        .select('id')
        .where('secret_hash', '=', secretHash)
        .where('trust_id', 'is not', null)
        .executeTakeFirst()
      return row?.id
    },

    revokeMadeBy: (trust, reason, at) => revokeMadeBy(db, trust, reason, at),

    async purgeExchanged(expiredBy) {
      await db
        .deleteFrom('account_tokens')
        .where('trust_id', 'is not', null)
        .where('expires_at', '<=', expiredBy)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('account_tokens as child')
                .select('child.id')
                .whereRef('child.parent_id', '=', 'account_tokens.id'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('product_keys')
                .select('product_keys.id')
                .whereRef('product_keys.issuer_token_id', '=', 'account_tokens.id'),
            ),
          ),
        )
        .execute()
    },

    revoke: (id, reason, at) => revokeToken(db, id, reason, at),

    disableDependents: (id, reason, at) => disableDependents(db, id, reason, at),

    change: (id, { name, scopes, products, allowed_networks, expires_at, ...limits }, at) =>
      set(id, {
        name,
        scopes: JSON.stringify(scopes),
        allowed_networks: JSON.stringify(allowed_networks),
        ...selectionColumns(products),
        ...limitColumns(limits),
        expires_at,
        ...revised(at),
      }),

    replaceSecret: (id, secret, at) => set(id, { ...secret, ...revised(at) }),
  }
}

function selectionColumns(products: ProductSelection) {
  return {
    product_mode: products.mode,
    product_ids: products.mode === 'selected' ? JSON.stringify(products.ids) : null,
  }
}

function limitColumns({ read_only, toolsets, preview_first, approval }: CredentialLimits) {
  return {
    read_only: read_only ? 1 : 0,
    toolsets: toolsets === null ? null : JSON.stringify(toolsets),
    preview_first: preview_first ? 1 : 0,
    approval: approval ? 1 : 0,
  } as const
}

function toAccountToken(row: Tables['account_tokens'], clock: Clock): AccountToken {
  const expired = row.status === 'active' && row.expires_at !== null && row.expires_at <= timestamp(clock.now())
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes),
    products: row.product_ids === null ? { mode: 'all' } : { mode: 'selected', ids: JSON.parse(row.product_ids) },
    read_only: row.read_only === 1,
    // A group that no longer exists grants nothing.
    toolsets: row.toolsets === null ? null : inToolsetOrder(JSON.parse(row.toolsets)),
    preview_first: row.preview_first === 1,
    approval: row.approval === 1,
    allowed_networks: storedNetworks(row.allowed_networks),
    parent_id: row.parent_id,
    depth: row.depth,
    status: expired ? 'expired' : row.status,
    ...(row.disabled_reason !== null && { disabled_reason: row.disabled_reason }),
    expires_at: row.expires_at,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    last_used_network: row.last_used_network,
    last_used_operation: row.last_used_operation,
    revision: row.revision,
    updated_at: row.updated_at,
  }
}
