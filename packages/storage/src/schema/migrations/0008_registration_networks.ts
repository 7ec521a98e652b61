import type { Migration } from './migration.ts'

/** Where an unused client registration comes from, so that one network cannot use up the room of all. */
export const registrationNetworks: Migration = {
  statements: (dialect) => [
    `alter table oauth_clients add column registered_from ${dialect === 'postgres' ? 'text collate "C"' : 'text'}`,
    'create index oauth_clients_unused_by_network on oauth_clients (registered_from, registered_at, id) where first_allowed_at is null',
  ],
}
