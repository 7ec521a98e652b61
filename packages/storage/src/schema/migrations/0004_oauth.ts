import type { Migration } from './migration.ts'

/**
 * The tables of the authorization server. Secrets are stored as hashes. Codes and connections have no foreign keys: a
 * client may have only a metadata document, and a replayed code must be recognized after its client was removed.
 */
export const oauth: Migration = {
  statements({ text, epochMs, table }) {
    const requested = [
      `client_id ${text} not null`,
      `client_name ${text} not null`,
      `redirect_uri ${text} not null`,
      `code_challenge ${text} not null`,
      `scopes ${text} not null`,
      `issuer ${text} not null`,
      `resource ${text} not null`,
    ]
    const ofConnection = `connection_id ${text} not null references oauth_connections (id) on delete cascade`

    return [
      table(
        'oauth_clients',
        `id ${text} primary key`,
        `name ${text} not null`,
        `redirect_uris ${text} not null`,
        `auth_method ${text} not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post'))`,
        `grant_types ${text} not null`,
        `secret_hash ${text}`,
        `registered_at ${epochMs} not null`,
        `expires_at ${epochMs} not null`,
        `first_allowed_at ${epochMs}`,
        `check ((auth_method = 'none') = (secret_hash is null))`,
      ),
      'create index oauth_clients_by_age on oauth_clients (registered_at, id)',
      'create index oauth_clients_unused on oauth_clients (registered_at, id) where first_allowed_at is null',
      'create index oauth_clients_by_end on oauth_clients (expires_at)',

      table(
        'oauth_consents',
        `hash ${text} primary key`,
        `browser_hash ${text} not null`,
        `account_id ${text} not null`,
        `state ${text} not null`,
        ...requested,
        `created_at ${epochMs} not null`,
        `expires_at ${epochMs} not null`,
      ),
      'create index oauth_consents_by_end on oauth_consents (expires_at)',

      table(
        'oauth_connections',
        `id ${text} primary key`,
        `client_id ${text} not null`,
        `client_name ${text} not null`,
        `account_id ${text} not null`,
        `issuer ${text} not null`,
        `resource ${text} not null`,
        `scopes ${text} not null`,
        `granted ${text} not null`,
        `created_at ${epochMs} not null`,
        `expires_at ${epochMs} not null`,
        `refreshed_at ${epochMs} not null`,
        `revoked_at ${epochMs}`,
        'generation integer not null',
        `last_used_at ${text}`,
      ),
      'create index oauth_connections_by_age on oauth_connections (created_at, id)',
      'create index oauth_connections_by_account on oauth_connections (account_id, created_at, id)',
      'create index oauth_connections_by_client on oauth_connections (client_id, created_at, id)',
      'create index oauth_connections_by_end on oauth_connections (expires_at)',

      table(
        'oauth_codes',
        `hash ${text} primary key`,
        `account_id ${text} not null`,
        `granted ${text} not null`,
        `connection_id ${text} not null`,
        ...requested,
        `issued_at ${epochMs} not null`,
        `expires_at ${epochMs} not null`,
        `consumed_at ${epochMs}`,
      ),
      'create index oauth_codes_by_end on oauth_codes (expires_at)',
      'create index oauth_codes_by_connection on oauth_codes (connection_id)',

      table(
        'oauth_access_tokens',
        `hash ${text} primary key`,
        ofConnection,
        `issued_at ${epochMs} not null`,
        `expires_at ${epochMs} not null`,
      ),
      'create index oauth_access_tokens_by_connection on oauth_access_tokens (connection_id)',
      'create index oauth_access_tokens_by_end on oauth_access_tokens (expires_at)',

      table(
        'oauth_refresh_tokens',
        `hash ${text} primary key`,
        ofConnection,
        'generation integer not null',
        `issued_at ${epochMs} not null`,
        `expires_at ${epochMs} not null`,
        `consumed_at ${epochMs}`,
      ),
      'create index oauth_refresh_tokens_by_connection on oauth_refresh_tokens (connection_id)',
    ]
  },
}
