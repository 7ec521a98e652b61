import type { Migration } from './migration.ts'

/** Requests of devices without a browser, until a person has decided and their client has its tokens. */
export const deviceRequests: Migration = {
  statements: ({ text, epochMs, table }) => [
    table(
      'oauth_device_requests',
      `hash ${text} primary key`,
      `user_code_hash ${text} not null unique`,
      `client_id ${text} not null`,
      `client_name ${text} not null`,
      `device_name ${text}`,
      `scopes ${text} not null`,
      `issuer ${text} not null`,
      `resource ${text} not null`,
      `origin ${text}`,
      `requested_from ${text}`,
      'interval_seconds integer not null',
      `polled_at ${epochMs}`,
      `state ${text} not null`,
      `account_id ${text}`,
      `granted_scopes ${text}`,
      `granted ${text}`,
      `connection_id ${text}`,
      `consumed_at ${epochMs}`,
      `created_at ${epochMs} not null`,
      `expires_at ${epochMs} not null`,
    ),
    'create index oauth_device_requests_by_end on oauth_device_requests (expires_at)',
    "create index oauth_device_requests_by_client on oauth_device_requests (client_id, created_at, hash) where state = 'pending'",
    "create index oauth_device_requests_by_network on oauth_device_requests (requested_from, created_at, hash) where state = 'pending'",
  ],
}
