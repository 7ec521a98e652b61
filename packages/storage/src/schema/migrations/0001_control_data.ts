import type { Migration } from './migration.ts'

/**
 * The first schema. Text compares byte by byte in both dialects, so that pages, ranges and look-ups have the same order in
 * every locale of PostgreSQL.
 */
export const controlData: Migration = {
  statements({ postgres, text, table }) {
    const created = `created_at ${text} not null`
    const mutable = [`revision integer not null`, `updated_at ${text} not null`]
    const ofProduct = `product_id ${text} not null references products (id) on delete cascade`

    return [
      table(
        'accounts',
        `id ${text} primary key`,
        `email ${text} not null constraint accounts_email unique`,
        `name ${text} not null`,
        created,
      ),
      'create index accounts_by_age on accounts (created_at, id)',

      table(
        'sign_in_methods',
        `id ${text} primary key`,
        `account_id ${text} not null references accounts (id) on delete cascade`,
        `provider_id ${text} not null`,
        `provider_account_id ${text} not null`,
        `password_hash ${text}`,
        created,
        `updated_at ${text} not null`,
        'unique (account_id, provider_id)',
        'unique (provider_id, provider_account_id)',
      ),

      table(
        'products',
        `id ${text} primary key`,
        `name ${text} not null`,
        `timezone ${text} not null`,
        created,
        ...mutable,
      ),
      'create index products_by_age on products (created_at, id)',

      table(
        'members',
        `id ${text} primary key`,
        ofProduct,
        `account_id ${text} references accounts (id) on delete cascade`,
        `email ${text} not null`,
        `role ${text} not null check (role in ('owner', 'admin', 'editor', 'viewer'))`,
        `status ${text} not null check (status in ('active', 'invited'))`,
        `invited_at ${text}`,
        `joined_at ${text}`,
        created,
        ...mutable,
        'unique (product_id, email)',
        'unique (account_id, product_id)',
        `check ((status = 'active') = (account_id is not null))`,
      ),
      'create index members_by_age on members (product_id, created_at, id)',

      table(
        'product_settings',
        ofProduct,
        `section ${text} not null`,
        `document ${text} not null`,
        ...mutable,
        'primary key (product_id, section)',
      ),

      table(
        'apps',
        `id ${text} primary key`,
        ofProduct,
        `platform ${text} not null`,
        `name ${text} not null`,
        `bundle_id ${text} not null`,
        created,
        ...mutable,
      ),
      'create index apps_by_age on apps (product_id, created_at, id)',

      table(
        'funnels',
        `id ${text} primary key`,
        ofProduct,
        `name ${text} not null`,
        `steps ${text} not null`,
        'window_minutes integer not null',
        created,
        ...mutable,
      ),
      'create index funnels_by_age on funnels (product_id, created_at, id)',

      table(
        'account_tokens',
        `id ${text} primary key`,
        `account_id ${text} not null references accounts (id) on delete cascade`,
        `parent_id ${text} references account_tokens (id)`,
        'depth integer not null',
        `lineage ${text} not null unique`,
        `name ${text} not null`,
        `prefix ${text} not null`,
        `secret_hash ${text} not null unique`,
        `scopes ${text} not null`,
        `product_mode ${text} not null check (product_mode in ('all', 'selected'))`,
        `product_ids ${text}`,
        `status ${text} not null check (status in ('active', 'disabled', 'revoked'))`,
        `disabled_reason ${text}`,
        `expires_at ${text}`,
        created,
        `last_used_at ${text}`,
        ...mutable,
        `check ((product_mode = 'selected') = (product_ids is not null))`,
      ),
      'create index account_tokens_by_age on account_tokens (account_id, created_at, id)',
      'create index account_tokens_by_parent on account_tokens (parent_id)',

      table(
        'product_keys',
        `id ${text} primary key`,
        ofProduct,
        `name ${text} not null`,
        `kind ${text} not null check (kind in ('api', 'payment', 'crawler_intake'))`,
        `scopes ${text} not null`,
        `prefix ${text} not null`,
        `secret_hash ${text} not null unique`,
        `issuer_token_id ${text} references account_tokens (id)`,
        `status ${text} not null check (status in ('active', 'disabled', 'revoked'))`,
        created,
        `last_used_at ${text}`,
        ...mutable,
      ),
      'create index product_keys_by_age on product_keys (product_id, created_at, id)',
      'create index product_keys_by_issuer on product_keys (issuer_token_id)',

      table(
        'annotations',
        `id ${text} primary key`,
        ofProduct,
        `date ${text} not null`,
        `title ${text} not null`,
        `note ${text}`,
        created,
        ...mutable,
      ),
      'create index annotations_by_date on annotations (product_id, date, created_at, id)',

      table(
        'provider_connections',
        ofProduct,
        `provider ${text} not null`,
        `status ${text} not null check (status in ('connected', 'error'))`,
        `detail ${text}`,
        `property ${text} not null`,
        `refresh_token ${text} not null`,
        `synced_at ${text}`,
        `updated_at ${text} not null`,
        'primary key (product_id, provider)',
      ),
      'create index provider_connections_by_sync on provider_connections (provider, synced_at)',

      table('daily_salts', `day ${text} primary key`, `salt ${text} not null`),

      table(
        'payment_ledger',
        ofProduct,
        `payment_id ${text} not null`,
        `fingerprint ${text} not null`,
        `status ${text} not null check (status in ('claimed', 'completed'))`,
        `claimed_at ${text} not null`,
        'primary key (product_id, payment_id)',
      ),

      // Counters of one minute need no write-ahead log, and only replicas that share PostgreSQL need a table.
      ...(postgres
        ? [
            `create unlogged table rate_limits (key ${text} primary key, points integer not null, expire bigint)`,
            'create index rate_limits_by_expiry on rate_limits (expire)',
          ]
        : []),
    ]
  },
}
