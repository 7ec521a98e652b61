export type Dialect = 'sqlite' | 'postgres'

export interface TableOptions {
  /** What the names of the tables begin with: lower-case letters, digits and underscores. `oauth_` by default. */
  readonly prefix?: string
}

export interface StoreOptions extends TableOptions {
  /**
   * Returns an SQL condition on the account id in this column, such as that the account is not disabled. If it does not
   * hold, no code, access token or refresh token of the account is found. It contains no question mark.
   */
  readonly accountCondition?: (column: string) => string
}

/** For tables that the host creates itself. */
export interface SqlStoreOptions extends StoreOptions {
  readonly dialect: Dialect
  /** The column that holds the `credential` of a client. `credential` by default. */
  readonly credentialColumn?: string
}

/** The names of the tables. */
export interface Tables {
  readonly dialect: Dialect
  readonly clients: string
  readonly consents: string
  readonly codes: string
  readonly devices: string
  readonly connections: string
  readonly accessTokens: string
  readonly refreshTokens: string
  /** The column of clients. */
  readonly credential: string
  /** The end of a `where` that leaves out rows of this table whose account is not accepted. */
  andAccepted(table: string): string
}

const PREFIX = /^[a-z][a-z0-9_]{0,29}$/

/** Throws a `TypeError` for a prefix that is not part of a plain SQL name. */
export function tablesOf(
  dialect: Dialect,
  { prefix = 'oauth_', accountCondition, credentialColumn = 'credential' }: Omit<SqlStoreOptions, 'dialect'> = {},
): Tables {
  if (typeof prefix !== 'string' || !PREFIX.test(prefix)) {
    throw new TypeError('prefix must be 1 to 30 lower-case letters, digits and underscores, beginning with a letter.')
  }
  if (accountCondition !== undefined && typeof accountCondition !== 'function') {
    throw new TypeError('accountCondition must be a function that returns an SQL condition.')
  }
  return {
    dialect,
    clients: `${prefix}clients`,
    consents: `${prefix}consents`,
    codes: `${prefix}codes`,
    devices: `${prefix}device_requests`,
    connections: `${prefix}connections`,
    accessTokens: `${prefix}access_tokens`,
    refreshTokens: `${prefix}refresh_tokens`,
    credential: credentialColumn,
    andAccepted: (table) => (accountCondition ? ` and (${accountCondition(`${table}.account_id`)})` : ''),
  }
}

const REQUESTED = [
  'client_id text not null',
  'client_name text not null',
  'redirect_uri text not null',
  'code_challenge text not null',
  'scopes text not null',
  'issuer text not null',
  'resource text not null',
]

/** The statements that create the tables and indexes that do not exist. Lists and grants are JSON; secrets are hashes. */
export function schemaOf(tables: Tables): readonly string[] {
  const time = tables.dialect === 'postgres' ? 'bigint' : 'integer'
  const ofConnection = `connection_id text not null references ${tables.connections} (id) on delete cascade`
  const table = (name: string, ...columns: readonly string[]) =>
    `create table if not exists ${name} (\n  ${columns.join(',\n  ')}\n)${tables.dialect === 'sqlite' ? ' strict' : ''}`
  const index = (name: string, suffix: string, columns: string) =>
    `create index if not exists ${name}_${suffix} on ${name} ${columns}`
  const { clients, consents, codes, devices, connections, accessTokens, refreshTokens, credential } = tables
  return [
    table(
      clients,
      'id text primary key',
      'name text not null',
      'redirect_uris text not null',
      'auth_method text not null',
      'grant_types text not null',
      `${credential} text`,
      `registered_at ${time} not null`,
      `expires_at ${time} not null`,
      `first_allowed_at ${time}`,
      'registered_from text',
    ),
    index(clients, 'by_age', '(registered_at, id)'),
    index(clients, 'by_end', '(expires_at)'),
    index(clients, 'unused', '(registered_at, id) where first_allowed_at is null'),
    index(clients, 'unused_by_network', '(registered_from, registered_at, id) where first_allowed_at is null'),
    table(
      consents,
      'hash text primary key',
      'browser_hash text not null',
      'account_id text not null',
      'state text not null',
      ...REQUESTED,
      `created_at ${time} not null`,
      `expires_at ${time} not null`,
    ),
    index(consents, 'by_end', '(expires_at)'),
    table(
      codes,
      'hash text primary key',
      'account_id text not null',
      'granted text not null',
      'connection_id text not null',
      ...REQUESTED,
      `issued_at ${time} not null`,
      `expires_at ${time} not null`,
      `consumed_at ${time}`,
    ),
    index(codes, 'by_end', '(expires_at)'),
    index(codes, 'by_connection', '(connection_id)'),
    table(
      devices,
      'hash text primary key',
      'user_code_hash text not null unique',
      'client_id text not null',
      'client_name text not null',
      'device_name text',
      'scopes text not null',
      'issuer text not null',
      'resource text not null',
      'origin text',
      'requested_from text',
      'interval_seconds integer not null',
      `polled_at ${time}`,
      'state text not null',
      'account_id text',
      'granted_scopes text',
      'granted text',
      'connection_id text',
      `consumed_at ${time}`,
      `created_at ${time} not null`,
      `expires_at ${time} not null`,
    ),
    index(devices, 'by_end', '(expires_at)'),
    index(devices, 'by_client', "(client_id, created_at, hash) where state = 'pending'"),
    index(devices, 'by_network', "(requested_from, created_at, hash) where state = 'pending'"),
    table(
      connections,
      'id text primary key',
      'client_id text not null',
      'client_name text not null',
      'account_id text not null',
      'issuer text not null',
      'resource text not null',
      'scopes text not null',
      'granted text not null',
      `created_at ${time} not null`,
      `expires_at ${time} not null`,
      `refreshed_at ${time} not null`,
      `revoked_at ${time}`,
      'generation integer not null',
    ),
    index(connections, 'by_age', '(created_at, id)'),
    index(connections, 'by_account', '(account_id, created_at, id)'),
    index(connections, 'by_client', '(client_id, created_at, id)'),
    index(connections, 'by_end', '(expires_at)'),
    table(
      accessTokens,
      'hash text primary key',
      ofConnection,
      `issued_at ${time} not null`,
      `expires_at ${time} not null`,
    ),
    index(accessTokens, 'by_connection', '(connection_id)'),
    index(accessTokens, 'by_end', '(expires_at)'),
    table(
      refreshTokens,
      'hash text primary key',
      ofConnection,
      'generation integer not null',
      `issued_at ${time} not null`,
      `expires_at ${time} not null`,
      `consumed_at ${time}`,
    ),
    index(refreshTokens, 'by_connection', '(connection_id)'),
  ]
}
