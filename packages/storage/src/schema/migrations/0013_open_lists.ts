import type { Migration } from './migration.ts'

/**
 * Drops the checks on lists that grow: the kinds of product keys, and how OAuth clients authenticate. SQLite cannot drop
 * an unnamed check, so the two tables are copied; no other table refers to either of them.
 */
export const openLists: Migration = {
  statements: ({ postgres }) =>
    postgres
      ? [
          'alter table product_keys drop constraint if exists product_keys_kind_check',
          'alter table oauth_clients drop constraint if exists oauth_clients_auth_method_check',
          'alter table oauth_clients drop constraint if exists oauth_clients_check',
        ]
      : [
          ...copied('product_keys', PRODUCT_KEYS, PRODUCT_KEYS_INDEXES),
          ...copied('oauth_clients', OAUTH_CLIENTS, OAUTH_CLIENTS_INDEXES),
        ],
}

function copied(table: string, columns: readonly string[], indexes: readonly string[]): string[] {
  const names = columns.map((column) => column.split(' ')[0]).join(', ')
  return [
    `create table ${table}_copy (${columns.join(', ')}) strict`,
    `insert into ${table}_copy (${names}) select ${names} from ${table}`,
    `drop table ${table}`,
    `alter table ${table}_copy rename to ${table}`,
    ...indexes,
  ]
}

const PRODUCT_KEYS = [
  'id text primary key',
  'product_id text not null references products (id) on delete cascade',
  'name text not null',
  'kind text not null',
  'scopes text not null',
  'prefix text not null',
  'secret_hash text not null unique',
  'issuer_token_id text references account_tokens (id)',
  `status text not null check (status in ('active', 'disabled', 'revoked'))`,
  'created_at text not null',
  'last_used_at text',
  'revision integer not null',
  'updated_at text not null',
  'issuer_account_id text references accounts (id) on delete set null',
  'disabled_reason text',
]

const PRODUCT_KEYS_INDEXES = [
  'create index product_keys_by_age on product_keys (product_id, created_at, id)',
  'create index product_keys_by_issuer on product_keys (issuer_token_id)',
  'create index product_keys_by_issuer_account on product_keys (issuer_account_id)',
]

const OAUTH_CLIENTS = [
  'id text primary key',
  'name text not null',
  'redirect_uris text not null',
  'auth_method text not null',
  'grant_types text not null',
  'secret_hash text',
  'registered_at integer not null',
  'expires_at integer not null',
  'first_allowed_at integer',
  'registered_from text',
]

const OAUTH_CLIENTS_INDEXES = [
  'create index oauth_clients_by_age on oauth_clients (registered_at, id)',
  'create index oauth_clients_unused on oauth_clients (registered_at, id) where first_allowed_at is null',
  'create index oauth_clients_by_end on oauth_clients (expires_at)',
  'create index oauth_clients_unused_by_network on oauth_clients (registered_from, registered_at, id) where first_allowed_at is null',
]
