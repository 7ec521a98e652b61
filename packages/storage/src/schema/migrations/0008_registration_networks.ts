import type { Migration } from './migration.ts'

/** The network that registered an unused client, so that one network cannot use the whole limit. */
export const registrationNetworks: Migration = {
  statements: ({ text }) => [
    `alter table oauth_clients add column registered_from ${text}`,
    'create index oauth_clients_unused_by_network on oauth_clients (registered_from, registered_at, id) where first_allowed_at is null',
  ],
}
