import type { Migration } from './migration.ts'

/**
 * The networks from which credentials are accepted, and where and for what they were last used. Credentials that exist are
 * accepted from everywhere.
 */
export const credentialNetworks: Migration = {
  statements: ({ text }) => [
    ...['account_tokens', 'product_keys'].map(
      (table) => `alter table ${table} add column allowed_networks ${text} not null default '[]'`,
    ),
    ...['account_tokens', 'product_keys', 'oauth_connections'].flatMap((table) => [
      `alter table ${table} add column last_used_network ${text}`,
      `alter table ${table} add column last_used_operation ${text}`,
    ]),
  ],
}
